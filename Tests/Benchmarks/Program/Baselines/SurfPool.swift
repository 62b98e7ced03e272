import Foundation
import KeyboardObservation

/// Surf's design, written for Linux.
///
/// Each screen has an observer object, which holds the screen weakly. Each observer object has four registrations.
final class SurfPool: MeasuredSource {
    final class Observer {
        weak let screen: (any SurfObservable)?
        fileprivate var registrations: [any NSObjectProtocol] = []

        fileprivate init(_ screen: any SurfObservable) {
            self.screen = screen
        }
    }

    private let center: NotificationCenter
    private var observers: [Observer] = []

    init(_ center: NotificationCenter) {
        self.center = center
    }

    func subscribe(_ screen: any SurfObservable) {
        guard observers.first(where: { $0.screen === screen }) == nil else { return }
        let observer = Observer(screen)
        observers.append(observer)
        register(observer, .keyboardWillShow) { $0.keyboardWillBeShown(notification: $1) }
        register(observer, .keyboardWillHide) { $0.keyboardWillBeHidden(notification: $1) }
        register(observer, .keyboardDidShow) { $0.keyboardWasShown(notification: $1) }
        register(observer, .keyboardDidHide) { $0.keyboardWasHidden(notification: $1) }
    }

    /// Removes a screen and all orphans.
    ///
    /// No other method removes orphans.
    func unsubscribe(_ screen: any SurfObservable) {
        remove { $0.screen == nil }
        remove { $0.screen === screen }
    }

    private func remove(where isOver: (Observer) -> Bool) {
        for registration in observers.filter(isOver).flatMap(\.registrations) {
            center.removeObserver(registration)
        }
        observers.removeAll(where: isOver)
    }

    private func register(
        _ observer: Observer,
        _ name: Notification.Name,
        _ call: @escaping @Sendable (any SurfObservable, Notification) -> Void
    ) {
        // Safe: a benchmark registers, posts and releases only on the main thread.
        nonisolated(unsafe) let listener = observer
        let registration = center.addObserver(forName: name, object: nil, queue: nil) { notification in
            if let screen = unsafe listener.screen { call(screen, notification) }
        }
        observer.registrations.append(registration)
    }
}

protocol SurfObservable: AnyObject {
    func keyboardWillBeShown(notification: Notification)
    func keyboardWillBeHidden(notification: Notification)
    func keyboardWasShown(notification: Notification)
    func keyboardWasHidden(notification: Notification)
}

/// Surf's `Notification.keyboardInfo`, which always reads all four keys.
struct SurfInfo {
    let frameBegin: CGRect?
    let animationCurve: UInt?
    let animationDuration: Double?
    let frameEnd: CGRect?

    init(_ notification: Notification) {
        frameBegin = notification.userInfo?[KeyboardUserInfoKey.frameBegin] as? CGRect
        animationCurve = notification.userInfo?[KeyboardUserInfoKey.animationCurve] as? UInt
        animationDuration = notification.userInfo?[KeyboardUserInfoKey.animationDuration] as? Double
        frameEnd = notification.userInfo?[KeyboardUserInfoKey.frameEnd] as? CGRect
    }
}
