import Foundation

extension ObserverKind {
    typealias Both = CommonKeyboardPresentable & FullKeyboardPresentable

    @MainActor
    func dispatcher(of screen: any KeyboardObservable.Type) -> any ObserverDispatcher {
        if let type = screen as? any (KeyboardObservable & KeyboardEventPresentable).Type { return custom(type) }
        if let type = screen as? any (KeyboardObservable & Both).Type { return both(type) }
        if let type = screen as? any (KeyboardObservable & CommonKeyboardPresentable).Type { return common(type) }
        if let type = screen as? any (KeyboardObservable & FullKeyboardPresentable).Type { return full(type) }
        return raw(screen)
    }

    // A dispatcher needs the screen's class as a generic argument. Swift opens `any KeyboardObservable.Type` only for a
    // generic parameter, so these methods are generic.

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
        while let screen = unsafe pool.observers.nextToCall(of: kind, as: AnyObject.self) {
            guard pool.observers.catchUpCurrent() else { continue }
            // If the screen subscribes again, the pool makes the remaining calls later, for the screen's new entry.
            while pool.observers.isCurrentSubscribed, let call = pool.catchUpEvents.nextCall(for: screen) {
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

    func follower(for observer: AnyObject, afterTransition number: Int) -> (any KeyboardFollower)? {
        guard presentsTransitions, let screen = observer as? any KeyboardTransitionPresentable else { return nil }
        return TransitionFollower(screen, afterTransition: number)
    }

    /// Returns `nil` if the next observer is of another class.
    ///
    /// The caller must release the returned screen before it calls this method again.
    @inline(__always)
    fileprivate final func callRawMethod(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ pool: KeyboardObserverPool
    ) -> Screen? {
        // Safe: all observers of this kind have the dynamic type `Screen`. The dynamic type of an object never changes.
        guard let screen = unsafe pool.observers.nextToCall(of: kind, as: Screen.self) else { return nil }
        // Swift does not reveal whether a class implements a raw method, so the pool calls the raw method of each
        // screen.
        RawMethodCall.current.screen = UInt(bitPattern: ObjectIdentifier(screen))
        screen.keyboardDidReceive(event, from: notification)
        RawMethodCall.current.screen = 0
        return screen
    }
}

private final class CommonDispatcher<Screen: KeyboardObservable & CommonKeyboardPresentable>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.observers.isCurrentSubscribed { screen.presentCommon(event) }
        }
    }
}

private final class FullDispatcher<Screen: KeyboardObservable & FullKeyboardPresentable>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.observers.isCurrentSubscribed { screen.presentFull(event) }
        }
    }
}

private final class BothDispatcher<Screen: KeyboardObservable & ObserverKind.Both>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.observers.isCurrentSubscribed { screen.presentCommon(event) }
            if pool.observers.isCurrentSubscribed { screen.presentFull(event) }
        }
    }
}

private final class CustomDispatcher<Screen: KeyboardObservable & KeyboardEventPresentable>: ScreenDispatcher<Screen> {
    override func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        while let screen = callRawMethod(event, notification, pool) {
            if pool.observers.isCurrentSubscribed { (screen as? any CommonKeyboardPresentable)?.presentCommon(event) }
            if pool.observers.isCurrentSubscribed { (screen as? any FullKeyboardPresentable)?.presentFull(event) }
            if pool.observers.isCurrentSubscribed { screen.presentKeyboardEvent(event) }
        }
    }
}
