import Foundation

extension ScreenRoute {
    // Safe: the pool stores a screen only with the route of its dynamic type, which never changes, and each metatype was
    // cast from that type.
    //
    // Each loop is written out: one that took what differs as a closure would take an eighth longer. Each screen is let
    // go before the next is asked for.

    func deliverRaw<Screen: KeyboardObservable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            screen.keyboardDidReceive(event, from: notification)
        }
    }

    func deliverCommon<Screen: KeyboardObservable & CommonKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            callRaw(event, notification, screen)
            if pool.entries.isServedStillIn { screen.present(event) }
        }
    }

    func deliverFull<Screen: KeyboardObservable & FullKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            callRaw(event, notification, screen)
            if pool.entries.isServedStillIn { screen.present(event) }
        }
    }

    func deliverBoth<Screen: KeyboardObservable & Both>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            callRaw(event, notification, screen)
            // The casts say whose method is meant.
            if pool.entries.isServedStillIn { (screen as any CommonKeyboardPresentable).present(event) }
            if pool.entries.isServedStillIn { (screen as any FullKeyboardPresentable).present(event) }
        }
    }

    func deliverCustom<Screen: KeyboardObservable & KeyboardEventPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            callRaw(event, notification, screen)
            if pool.entries.isServedStillIn { (screen as? any CommonKeyboardPresentable)?.present(event) }
            if pool.entries.isServedStillIn { (screen as? any FullKeyboardPresentable)?.present(event) }
            if pool.entries.isServedStillIn { screen.presentKeyboardEvent(event) }
        }
    }

    @inline(__always)
    private func callRaw(_ event: KeyboardEvent, _ notification: Notification, _ screen: some KeyboardObservable) {
        RawCall.running = RawCall(screen: ObjectIdentifier(screen), kind: event.kind)
        screen.keyboardDidReceive(event, from: notification)
        RawCall.running.screen = nil
    }
}
