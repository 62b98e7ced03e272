import Foundation
import KeyboardObservation

final class CommonScreen: KeyboardObservable, CommonKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        log.add("common willShow \(keyboardHeight) \(duration)")
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        log.add("common willHide \(duration)")
    }

    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        log.add("common didShow \(keyboardHeight) \(duration)")
    }

    func keyboardWasHidden(duration: TimeInterval) {
        log.add("common didHide \(duration)")
    }
}

final class FullScreen: KeyboardObservable, FullKeyboardPresentable {
    let log: CallLog
    var infos: [Notification.KeyboardInfo] = []

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { add("willShow", keyboardInfo) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { add("willHide", keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { add("didShow", keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { add("didHide", keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { add("willChangeFrame", keyboardInfo) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { add("didChangeFrame", keyboardInfo) }

    private func add(_ name: String, _ info: Notification.KeyboardInfo) {
        log.add("full \(name)")
        infos.append(info)
    }
}

/// Adopts both presentables and writes a raw method.
final class RawCommonAndFullScreen: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) { log.add("raw willShow") }
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { log.add("full willShow") }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { log.add("full willHide") }
}

/// Adopts only `KeyboardObservable`, and uses the default implementations of the four other raw methods.
class RawBase: KeyboardObservable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) { log.add("raw willShow") }
    func keyboardWillBeHidden(notification: Notification) { log.add("raw willHide") }
}

/// Adds the presentables to a base class without presentables.
class TypedSubclass: RawBase, CommonKeyboardPresentable, FullKeyboardPresentable {
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { log.add("full willShow") }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { log.add("full willHide") }
}

/// Overrides methods of its base class.
final class OverridingSubclass: TypedSubclass {
    override func keyboardWillBeShown(notification: Notification) { log.add("overridden raw willShow") }
    override func keyboardWillBeHidden(duration: TimeInterval) { log.add("overridden common willHide") }
}

/// Adopts a presentable.
///
/// The subclass adopts `KeyboardObservable`.
class PresentableBase: CommonKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
}

final class ObservingSubclass: PresentableBase, KeyboardObservable {}

/// A custom adapter, as the documentation of `KeyboardObservable` shows it.
@MainActor
protocol HeightPresentable: KeyboardPresentable {
    func keyboardHeightWillChange(to height: CGFloat)
}

extension KeyboardObservable {
    /// Calls the raw method for the event, like an adapter that implements `keyboardDidReceive`.
    func callRawMethod(for event: KeyboardEvent, from notification: Notification) {
        switch event.kind {
        case .willShow: keyboardWillBeShown(notification: notification)
        case .didShow: keyboardWasShown(notification: notification)
        case .willHide: keyboardWillBeHidden(notification: notification)
        case .didHide: keyboardWasHidden(notification: notification)
        case .willChangeFrame: keyboardFrameWillChange(notification: notification)
        case .didChangeFrame: keyboardFrameDidChange(notification: notification)
        }
    }
}

extension HeightPresentable where Self: KeyboardObservable {
    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        callRawMethod(for: event, from: notification)
        if event.kind == .willShow { keyboardHeightWillChange(to: event.info.frameEnd?.height ?? 0) }
        if event.kind == .willHide { keyboardHeightWillChange(to: 0) }
    }
}

final class HeightScreen: KeyboardObservable, HeightPresentable, CommonKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) { log.add("raw willShow") }
    func keyboardHeightWillChange(to height: CGFloat) { log.add("height \(height)") }
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
}

/// Combines a custom adapter with a presentable and calls its raw methods directly.
final class ForwardingScreen: KeyboardObservable, CommonKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        log.add("received \(event.kind)")
        if event.kind == .willShow { keyboardWillBeShown(notification: notification) }
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
}

/// Calls the default implementation of its raw method, as a subclass calls `super`.
final class AmendingScreen: KeyboardObservable, CommonKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) {
        log.add("raw willShow")
        self.KeyboardObservation::keyboardWillBeShown(notification: notification)
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
}

/// Calls the default implementation of `keyboardDidReceive`.
final class AmendingReceiver: KeyboardObservable, CommonKeyboardPresentable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        log.add("received \(event.kind)")
        self.KeyboardObservation::keyboardDidReceive(event, from: notification)
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { log.add("common willShow") }
    func keyboardWillBeHidden(duration: TimeInterval) { log.add("common willHide") }
}
