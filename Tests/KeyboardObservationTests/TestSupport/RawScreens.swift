import Foundation
import KeyboardObservation
import KeyboardSimulation

/// Records the calls of the screens of a test in order.
@MainActor
final class CallLog {
    private(set) var calls: [String] = []
    var retained: [AnyObject] = []

    func add(_ call: String) {
        calls.append(call)
    }

    func clear() {
        calls = []
    }
}

/// Implements only the two required methods, without annotations.
class RawScreen: KeyboardObservable {
    let name: String
    let log: CallLog
    var onCall: (() -> Void)?

    init(_ name: String, _ log: CallLog) {
        self.name = name
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) {
        log.add("\(name) willShow")
        onCall?()
    }

    func keyboardWillBeHidden(notification: Notification) {
        log.add("\(name) willHide")
        onCall?()
    }
}

/// Implements all six raw methods.
final class AllRawScreen: KeyboardObservable {
    let log: CallLog

    init(_ log: CallLog) {
        self.log = log
    }

    func keyboardWillBeShown(notification: Notification) { log.add("willBeShown") }
    func keyboardWillBeHidden(notification: Notification) { log.add("willBeHidden") }
    func keyboardWasShown(notification: Notification) { log.add("wasShown") }
    func keyboardWasHidden(notification: Notification) { log.add("wasHidden") }
    func keyboardFrameWillChange(notification: Notification) { log.add("frameWillChange") }
    func keyboardFrameDidChange(notification: Notification) { log.add("frameDidChange") }
}

/// Subscribes in `init` and never unsubscribes.
final class SelfSubscribingScreen: KeyboardObservable {
    private let onEvent: () -> Void

    init(onEvent: @escaping () -> Void = {}) {
        self.onEvent = onEvent
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { onEvent() }
    func keyboardWillBeHidden(notification: Notification) { onEvent() }
}

/// A pool on its own center, with a log.
@MainActor
struct Fixture {
    let center = NotificationCenter()
    let pool: KeyboardObserverPool
    let log = CallLog()

    init(scheduler: any KeyboardScheduler = ManualScheduler(), sweepInterval: Duration = .seconds(30)) {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler, sweepInterval: sweepInterval)
    }

    func screen(_ name: String) -> RawScreen {
        let screen = RawScreen(name, log)
        pool.add(screen)
        return screen
    }

    func post(_ kind: KeyboardEvent.Kind, height: CGFloat? = 300, duration: Double? = 0.25) {
        center.post(KeyboardEvent.make(kind, height: height, duration: duration).notification)
    }
}

extension KeyboardEvent {
    static func make(_ kind: Kind, height: CGFloat? = 300, duration: Double? = 0.25) -> KeyboardEvent {
        KeyboardEvent(
            kind,
            info: Notification.KeyboardInfo(
                frameEnd: height.map { CGRect(x: 0, y: 800 - $0, width: 400, height: $0) },
                animationDuration: duration
            )
        )
    }
}

/// Records its events and notifications.
final class NotificationRecorder: KeyboardObservable {
    private(set) var events: [KeyboardEvent] = []
    private(set) var notifications: [Notification] = []

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        events.append(event)
        notifications.append(notification)
    }

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}
}
