import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Synchronization
import Testing

@MainActor
struct Guarantee5WeaknessTests {
    let fixture = Fixture()

    @Test func aPoolDoesNotRetainItsScreens() {
        weak var remaining: RawScreen?
        do {
            let screen = fixture.screen("a")
            remaining = screen
            fixture.post(.willShow)
        }
        #expect(remaining == nil)
        fixture.log.clear()
        fixture.post(.willShow)
        #expect(fixture.log.calls.isEmpty)
    }

    @Test func aScreenThatSubscribesInInitIsDeallocated() {
        var received = 0
        KeyboardObserverPool.$current.withValue(fixture.pool) {
            for _ in 0..<1_000 {
                let screen = SelfSubscribingScreen { received += 1 }
                weak let remaining = screen
                _ = consume screen
                #expect(remaining == nil)
            }
            let screen = SelfSubscribingScreen { received += 1 }
            #expect(fixture.pool.count == 1)
            fixture.post(.willShow)
            withExtendedLifetime(screen) {}
        }
        #expect(received == 1)
        #expect(fixture.pool.count == 0)
        fixture.pool.sweep()
        #expect(fixture.pool.orphanCount == 0)
    }

    @Test(arguments: [false, true])
    func aNewScreenAtAReusedAddressIsNotSubscribed(sweeping: Bool) {
        var addresses: Set<ObjectIdentifier> = []
        var received = 0
        KeyboardObserverPool.$current.withValue(fixture.pool) {
            for round in 1...2_000 {
                let screen = SelfSubscribingScreen { received += 1 }
                addresses.insert(ObjectIdentifier(screen))
                #expect(fixture.pool.contains(screen))
                #expect(fixture.pool.count == 1)
                fixture.post(.willShow)
                #expect(received == round, "each event is delivered once")
                if sweeping { fixture.pool.sweep() }
            }
        }
        #expect(addresses.count < 2_000, "no address was reused, so the test shows nothing")
    }

    @Test func aScreenAtAReusedAddressSubscribesAtTheEnd() throws {
        let (pool, log) = (fixture.pool, fixture.log)
        var reused = 0
        for _ in 0..<100 {
            var first: RawScreen? = RawScreen("first", log)
            let address = first.map(ObjectIdentifier.init)
            if let first { pool.add(first) }
            let other = fixture.screen("other")
            first = nil
            let second = RawScreen("second", log)
            #expect(!pool.contains(second))
            pool.remove(second)
            pool.add(second)
            log.clear()
            fixture.post(.willShow)
            #expect(log.calls == ["other willShow", "second willShow"])
            if ObjectIdentifier(second) == address { reused += 1 }
            withExtendedLifetime(other) {}
        }
        #expect(reused > 0, "no address was reused, so the test shows nothing")
    }

    @Test func aClosureHoldsItsOwnerWeakly() {
        @MainActor
        final class Owner {
            var token: KeyboardObservationToken?
            var kinds: [KeyboardEvent.Kind] = []
        }
        weak var remaining: Owner?
        do {
            let owner = Owner()
            remaining = owner
            owner.token = fixture.pool.observe(for: owner) { $0.kinds.append($1.kind) }
            fixture.post(.willShow)
            #expect(owner.kinds == [.willShow])
        }
        #expect(remaining == nil)
        #expect(fixture.pool.orphanCount == 0, "the owner released its token")
    }

    @Test func aClosureWithoutItsOwnerIsAnOrphan() {
        var received = 0
        var owner: NSObject? = NSObject()
        let token = owner.map { fixture.pool.observe(for: $0) { _, _ in received += 1 } }
        fixture.post(.willShow)
        owner = nil
        #expect(fixture.pool.orphanCount == 1)
        fixture.post(.willShow)
        #expect(received == 1)
        #expect(fixture.pool.orphanCount == 0, "the event removed the orphan")
        withExtendedLifetime(token) {}
    }

    @Test func aTokenReleasedOnAnotherThreadEndsItsClosure() async {
        let pool = fixture.pool
        weak var remaining: NSObject?
        var received = 0
        let transferred: TransferredValue<KeyboardObservationToken>
        do {
            let held = NSObject()
            remaining = held
            transferred = TransferredValue(pool.observe { _ in withExtendedLifetime(held) { received += 1 } })
        }
        fixture.post(.willShow)
        await Task.detached { transferred.release() }.value
        fixture.post(.willShow)
        #expect(received == 1)
        #expect(remaining == nil)
        #expect(pool.orphanCount == 0)
    }

