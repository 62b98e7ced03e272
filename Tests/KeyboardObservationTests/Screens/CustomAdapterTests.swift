import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Custom adapters, as the documentation of `KeyboardEventPresentable` shows them.
@MainActor
private protocol HeightAdapter: KeyboardEventPresentable {
    func keyboardHeightWillChange(to height: CGFloat)
}

extension HeightAdapter {
    func presentHeight(_ event: KeyboardEvent) {
        if event.kind == .willShow { keyboardHeightWillChange(to: event.info.frameEnd?.height ?? 0) }
        if event.kind == .willHide { keyboardHeightWillChange(to: 0) }
    }

    func presentKeyboardEvent(_ event: KeyboardEvent) { presentHeight(event) }
}

@MainActor
private protocol KindAdapter: KeyboardEventPresentable {
    func keyboardKind(_ kind: KeyboardEvent.Kind)
}

extension KindAdapter {
    func presentKind(_ event: KeyboardEvent) { keyboardKind(event.kind) }
    func presentKeyboardEvent(_ event: KeyboardEvent) { presentKind(event) }
}

@MainActor
struct CustomAdapterTests {
    private class Screen: KeyboardObservable {
        var calls: [String] = []
        let keyboardObserverPool: KeyboardObserverPool

        init(_ pool: KeyboardObserverPool) {
            keyboardObserverPool = pool
            subscribeOnKeyboardNotifications()
        }

        func keyboardWillBeShown(notification: Notification) { calls.append("raw") }
        func keyboardWillBeHidden(notification: Notification) {}
    }

    private final class SubclassScreen: Screen, HeightAdapter, CommonKeyboardPresentable {
        func keyboardHeightWillChange(to height: CGFloat) { calls.append("height \(height)") }
        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { calls.append("common") }
        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    private final class TwoAdapterScreen: KeyboardObservable, HeightAdapter, KindAdapter {
        var calls: [String] = []
        let keyboardObserverPool: KeyboardObserverPool

        init(_ pool: KeyboardObserverPool) {
            keyboardObserverPool = pool
            subscribeOnKeyboardNotifications()
        }

        func presentKeyboardEvent(_ event: KeyboardEvent) {
            presentHeight(event)
            presentKind(event)
        }

        func keyboardHeightWillChange(to height: CGFloat) { calls.append("height \(height)") }
        func keyboardKind(_ kind: KeyboardEvent.Kind) { calls.append("\(kind)") }
    }

    private class DefaultingScreen: KeyboardObservable, CommonKeyboardPresentable {
        let keyboardObserverPool: KeyboardObserverPool

        init(_ pool: KeyboardObserverPool) {
            keyboardObserverPool = pool
            subscribeOnKeyboardNotifications()
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {}
        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    /// A screen that implements a method for which its base class uses the default implementation.
    ///
    /// Swift calls the default implementations instead of the methods of this class.
    private final class IgnoredMethodScreen: DefaultingScreen {
        var calls: [String] = []

        func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { calls.append("typed") }
        func keyboardWasShown(notification: Notification) { calls.append("raw") }
    }

    private let center = NotificationCenter()
    private let pool: KeyboardObserverPool
    private let show = KeyboardEvent(
        .willShow,
        info: Notification.KeyboardInfo(frameEnd: CGRect(x: 0, y: 0, width: 1, height: 291))
    ).notification

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
    }

    @Test func aSubclassCanAdoptAnAdapter() {
        let screen = SubclassScreen(pool)
        center.post(show)
        #expect(screen.calls == ["raw", "common", "height 291.0"])
    }

    @Test func twoAdaptersCombineInOneClass() {
        let screen = TwoAdapterScreen(pool)
        center.post(show)
        #expect(screen.calls == ["height 291.0", "willShow"])
    }

    @Test func aRawMethodCalledDirectlyCallsTheAdapters() {
        let screen = TwoAdapterScreen(pool)
        screen.keyboardWillBeShown(notification: show)
        #expect(screen.calls == ["height 291.0", "willShow"])
    }

    @Test func aMethodThatTheBaseClassLeavesToTheDefaultIsNeverCalled() {
        let screen = IgnoredMethodScreen(pool)
        var did = show
        did.name = .keyboardDidShow
        center.post(did)
        #expect(screen.calls.isEmpty)
    }

    private class BaseWithAdapter: Screen, HeightAdapter {
        func keyboardHeightWillChange(to height: CGFloat) { calls.append("height \(height)") }
        func presentKeyboardEvent(_ event: KeyboardEvent) { presentHeight(event) }
    }

    private final class SubclassWithSecondAdapter: BaseWithAdapter, KindAdapter {
        func keyboardKind(_ kind: KeyboardEvent.Kind) { calls.append("\(kind)") }

        override func presentKeyboardEvent(_ event: KeyboardEvent) {
            presentHeight(event)
            presentKind(event)
        }
    }

    @Test func aSubclassAddsAnAdapterToThatOfItsBaseClass() {
        let center = NotificationCenter()
        let screen = SubclassWithSecondAdapter(KeyboardObserverPool(center: center))
        center.post(KeyboardEvent.make(.willShow, height: 300).notification)
        #expect(screen.calls == ["raw", "height 300.0", "willShow"])
    }

    @Test func aRawMethodThatIsCalledByHandKeepsTheSender() {
        final class SenderScreen: KeyboardObservable, KeyboardEventPresentable {
            var senders: [ObjectIdentifier?] = []
            func presentKeyboardEvent(_ event: KeyboardEvent) { senders.append(event.sender) }
        }
        let (screen, object) = (SenderScreen(), NSObject())
        var notification = KeyboardEvent.make(.willShow).notification
        notification.object = object
        screen.keyboardWillBeShown(notification: notification)
        #expect(screen.senders == [ObjectIdentifier(object)])
    }
}
