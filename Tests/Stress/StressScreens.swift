import Foundation
import KeyboardObservation

/// A screen that subscribes in `init` and never unsubscribes by itself.
protocol StressScreen: KeyboardObservable, Sendable {
    static var callsPerEvent: CallRecord.CallsPerEvent { get }

    init(_ record: CallRecord)

    func didUnsubscribe()
}

extension StressScreen {
    func didUnsubscribe() {}
}

final class RawScreen: StressScreen {
    static let callsPerEvent = CallRecord.CallsPerEvent(all: 1)
    private let record: CallRecord
    private let lifetime = CountedLifetime(.rawScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { receive(notification) }
    func keyboardWillBeHidden(notification: Notification) { receive(notification) }
    func keyboardWasShown(notification: Notification) { receive(notification) }
    func keyboardWasHidden(notification: Notification) { receive(notification) }
    func keyboardFrameWillChange(notification: Notification) { receive(notification) }
    func keyboardFrameDidChange(notification: Notification) { receive(notification) }

    private func receive(_ notification: Notification) {
        record.receive(notification.keyboardInfo.number)
    }
}

final class CommonScreen: StressScreen, CommonKeyboardPresentable {
    static let callsPerEvent = CallRecord.CallsPerEvent(showsAndHides: 1)
    private let record: CallRecord
    private let lifetime = CountedLifetime(.commonScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { record.receive(Int(keyboardHeight)) }
    func keyboardWillBeHidden(duration: TimeInterval) { record.receive(number(ofDuration: duration)) }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { record.receive(Int(keyboardHeight)) }
    func keyboardWasHidden(duration: TimeInterval) { record.receive(number(ofDuration: duration)) }
}

final class FullScreen: StressScreen, FullKeyboardPresentable {
    static let callsPerEvent = CallRecord.CallsPerEvent(all: 1)
    private let record: CallRecord
    private let lifetime = CountedLifetime(.fullScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
}

final class CommonAndFullScreen: StressScreen, CommonKeyboardPresentable, FullKeyboardPresentable {
    static let callsPerEvent = CallRecord.CallsPerEvent(all: 1, showsAndHides: 1)
    private let record: CallRecord
    private let lifetime = CountedLifetime(.bothScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { record.receive(Int(keyboardHeight)) }
    func keyboardWillBeHidden(duration: TimeInterval) { record.receive(number(ofDuration: duration)) }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { record.receive(Int(keyboardHeight)) }
    func keyboardWasHidden(duration: TimeInterval) { record.receive(number(ofDuration: duration)) }
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { record.receive(keyboardInfo.number) }
}
