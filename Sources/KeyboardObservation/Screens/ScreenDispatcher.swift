import Foundation

extension ObserverKind {
    typealias Both = CommonKeyboardPresentable & FullKeyboardPresentable

    /// Creates a dispatcher of this kind for the screens of one class.
    ///
    /// The method is called only when the first screen of a class subscribes. Therefore the protocols that the class
    /// adopts are looked up only once.
    @MainActor
    func dispatcher(of screen: any KeyboardObservable.Type) -> any ObserverDispatcher {
        if let type = screen as? any (KeyboardObservable & KeyboardEventPresentable).Type { return custom(type) }
        if let type = screen as? any (KeyboardObservable & Both).Type { return both(type) }
        if let type = screen as? any (KeyboardObservable & CommonKeyboardPresentable).Type { return common(type) }
        if let type = screen as? any (KeyboardObservable & FullKeyboardPresentable).Type { return full(type) }
        return raw(screen)
    }

    // Each generic function opens the existential type that is passed to it.

    @MainActor
    private func raw<Screen: KeyboardObservable>(_: Screen.Type) -> any ObserverDispatcher {
        ScreenDispatcher<Screen>(self)
    }

    @MainActor
    private func common<S: KeyboardObservable & CommonKeyboardPresentable>(_: S.Type) -> any ObserverDispatcher {
        CommonDispatcher<S>(self)
    }

    @MainActor
    private func full<S: KeyboardObservable & FullKeyboardPresentable>(_: S.Type) -> any ObserverDispatcher {
        FullDispatcher<S>(self)
    }

    @MainActor
    private func both<S: KeyboardObservable & Both>(_: S.Type) -> any ObserverDispatcher {
        BothDispatcher<S>(self)
    }

    @MainActor
    private func custom<S: KeyboardObservable & KeyboardEventPresentable>(_: S.Type) -> any ObserverDispatcher {
        CustomDispatcher<S>(self)
    }
}

/// Calls the raw methods of the screens of one class.
///
/// The subclasses of the dispatcher also call the typed methods of the presentables.
class ScreenDispatcher<Screen: KeyboardObservable>: ObserverDispatcher {
    private let kind: ObserverKind
    private let presentsTransitions = Screen.self is any KeyboardTransitionPresentable.Type

    init(_ kind: ObserverKind) {
        self.kind = kind
    }

    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while callRawMethod(event, notification, pool) != nil {}
    }

    func catchUp(in pool: KeyboardObserverPool) {
        // Safe: every observer is an `AnyObject`.
        while let screen = unsafe pool.entries.nextToCall(of: kind, as: AnyObject.self) {
            guard pool.entries.catchUpCurrent() else { continue }
            // A screen can unsubscribe and subscribe again. Such a screen receives the remaining calls later, for its
            // new entry.
            while pool.entries.isCurrentSubscribed, let call = pool.catchUpEvents.nextCall(for: screen) {
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

    /// Calls the raw method of the next screen.
    ///
    /// If the screen unsubscribes in the raw method, the caller does not call the screen's typed methods.
    ///
    /// - Returns: The screen. If the next observer is of another class, the result is `nil`. At the end of the
    ///   delivery, the result is also `nil`. The caller releases each screen before it reads the next one.
    @inline(__always)
    fileprivate final func callRawMethod(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ pool: KeyboardObserverPool
    ) -> Screen? {
        // Safe: the pool stores each screen with the kind of its dynamic type. The dynamic type of a screen never
        // changes.
        guard let screen = unsafe pool.entries.nextToCall(of: kind, as: Screen.self) else { return nil }
        // The method is called even if the class does not implement the method. A missing implementation cannot be
        // detected. The current screen is stored, because the default implementation reads it. An app's raw method can
        // call the default implementation with the module's name, as in `KeyboardObservation::keyboardWillBeShown`.
        RawMethodCall.current.screen = ObjectIdentifier(screen)
        screen.keyboardDidReceive(event, from: notification)
        RawMethodCall.current.screen = nil
        return screen
    }
}

private final class CommonDispatcher<Screen: KeyboardObservable & CommonKeyboardPresentable>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.entries.isCurrentSubscribed { screen.presentCommon(event) }
        }
    }
}

private final class FullDispatcher<Screen: KeyboardObservable & FullKeyboardPresentable>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.entries.isCurrentSubscribed { screen.presentFull(event) }
        }
    }
}

private final class BothDispatcher<Screen: KeyboardObservable & ObserverKind.Both>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.entries.isCurrentSubscribed { screen.presentCommon(event) }
            if pool.entries.isCurrentSubscribed { screen.presentFull(event) }
        }
    }
}

/// Calls the screens of a class that adopts an adapter of the app.
///
/// The class can also adopt presentables of the library.
private final class CustomDispatcher<Screen: KeyboardObservable & KeyboardEventPresentable>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.entries.isCurrentSubscribed { (screen as? any CommonKeyboardPresentable)?.presentCommon(event) }
            if pool.entries.isCurrentSubscribed { (screen as? any FullKeyboardPresentable)?.presentFull(event) }
            if pool.entries.isCurrentSubscribed { screen.presentKeyboardEvent(event) }
        }
    }
}
