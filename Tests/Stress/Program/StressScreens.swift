import Foundation
import KeyboardObservation

/// Performs the change that is planned for an observer's next call.
@MainActor
final class PlannedChange {
    private var change: (@MainActor () -> Void)?

    func plan(_ change: @escaping @MainActor () -> Void) {
        self.change = change
    }

    func cancel() {
        change = nil
    }

    func perform() {
        guard let change else { return }
        self.change = nil
        change()
    }
}

/// A screen that subscribes in `init`.
protocol StressScreen: KeyboardObservable, Sendable {
    init(_ planned: PlannedChange)
}

final class RawScreen: StressScreen {
    private let planned: PlannedChange
    private let lifetime = CountedLifetime(.rawScreen)

    init(_ planned: PlannedChange) {
        self.planned = planned
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { planned.perform() }
    func keyboardWillBeHidden(notification: Notification) { planned.perform() }
}

final class CommonScreen: StressScreen, CommonKeyboardPresentable {
    private let planned: PlannedChange
    private let lifetime = CountedLifetime(.commonScreen)

    init(_ planned: PlannedChange) {
        self.planned = planned
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { planned.perform() }
    func keyboardWillBeHidden(duration: TimeInterval) { planned.perform() }
}

final class FullScreen: StressScreen, FullKeyboardPresentable {
    private let planned: PlannedChange
    private let lifetime = CountedLifetime(.fullScreen)

    init(_ planned: PlannedChange) {
        self.planned = planned
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { planned.perform() }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { planned.perform() }
}

final class BothScreen: StressScreen, CommonKeyboardPresentable, FullKeyboardPresentable {
    private let planned: PlannedChange
    private let lifetime = CountedLifetime(.bothScreen)

    init(_ planned: PlannedChange) {
        self.planned = planned
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { planned.perform() }
    func keyboardWillBeHidden(notification: Notification) { planned.perform() }
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {}
    func keyboardWillBeHidden(duration: TimeInterval) {}
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { planned.perform() }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { planned.perform() }
}

/// A screen that follows transitions.
final class FollowingScreen: StressScreen, KeyboardTransitionPresentable {
    let keyboardAvoidingFrame = CGRect(x: 0, y: 0, width: 400, height: 900)
    private let planned: PlannedChange
    private let lifetime = CountedLifetime(.followingScreen)

    init(_ planned: PlannedChange) {
        self.planned = planned
        subscribeOnKeyboardNotifications()
    }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) { planned.perform() }
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {}
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        planned.perform()
    }
}

/// The owner of a closure, which is called until the owner is released.
@MainActor
final class Owner {
    let planned: PlannedChange
    var token: KeyboardObservationToken?
    private let lifetime = CountedLifetime(.owner)

    init(_ planned: PlannedChange) {
        self.planned = planned
    }
}

/// An iteration that is started and never finished.
@MainActor
final class UnfinishedIteration<Iterator> {
    private let iterator: Iterator
    private let lifetime = CountedLifetime(.iteration)

    init(_ iterator: Iterator) {
        self.iterator = iterator
    }
}

/// A screen that its own closure retains, which is the leak that `--plant cycle` plants.
final class SelfRetainingScreen: KeyboardObservable {
    var onShow: (() -> Void)?
    private let lifetime = CountedLifetime(.rawScreen)

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { onShow?() }
    func keyboardWillBeHidden(notification: Notification) {}
}
