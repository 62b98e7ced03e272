import Foundation

/// How events reach the screens of one class: found out from the dynamic type when its first screen subscribes, so
/// that a delivery asks for no type. Metatypes are plain words; an entry of the pool needs but the route's number.
@MainActor
struct ScreenRoute {
    private enum Adoption {
        case raw(any KeyboardObservable.Type)
        case common(any (KeyboardObservable & CommonKeyboardPresentable).Type)
        case full(any (KeyboardObservable & FullKeyboardPresentable).Type)
        case both(any (KeyboardObservable & Both).Type)
    }

    private typealias Both = CommonKeyboardPresentable & FullKeyboardPresentable

    private let adoption: Adoption
    /// Whether the screens want each frame of a move as well.
    let followsMoves: Bool

    init(_ screen: any KeyboardObservable.Type) {
        followsMoves = screen is any KeyboardTransitionPresentable.Type
        adoption =
            if let type = screen as? any (KeyboardObservable & Both).Type {
                .both(type)
            } else if let type = screen as? any (KeyboardObservable & CommonKeyboardPresentable).Type {
                .common(type)
            } else if let type = screen as? any (KeyboardObservable & FullKeyboardPresentable).Type {
                .full(type)
            } else {
                .raw(screen)
            }
    }

    /// Calls the raw methods first, then each presentable's, unless the screen leaves the pool in between. `object`
    /// must be of the class that the route was made for.
    func deliver(
        _ event: KeyboardEvent,
        from notification: Notification,
        to object: AnyObject,
        in pool: KeyboardObserverPool
    ) {
        switch adoption {
        case .raw(let type): deliverRaw(event, notification, object, type)
        case .common(let type): deliverCommon(event, notification, object, type, pool)
        case .full(let type): deliverFull(event, notification, object, type, pool)
        case .both(let type): deliverBoth(event, notification, object, type, pool)
        }
    }

    // The downcasts are safe: the pool stores a screen only with the route of its dynamic type, which never changes,
    // and each metatype here was cast from that type.

    private func deliverRaw<Screen: KeyboardObservable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ object: AnyObject,
        _ type: Screen.Type
    ) {
        unsafe unsafeDowncast(object, to: type).keyboardDidReceive(event, from: notification)
    }

    private func deliverCommon<Screen: KeyboardObservable & CommonKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ object: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        let screen = unsafe unsafeDowncast(object, to: type)
        callRaw(screen, event, notification)
        if pool.entries.isServedStillIn { screen.present(event) }
    }

    private func deliverFull<Screen: KeyboardObservable & FullKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ object: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        let screen = unsafe unsafeDowncast(object, to: type)
        callRaw(screen, event, notification)
        if pool.entries.isServedStillIn { screen.present(event) }
    }

    private func deliverBoth<Screen: KeyboardObservable & Both>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ object: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        let screen = unsafe unsafeDowncast(object, to: type)
        callRaw(screen, event, notification)
        if pool.entries.isServedStillIn { (screen as any CommonKeyboardPresentable).present(event) }
        if pool.entries.isServedStillIn { (screen as any FullKeyboardPresentable).present(event) }
    }

    private func callRaw(_ screen: some KeyboardObservable, _ event: KeyboardEvent, _ notification: Notification) {
        RawCall.running = RawCall(screen: ObjectIdentifier(screen), kind: event.kind)
        screen.keyboardDidReceive(event, from: notification)
        RawCall.running.screen = nil
    }
}
