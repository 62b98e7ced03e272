import Foundation
import KeyboardObservation

/// A screen that subscribes in `init` and never unsubscribes by itself.
protocol StressScreen: KeyboardObservable, Sendable {
    static var callPattern: CallPattern { get }
    var record: CallRecord { get }

    init(_ record: CallRecord)

    func didUnsubscribe()
}

extension StressScreen {
    func didUnsubscribe() {}

    func receiveRaw(_ kind: KeyboardEvent.Kind, _ notification: Notification) {
        record.receive(.raw, kind, notification.keyboardInfo.number)
    }

    // A call with a duration of 0 is not recorded, because it can be a call of a catch-up.

    func receiveCommon(_ kind: KeyboardEvent.Kind, _ number: Int, _ duration: TimeInterval) {
        if duration > 0 { record.receive(.common, kind, number) }
    }

    func receiveFull(_ kind: KeyboardEvent.Kind, _ info: Notification.KeyboardInfo) {
        if info.animationDuration != 0 { record.receive(.full, kind, info.number) }
    }
}

final class RawScreen: StressScreen {
    static let callPattern = CallPattern.raw
    let record: CallRecord
    private let lifetime = CountedLifetime(.rawScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { receiveRaw(.willShow, notification) }
    func keyboardWillBeHidden(notification: Notification) { receiveRaw(.willHide, notification) }
    func keyboardWasShown(notification: Notification) { receiveRaw(.didShow, notification) }
    func keyboardWasHidden(notification: Notification) { receiveRaw(.didHide, notification) }
    func keyboardFrameWillChange(notification: Notification) { receiveRaw(.willChangeFrame, notification) }
    func keyboardFrameDidChange(notification: Notification) { receiveRaw(.didChangeFrame, notification) }
}

final class CommonScreen: StressScreen, CommonKeyboardPresentable {
    static let callPattern = CallPattern.common
    let record: CallRecord
    private let lifetime = CountedLifetime(.commonScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receiveCommon(.willShow, Int(keyboardHeight), duration)
    }
    func keyboardWillBeHidden(duration: TimeInterval) {
        receiveCommon(.willHide, number(ofDuration: duration), duration)
    }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receiveCommon(.didShow, Int(keyboardHeight), duration)
    }
    func keyboardWasHidden(duration: TimeInterval) {
        receiveCommon(.didHide, number(ofDuration: duration), duration)
    }
}

final class FullScreen: StressScreen, FullKeyboardPresentable {
    static let callPattern = CallPattern.full
    let record: CallRecord
    private let lifetime = CountedLifetime(.fullScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.willShow, keyboardInfo) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.willHide, keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.didShow, keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.didHide, keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        receiveFull(.willChangeFrame, keyboardInfo)
    }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.didChangeFrame, keyboardInfo) }
}

final class RawCommonAndFullScreen: StressScreen, CommonKeyboardPresentable, FullKeyboardPresentable {
    static let callPattern = CallPattern.rawCommonAndFull
    let record: CallRecord
    private let lifetime = CountedLifetime(.bothScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { receiveRaw(.willShow, notification) }
    func keyboardWillBeHidden(notification: Notification) { receiveRaw(.willHide, notification) }
    func keyboardWasShown(notification: Notification) { receiveRaw(.didShow, notification) }
    func keyboardWasHidden(notification: Notification) { receiveRaw(.didHide, notification) }
    func keyboardFrameWillChange(notification: Notification) { receiveRaw(.willChangeFrame, notification) }
    func keyboardFrameDidChange(notification: Notification) { receiveRaw(.didChangeFrame, notification) }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receiveCommon(.willShow, Int(keyboardHeight), duration)
    }
    func keyboardWillBeHidden(duration: TimeInterval) {
        receiveCommon(.willHide, number(ofDuration: duration), duration)
    }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receiveCommon(.didShow, Int(keyboardHeight), duration)
    }
    func keyboardWasHidden(duration: TimeInterval) {
        receiveCommon(.didHide, number(ofDuration: duration), duration)
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.willShow, keyboardInfo) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.willHide, keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.didShow, keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.didHide, keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        receiveFull(.willChangeFrame, keyboardInfo)
    }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { receiveFull(.didChangeFrame, keyboardInfo) }
}
