import Dispatch
import Foundation
import KeyboardObservation
import Testing

@MainActor
struct Guarantee7CostTests {
    @Test func aPoolRegistersOnItsFirstUse() {
        let uses: [@MainActor (KeyboardObserverPool) -> Any] = [
            { pool in
                let screen = AllRawScreen(CallLog())
                pool.add(screen)
                return screen
            },
            { $0.observe { _ in } },
            { $0.events },
        ]
        for use in uses {
            let center = NotificationCenter()
            let pool = KeyboardObserverPool(center: center)
            var issues = 0
            pool.onIssue = { _ in issues += 1 }
            center.post(name: .keyboardWillShow, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: "nowhere"])
            #expect(issues == 0)
            let used = use(pool)
            center.post(name: .keyboardWillShow, object: nil, userInfo: [KeyboardUserInfoKey.frameEnd: "nowhere"])
            #expect(issues == 1)
            withExtendedLifetime(used) {}
        }
    }

    @Test func aDeallocatedPoolRemovesItsRegistrations() {
        let center = NotificationCenter()
        let screen = AllRawScreen(CallLog())
        weak var inbox: AnyObject?
        do {
            let pool = KeyboardObserverPool(center: center)
            pool.add(screen)
            inbox = pool.registeredObject
            #expect(inbox != nil)
        }
        #expect(inbox == nil)
    }

    @Test func aPoolDeallocatedDuringAPostDeliversThatEvent() {
        let center = NotificationCenter()
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center)
        weak let remaining = pool
        weak let inbox = pool?.registeredObject
        let log = CallLog()
        let (a, b) = (RawScreen("a", log), RawScreen("b", log))
        pool?.add(a)
        pool?.add(b)
        a.onCall = { pool = nil }
        center.post(KeyboardEvent.make(.willShow).notification)
        #expect(log.calls == ["a willShow", "b willShow"])
        #expect(remaining == nil)
        #expect(inbox == nil)
        center.post(KeyboardEvent.make(.willShow).notification)
        #expect(log.calls.count == 2)
    }

    @Test func aPoolDeallocatedOnAnotherThreadRemovesItsRegistrations() async {
        let center = NotificationCenter()
        let screen = AllRawScreen(CallLog())
        weak var inbox: AnyObject?
        func makePool() -> TransferredValue<KeyboardObserverPool> {
            let pool = KeyboardObserverPool(center: center)
            pool.add(screen)
            inbox = pool.registeredObject
            return TransferredValue(pool)
        }
        let transferred = makePool()
        await Task.detached { transferred.release() }.value
        #expect(inbox == nil)
    }

    @Test(arguments: 0..<20)
    func poolsDeallocatedDuringPostsOnOtherThreadsRemoveTheirRegistrations(round: Int) async {
        let center = NotificationCenter()
        let inboxes = WeakObjects()
        let pools = (0..<20).map { _ in
            let pool = KeyboardObserverPool(center: center)
            pool.add(AllRawScreen(CallLog()))
            inboxes.add(pool.registeredObject)
            return TransferredValue(pool)
        }
        await Task.detached {
            DispatchQueue.concurrentPerform(iterations: 40) { index in
                if index.isMultiple(of: 2) {
                    pools[index / 2].release()
                } else {
                    center.post(KeyboardEvent.make(.willShow).notification)
                }
            }
        }.value
        // If a pool received a post off the main actor, it has work in the main queue. The test waits until this work
        // has run.
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(inboxes.count == 0)
    }

    /// The center frees a block while it holds its lock.
    ///
    /// This releases the last reference to the pool.
    @Test func aPoolWithItsLastReferenceInABlockOfItsCenterIsDeallocatedWithThatBlock() {
        let center = NotificationCenter()
        weak var remaining: KeyboardObserverPool?
        let registration: any NSObjectProtocol
        do {
            let pool = KeyboardObserverPool(center: center)
            remaining = pool
            pool.listen()
            registration = center.addObserver(forName: .keyboardDidShow, object: nil, queue: nil) { _ in
                withExtendedLifetime(pool) {}
            }
        }
        #expect(remaining != nil)
        center.removeObserver(registration)
        #expect(remaining == nil)
    }

    /// The center frees a block while it holds its lock.
    ///
    /// This releases the screen, which unsubscribes in its `deinit`.
    @Test func aTransitionScreenWithItsLastReferenceInABlockOfItsCenterCanUnsubscribe() {
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        weak var remaining: UnsubscribingTransitionScreen?
        let registration: any NSObjectProtocol
        do {
            let screen = UnsubscribingTransitionScreen()
            remaining = screen
            pool.add(screen)
            registration = center.addObserver(forName: .keyboardDidShow, object: nil, queue: nil) { _ in
                withExtendedLifetime(screen) {}
            }
        }
        #expect(pool.trackingEntryCount == 1)
        center.removeObserver(registration)
        #expect(remaining == nil)
        #expect(pool.count == 0)
    }

    @Test func thePayloadIsReadOncePerEvent() {
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        let log = CallLog()
        let screens = (0..<50).map { _ in CommonScreen(log) } as [any KeyboardObservable]
        for screen in screens { pool.add(screen) }
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        // Each read of an invalid value reports an issue. A single issue therefore shows that the payload was read
        // once.
        center.post(name: .keyboardWillHide, object: nil, userInfo: [KeyboardUserInfoKey.animationDuration: "soon"])
        #expect(issues.count == 1)
        #expect(log.calls.count == 50)
        withExtendedLifetime(screens) {}
    }

    @Test func rawMethodsReceiveThePostedNotification() throws {
        let fixture = Fixture()
        let recorders = (0..<3).map { _ in NotificationRecorder() }
        for recorder in recorders { fixture.pool.add(recorder) }
        let (object, foreign) = (NSObject(), NSObject())
        var notification = KeyboardEvent.make(.willShow).notification
        notification.object = object
        notification.userInfo?["foreign"] = foreign
        fixture.center.post(notification)
        for recorder in recorders {
            let received = try #require(recorder.notifications.first as Notification?)
            #expect(received.object as? NSObject === object)
            #expect(received.userInfo?["foreign"] as? NSObject === foreign)
            #expect(recorder.events.first?.sender == ObjectIdentifier(object))
        }
    }
}

extension KeyboardObserverPool {
    /// The object that the center's closures own.
    ///
    /// The object exists as long as one of the closures is registered.
    fileprivate var registeredObject: AnyObject? {
        Mirror(reflecting: self).descendant("inbox").map { $0 as AnyObject }
    }
}

@MainActor
private final class WeakObjects {
    private struct Reference {
        weak var object: AnyObject?
    }

    private var references: [Reference] = []

    var count: Int {
        references.count { $0.object != nil }
    }

    func add(_ object: AnyObject?) {
        references.append(Reference(object: object))
    }
}

/// A screen that unsubscribes in its `deinit`, although this is not necessary.
@MainActor
private final class UnsubscribingTransitionScreen: KeyboardObservable, KeyboardTransitionPresentable {
    var keyboardAvoidingFrame: CGRect { .zero }

    isolated deinit {
        unsubscribeFromKeyboardNotifications()
    }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {}
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {}
}
