import Foundation
import KeyboardObservation

/// A screen that subscribes in its `init`, and never unsubscribes by itself.
protocol StressScreen: KeyboardObservable, Sendable {
    static var share: Ear.Share { get }

    init(_ ear: Ear)

    func didUnsubscribe()
}

extension StressScreen {
    func didUnsubscribe() {}
}

final class RawScreen: StressScreen {
    static let share = Ear.Share(all: 1)
    private let ear: Ear
    private let mark = Mark(.rawScreen)

    init(_ ear: Ear) {
        self.ear = ear
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { hear(notification) }
    func keyboardWillBeHidden(notification: Notification) { hear(notification) }
    func keyboardWasShown(notification: Notification) { hear(notification) }
    func keyboardWasHidden(notification: Notification) { hear(notification) }
    func keyboardFrameWillChange(notification: Notification) { hear(notification) }
    func keyboardFrameDidChange(notification: Notification) { hear(notification) }

    private func hear(_ notification: Notification) {
        ear.hear(notification.keyboardInfo.number)
    }
}

final class CommonScreen: StressScreen, CommonKeyboardPresentable {
    static let share = Ear.Share(showsAndHides: 1)
    private let ear: Ear
    private let mark = Mark(.commonScreen)

    init(_ ear: Ear) {
        self.ear = ear
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { ear.hear(Int(keyboardHeight)) }
    func keyboardWillBeHidden(duration: TimeInterval) { ear.hear(number(ofDuration: duration)) }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { ear.hear(Int(keyboardHeight)) }
    func keyboardWasHidden(duration: TimeInterval) { ear.hear(number(ofDuration: duration)) }
}

final class FullScreen: StressScreen, FullKeyboardPresentable {
    static let share = Ear.Share(all: 1)
    private let ear: Ear
    private let mark = Mark(.fullScreen)

    init(_ ear: Ear) {
        self.ear = ear
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
}

final class BothScreen: StressScreen, CommonKeyboardPresentable, FullKeyboardPresentable {
    static let share = Ear.Share(all: 1, showsAndHides: 1)
    private let ear: Ear
    private let mark = Mark(.bothScreen)

    init(_ ear: Ear) {
        self.ear = ear
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { ear.hear(Int(keyboardHeight)) }
    func keyboardWillBeHidden(duration: TimeInterval) { ear.hear(number(ofDuration: duration)) }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) { ear.hear(Int(keyboardHeight)) }
    func keyboardWasHidden(duration: TimeInterval) { ear.hear(number(ofDuration: duration)) }
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { ear.hear(keyboardInfo.number) }
}
