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
        var heard = 0
        KeyboardObserverPool.$current.withValue(fixture.pool) {
            for _ in 0..<1_000 {
                let screen = ForgetfulScreen { heard += 1 }
                weak let remaining = screen
                _ = consume screen
                #expect(remaining == nil)
            }
            let screen = ForgetfulScreen { heard += 1 }
            #expect(fixture.pool.count == 1)
            fixture.post(.willShow)
            withExtendedLifetime(screen) {}
        }
        #expect(heard == 1)
        #expect(fixture.pool.count == 0)
        fixture.pool.sweep()
        #expect(fixture.pool.orphanCount == 0)
    }

    @Test(arguments: [false, true])
    func aNewScreenAtAReusedAddressIsNotSubscribed(sweeping: Bool) {
        var addresses: Set<ObjectIdentifier> = []
        var heard = 0
        KeyboardObserverPool.$current.withValue(fixture.pool) {
            for round in 1...2_000 {
                let screen = ForgetfulScreen { heard += 1 }
                addresses.insert(ObjectIdentifier(screen))
                #expect(fixture.pool.contains(screen))
                #expect(fixture.pool.count == 1)
                fixture.post(.willShow)
                #expect(heard == round, "once each")
                if sweeping { fixture.pool.sweep() }
            }
        }
        #expect(addresses.count < 2_000, "no address was reused, so nothing was shown")
    }

    @Test func aScreenAtAReusedAddressSubscribesAtTheEnd() throws {
        let (pool, log) = (fixture.pool, fixture.log)
        var reused = 0
        for _ in 0..<100 {
            var dead: RawScreen? = RawScreen("dead", log)
            let address = dead.map(ObjectIdentifier.init)
            if let dead { pool.add(dead) }
            let other = fixture.screen("other")
            dead = nil
            let stranger = RawScreen("stranger", log)
            #expect(!pool.contains(stranger))
            pool.remove(stranger)
            pool.add(stranger)
            log.clear()
            fixture.post(.willShow)
            #expect(log.calls == ["other willShow", "stranger willShow"])
            if ObjectIdentifier(stranger) == address { reused += 1 }
            withExtendedLifetime(other) {}
        }
        #expect(reused > 0, "no address was reused, so nothing was shown")
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
        #expect(fixture.pool.orphanCount == 0, "its token went with it")
    }

    @Test func aClosureWithoutItsOwnerIsAnOrphan() {
        var heard = 0
        var owner: NSObject? = NSObject()
        let token = owner.map { fixture.pool.observe(for: $0) { _, _ in heard += 1 } }
        fixture.post(.willShow)
        owner = nil
        #expect(fixture.pool.orphanCount == 1)
        fixture.post(.willShow)
        #expect(heard == 1)
        #expect(fixture.pool.orphanCount == 0, "the event took it out")
        withExtendedLifetime(token) {}
    }

    @Test func aTokenReleasedOnAnotherThreadEndsItsClosure() async {
        let pool = fixture.pool
        weak var remaining: NSObject?
        var heard = 0
        let box: Box<KeyboardObservationToken>
        do {
            let held = NSObject()
            remaining = held
            box = Box(pool.observe { _ in withExtendedLifetime(held) { heard += 1 } })
        }
        fixture.post(.willShow)
        await Task.detached { box.empty() }.value
        fixture.post(.willShow)
        #expect(heard == 1)
        #expect(remaining == nil)
        #expect(pool.orphanCount == 0)
    }

    @Test func aScreenDeallocatedOnAnotherThreadIsAnOrphan() async {
        let (pool, log) = (fixture.pool, fixture.log)
        weak var remaining: RawScreen?
        func subscribe() -> Box<RawScreen> {
            let screen = fixture.screen("a")
            remaining = screen
            return Box(screen)
        }
        let box = subscribe()
        await Task.detached { box.empty() }.value
        #expect(remaining == nil)
        fixture.post(.willShow)
        #expect(log.calls.isEmpty)
        #expect(pool.count == 0)
        #expect(pool.orphanCount == 0, "the event took it out")
    }

    @Test func ownersCanBeDeallocatedOnOtherThreadsAtAnyMoment() {
        let scheduler = ManualScheduler()
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: .milliseconds(1))
        let passer = RawScreen("passer", CallLog())
        for _ in 0..<30 {
            let boxes = (0..<100).map { _ in
                let screen = TokenHolder()
                pool.add(screen)
                screen.token = pool.observe(for: screen) { _, _ in }
                return Box(screen)
            }
            let isDone = Flag()
            DispatchQueue.global().async {
                for box in boxes { box.empty() }
                isDone.raise()
            }
            while !isDone.isRaised {
                pool.add(passer)
                pool.sweep()
                _ = pool.count + pool.orphanCount
                center.post(KeyboardEvent.make(.willShow).notification)
                scheduler.advance(by: .milliseconds(1))
                pool.remove(passer)
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
        final class LeavingScreen: KeyboardObservable {
            isolated deinit { unsubscribeFromKeyboardNotifications() }
            func keyboardWillBeShown(notification: Notification) {}
            func keyboardWillBeHidden(notification: Notification) {}
        }
        var screen: LeavingScreen? = LeavingScreen()
        if let screen { fixture.pool.add(screen) }
        #expect(fixture.pool.count == 1)
        screen = nil
        #expect(fixture.pool.count == 0)
        #expect(fixture.pool.orphanCount == 0)
    }
}

/// A screen that keeps the token of its own closure, as an app's would.
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
