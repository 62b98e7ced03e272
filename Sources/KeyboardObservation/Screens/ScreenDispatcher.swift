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

    func isCancelled(_ observer: AnyObject) -> Bool {
        false
    }

    func follower(for observer: AnyObject, afterTransition number: Int) -> (any CancellableFollower)? {
        guard presentsTransitions, let screen = observer as? any KeyboardTransitionPresentable else { return nil }
        return TransitionFollower(screen, afterTransition: number)
    }

    /// Calls the raw method of each screen and then the typed methods, unless the screen unsubscribes in between.
    ///
    /// The method is inlined, so that it is specialised for each presenter.
    @inline(__always)
    private func deliver<Presenter: ScreenPresenter>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ pool: KeyboardObserverPool,
        by presenter: Presenter.Type
    ) {
        // Safe: the pool stores a screen only with the kind of its dynamic type, which never changes. Each screen is
        // released before the next one is read.
        while let screen = unsafe pool.entries.nextToCall(of: kind, as: Presenter.Screen.self) {
            // The method is called even if the class does not implement it, because a missing implementation cannot be
            // detected. An app's implementation may call the default implementation by the name of the module.
            RawMethodCall.current = RawMethodCall(screen: ObjectIdentifier(screen), kind: event.kind)
            screen.keyboardDidReceive(event, from: notification)
            RawMethodCall.current.screen = nil
            if pool.entries.isCurrentSubscribed { presenter.present(event, to: screen, in: pool) }
        }
    }

    private func deliverRaw<Screen: KeyboardObservable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        deliver(event, notification, pool, by: RawPresenter<Screen>.self)
    }

    private func deliverCommon<Screen: KeyboardObservable & CommonKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        deliver(event, notification, pool, by: CommonPresenter<Screen>.self)
    }

    private func deliverFull<Screen: KeyboardObservable & FullKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        deliver(event, notification, pool, by: FullPresenter<Screen>.self)
    }

    private func deliverBoth<Screen: KeyboardObservable & Both>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        deliver(event, notification, pool, by: BothPresenter<Screen>.self)
    }

    private func deliverCustom<Screen: KeyboardObservable & KeyboardEventPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        deliver(event, notification, pool, by: CustomPresenter<Screen>.self)
    }
}

/// Calls the typed methods of a screen.
@MainActor
private protocol ScreenPresenter {
    associatedtype Screen: KeyboardObservable

    static func present(_ event: KeyboardEvent, to screen: Screen, in pool: KeyboardObserverPool)
}

private enum RawPresenter<Screen: KeyboardObservable>: ScreenPresenter {
    @inline(__always)
    static func present(_ event: KeyboardEvent, to screen: Screen, in pool: KeyboardObserverPool) {}
}

private enum CommonPresenter<Screen: KeyboardObservable & CommonKeyboardPresentable>: ScreenPresenter {
    @inline(__always)
    static func present(_ event: KeyboardEvent, to screen: Screen, in pool: KeyboardObserverPool) {
        screen.presentCommon(event)
    }
}

private enum FullPresenter<Screen: KeyboardObservable & FullKeyboardPresentable>: ScreenPresenter {
    @inline(__always)
    static func present(_ event: KeyboardEvent, to screen: Screen, in pool: KeyboardObserverPool) {
        screen.presentFull(event)
    }
}

private enum BothPresenter<Screen: KeyboardObservable & ScreenDispatcher.Both>: ScreenPresenter {
    @inline(__always)
    static func present(_ event: KeyboardEvent, to screen: Screen, in pool: KeyboardObserverPool) {
        screen.presentCommon(event)
        if pool.entries.isCurrentSubscribed { screen.presentFull(event) }
    }
}

private enum CustomPresenter<Screen: KeyboardObservable & KeyboardEventPresentable>: ScreenPresenter {
    @inline(__always)
    static func present(_ event: KeyboardEvent, to screen: Screen, in pool: KeyboardObserverPool) {
        (screen as? any CommonKeyboardPresentable)?.presentCommon(event)
        if pool.entries.isCurrentSubscribed { (screen as? any FullKeyboardPresentable)?.presentFull(event) }
        if pool.entries.isCurrentSubscribed { screen.presentKeyboardEvent(event) }
    }
}

extension KeyboardObserverPool {
    /// Appends the screen to the observers, and holds it weakly.
    ///
    /// The call has no effect if the screen is already subscribed.
    /// ``KeyboardObservable/subscribeOnKeyboardNotifications()`` calls this method. O(1), amortised.
    public func add(_ observer: some KeyboardObservable) {
        subscribe(observer) { ScreenDispatcher(type(of: observer), kind: $0) }
    }

    /// Removes the screen from the observers.
    ///
    /// The call has no effect if the screen is not subscribed. O(1).
    public func remove(_ observer: some KeyboardObservable) {
        unsubscribe(ObjectIdentifier(observer))
    }

    /// Returns whether the screen is subscribed to this pool, in O(1).
    public func contains(_ observer: some KeyboardObservable) -> Bool {
        entries.contains(observer)
    }
}
