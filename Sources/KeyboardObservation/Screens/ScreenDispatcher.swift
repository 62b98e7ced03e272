import Foundation

/// Calls the screens of one class.
///
/// The protocols that the class adopts are looked up once, when its first screen subscribes.
final class ScreenDispatcher: ObserverDispatcher {
    typealias Both = CommonKeyboardPresentable & FullKeyboardPresentable

    private enum Adoption {
        case rawMethods(any KeyboardObservable.Type)
        case common(any (KeyboardObservable & CommonKeyboardPresentable).Type)
        case full(any (KeyboardObservable & FullKeyboardPresentable).Type)
        case both(any (KeyboardObservable & Both).Type)
        /// An adapter of the app, and possibly the adapters of the library.
        case custom(any (KeyboardObservable & KeyboardEventPresentable).Type)
    }

    private let kind: ObserverKind
    private let adoption: Adoption
    private let presentsTransitions: Bool

    init(_ screen: any KeyboardObservable.Type, kind: ObserverKind) {
        self.kind = kind
        presentsTransitions = screen is any KeyboardTransitionPresentable.Type
        adoption =
            if let type = screen as? any (KeyboardObservable & KeyboardEventPresentable).Type {
                .custom(type)
            } else if let type = screen as? any (KeyboardObservable & Both).Type {
                .both(type)
            } else if let type = screen as? any (KeyboardObservable & CommonKeyboardPresentable).Type {
                .common(type)
            } else if let type = screen as? any (KeyboardObservable & FullKeyboardPresentable).Type {
                .full(type)
            } else {
                .rawMethods(screen)
            }
    }

    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        switch adoption {
        case .rawMethods(let type): deliverRaw(event, notification, type, pool)
        case .common(let type): deliverCommon(event, notification, type, pool)
        case .full(let type): deliverFull(event, notification, type, pool)
        case .both(let type): deliverBoth(event, notification, type, pool)
        case .custom(let type): deliverCustom(event, notification, type, pool)
        }
    }

    func catchUp(in pool: KeyboardObserverPool) {
        // Safe: every observer is an `AnyObject`.
        while let screen = unsafe pool.entries.nextToCall(of: kind, as: AnyObject.self) {
            guard pool.entries.catchUpCurrent() else { continue }
            // A screen that resubscribes receives the remaining calls in its new place.
            while pool.entries.isCurrentSubscribed, let call = pool.latestEvents.nextCall(for: screen) {
                present(call, to: screen, pool)
            }
        }
    }

    private func present(_ call: CatchUpCall, to screen: AnyObject, _ pool: KeyboardObserverPool) {
        switch call {
        case .common(let event): (screen as? any CommonKeyboardPresentable)?.presentCommon(event)
        case .full(let event): (screen as? any FullKeyboardPresentable)?.presentFull(event)
        case .event(let event): (screen as? any KeyboardEventPresentable)?.presentKeyboardEvent(event)
        case .transition: if presentsTransitions { pool.addFollower(of: screen, self, isUpdated: true) }
        }
    }

    func isCancelled(_ observer: AnyObject) -> Bool {
        false
    }

    func follower(for observer: AnyObject, afterTransition number: Int) -> (any CancellableFollower)? {
        guard presentsTransitions, let screen = observer as? any KeyboardTransitionPresentable else { return nil }
        return TransitionFollower(screen, afterTransition: number)
    }

    private func deliverRaw<Screen: KeyboardObservable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while callRawMethod(of: type, event, notification, pool) != nil {}
    }

    private func deliverCommon<Screen: KeyboardObservable & CommonKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = callRawMethod(of: type, event, notification, pool) {
            if pool.entries.isCurrentSubscribed { screen.presentCommon(event) }
        }
    }

    private func deliverFull<Screen: KeyboardObservable & FullKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = callRawMethod(of: type, event, notification, pool) {
            if pool.entries.isCurrentSubscribed { screen.presentFull(event) }
        }
    }

    private func deliverBoth<Screen: KeyboardObservable & Both>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = callRawMethod(of: type, event, notification, pool) {
            if pool.entries.isCurrentSubscribed { screen.presentCommon(event) }
            if pool.entries.isCurrentSubscribed { screen.presentFull(event) }
        }
    }

    private func deliverCustom<Screen: KeyboardObservable & KeyboardEventPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = callRawMethod(of: type, event, notification, pool) {
            if pool.entries.isCurrentSubscribed { (screen as? any CommonKeyboardPresentable)?.presentCommon(event) }
            if pool.entries.isCurrentSubscribed { (screen as? any FullKeyboardPresentable)?.presentFull(event) }
            if pool.entries.isCurrentSubscribed { screen.presentKeyboardEvent(event) }
        }
    }

    /// Calls the raw method of the next screen.
    ///
    /// The screen may unsubscribe in the method. Its typed methods are then not called.
    ///
    /// - Returns: The screen; `nil` if the next observer is of another class, or at the end of the delivery. Each screen
    ///   is released before the next one is read.
    @inline(__always)
    private func callRawMethod<Screen: KeyboardObservable>(
        of type: Screen.Type,
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ pool: KeyboardObserverPool
    ) -> Screen? {
        // Safe: the pool stores a screen only with the kind of its dynamic type, which never changes.
        guard let screen = unsafe pool.entries.nextToCall(of: kind, as: type) else { return nil }
        // The method is called even if the class does not implement it, because a missing implementation cannot be
        // detected. An app's implementation may call the default implementation by the name of the module.
        RawMethodCall.current = RawMethodCall(screen: ObjectIdentifier(screen), kind: event.kind)
        screen.keyboardDidReceive(event, from: notification)
        RawMethodCall.current.screen = nil
        return screen
    }
}