    @Test func aScreenDeallocatedOnAnotherThreadIsAnOrphan() async {
        let (pool, log) = (fixture.pool, fixture.log)
        weak var remaining: RawScreen?
        func subscribe() -> TransferredValue<RawScreen> {
            let screen = fixture.screen("a")
            remaining = screen
            return TransferredValue(screen)
        }
        let transferred = subscribe()
        await Task.detached { transferred.release() }.value
        #expect(remaining == nil)
        fixture.post(.willShow)
        #expect(log.calls.isEmpty)
        #expect(pool.count == 0)
        #expect(pool.orphanCount == 0, "the event removed the orphan")
    }

    @Test func ownersCanBeDeallocatedOnOtherThreadsAtAnyMoment() {
        let scheduler = ManualScheduler()
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: .milliseconds(1))
        let other = RawScreen("other", CallLog())
        for _ in 0..<30 {
            let screens = (0..<100).map { _ in
                let screen = TokenHolder()
                pool.add(screen)
                screen.token = pool.observe(for: screen) { _, _ in }
                return TransferredValue(screen)
            }
            let isDone = Flag()
            DispatchQueue.global().async {
                for screen in screens { screen.release() }
                isDone.raise()
            }
            while !isDone.isRaised {
                pool.add(other)
                pool.sweep()
                _ = pool.count + pool.orphanCount
                center.post(KeyboardEvent.make(.willShow).notification)
                scheduler.advance(by: .milliseconds(1))
                pool.remove(other)
            }
        }
        pool.sweep()
        #expect(pool.count == 0)
        #expect(pool.orphanCount == 0)
    }

    @Test(arguments: 1...3)
    func anObserverReleasedInItsOwnCallIsDeallocatedBeforeTheNextCall(count: Int) {
        var owned = (1...count).map { fixture.screen("\($0)") }
        weak let last = owned.last
        last?.onCall = { owned.removeLast() }
        let next = fixture.screen("next")
        var wasGone: Bool?
        next.onCall = { wasGone = last == nil }
        fixture.post(.willShow)
        #expect(wasGone == true)
    }

    /// The registrations of a pool are removed on another thread.
    @Test func aDeallocatedPoolHasReleasedItsCenter() {
        var retainedCount = 0
        for _ in 0..<5_000 {
            var center: NotificationCenter? = NotificationCenter()
            weak let remaining = center
            var pool = center.map { KeyboardObserverPool(center: $0, scheduler: ManualScheduler()) }
            let token = pool?.observe { _ in }
            (pool, center) = (nil, nil)
            if remaining != nil { retainedCount += 1 }
            withExtendedLifetime(token) {}
        }
        #expect(retainedCount == 0)
    }

    @Test func anObserverIsNotRetainedAfterItsCall() {
        final class Owner: KeyboardObservable {
            var owned: RawScreen?
            var onCall: (() -> Void)?
            func keyboardWillBeShown(notification: Notification) { onCall?() }
            func keyboardWillBeHidden(notification: Notification) {}
        }
        var first: Owner? = Owner()
        let second = Owner()
        if let first { fixture.pool.add(first) }
        fixture.pool.add(second)
        first?.owned = fixture.screen("owned")
        second.onCall = { first = nil }
        fixture.post(.willShow)
        #expect(fixture.log.calls == [])
        #expect(fixture.pool.count == 1)
        withExtendedLifetime(second) {}
    }

    @Test func aScreenCanUnsubscribeInItsDeinit() async {
        final class UnsubscribingScreen: KeyboardObservable {
            isolated deinit { unsubscribeFromKeyboardNotifications() }
            func keyboardWillBeShown(notification: Notification) {}
            func keyboardWillBeHidden(notification: Notification) {}
        }
        var screen: UnsubscribingScreen? = UnsubscribingScreen()
        if let screen { fixture.pool.add(screen) }
        #expect(fixture.pool.count == 1)
        screen = nil
        #expect(fixture.pool.count == 0)
        #expect(fixture.pool.orphanCount == 0)
    }
}

/// A screen that owns the token of its own closure, as the screens of an app do.
private final class TokenHolder: KeyboardObservable {
    var token: KeyboardObservationToken?

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}
}

private final class Flag: Sendable {
    private let flag = Atomic(false)

    var isRaised: Bool {
        flag.load(ordering: .acquiring)
    }

    func raise() {
        flag.store(true, ordering: .releasing)
    }
}
