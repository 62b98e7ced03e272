import Foundation

/// How events reach the screens of one class: found out from the dynamic type when its first screen subscribes, so
/// that a delivery asks for no type. Metatypes are plain words; an entry of the pool needs but the route's number.
@MainActor
struct ScreenRoute {
    private let screen: any KeyboardObservable.Type
    private let common: (any CommonKeyboardPresentable.Type)?
    private let full: (any FullKeyboardPresentable.Type)?
    /// Whether the screens want each frame of a move as well.
    let followsMoves: Bool
    /// Of which events the screens have nothing but the defaults to call: found out at the first one.
    var kindsWithoutRawMethod = KindSet()

    private let number: PoolEntries.Route

    init(_ screen: any KeyboardObservable.Type, number: PoolEntries.Route) {
        self.screen = screen
        self.number = number
        common = screen as? any CommonKeyboardPresentable.Type
        full = screen as? any FullKeyboardPresentable.Type
        followsMoves = screen is any KeyboardTransitionPresentable.Type
    }

    /// Calls the raw methods first, then each presentable's, unless the screen leaves the pool in between. `object`
    /// must be of the class that the route was made for.
    func deliver(
        _ event: KeyboardEvent,
        from notification: Notification,
        to object: AnyObject,
        in pool: KeyboardObserverPool
    ) {
        if common == nil, full == nil {
            callRaw(screen, object, event, notification)
            return
        }
        if !kindsWithoutRawMethod.contains(event.kind) {
            RawCall.running = RawCall(to: object, event.kind)
            callRaw(screen, object, event, notification)
            if RawCall.running?.isIdle == true { pool.routes.skipRawMethod(of: number, event.kind) }
            RawCall.running = nil
        }
        if let common, pool.entries.isServedStillIn { present(common, object, event) }
        if let full, pool.entries.isServedStillIn { present(full, object, event) }
    }

    // The three downcasts are safe: the pool stores a screen only with the route of its dynamic type, which never
    // changes, and each metatype here was cast from that type.

    private func callRaw<Screen: KeyboardObservable>(
        _ type: Screen.Type,
        _ object: AnyObject,
        _ event: KeyboardEvent,
        _ notification: Notification
    ) {
        unsafe unsafeDowncast(object, to: type).keyboardDidReceive(event, from: notification)
    }

    private func present<Screen: CommonKeyboardPresentable>(
        _ type: Screen.Type,
        _ object: AnyObject,
        _ event: KeyboardEvent
    ) {
        unsafe unsafeDowncast(object, to: type).present(event)
    }

    private func present<Screen: FullKeyboardPresentable>(
        _ type: Screen.Type,
        _ object: AnyObject,
        _ event: KeyboardEvent
    ) {
        unsafe unsafeDowncast(object, to: type).present(event)
    }
}
