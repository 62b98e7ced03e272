import Foundation

extension ScreenRoute {
    // The downcasts are safe: the pool stores a screen only with the route of its dynamic type, which never changes,
    // and each metatype was cast from that type.

    func deliverRaw<Screen: KeyboardObservable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ first: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        unsafe unsafeDowncast(first, to: type).keyboardDidReceive(event, from: notification)
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            screen.keyboardDidReceive(event, from: notification)
        }
    }

    func deliverCommon<Screen: KeyboardObservable & CommonKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ first: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        tellCommon(event, notification, unsafe unsafeDowncast(first, to: type), pool)
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            tellCommon(event, notification, screen, pool)
        }
    }

    func deliverFull<Screen: KeyboardObservable & FullKeyboardPresentable>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ first: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        tellFull(event, notification, unsafe unsafeDowncast(first, to: type), pool)
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            tellFull(event, notification, screen, pool)
        }
    }

    func deliverBoth<Screen: KeyboardObservable & Both>(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ first: AnyObject,
        _ type: Screen.Type,
        _ pool: KeyboardObserverPool
    ) {
        tellBoth(event, notification, unsafe unsafeDowncast(first, to: type), pool)
        while let screen = unsafe pool.entries.nextToServe(on: number, as: type) {
            tellBoth(event, notification, screen, pool)
        }
    }

    @inline(__always)
    private func tellCommon(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ screen: some KeyboardObservable & CommonKeyboardPresentable,
        _ pool: KeyboardObserverPool
    ) {
        callRaw(event, notification, screen)
        if pool.entries.isServedStillIn { screen.present(event) }
    }

    @inline(__always)
    private func tellFull(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ screen: some KeyboardObservable & FullKeyboardPresentable,
        _ pool: KeyboardObserverPool
    ) {
        callRaw(event, notification, screen)
        if pool.entries.isServedStillIn { screen.present(event) }
    }

    private func tellBoth(
        _ event: KeyboardEvent,
        _ notification: Notification,
        _ screen: some KeyboardObservable & Both,
        _ pool: KeyboardObserverPool
    ) {
        tellCommon(event, notification, screen, pool)
        if pool.entries.isServedStillIn { (screen as any FullKeyboardPresentable).present(event) }
    }

    @inline(__always)
    private func callRaw(_ event: KeyboardEvent, _ notification: Notification, _ screen: some KeyboardObservable) {
        RawCall.running = RawCall(screen: ObjectIdentifier(screen), kind: event.kind)
        screen.keyboardDidReceive(event, from: notification)
        RawCall.running.screen = nil
    }
}
