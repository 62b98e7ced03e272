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
        /// With an adapter of the app's own, and perhaps with ours.
        case custom(any (KeyboardObservable & KeyboardEventPresentable).Type)
    }

    typealias Both = CommonKeyboardPresentable & FullKeyboardPresentable

    let number: PoolEntries.Route
    /// Whether the screens want each frame of a move as well.
    let followsMoves: Bool
    private let adoption: Adoption

    init(_ screen: any KeyboardObservable.Type, number: PoolEntries.Route) {
        self.number = number
        followsMoves = screen is any KeyboardTransitionPresentable.Type
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
                .raw(screen)
            }
    }

    /// Calls the screens of this route that come next, most often all there are: the raw methods first, then each
    /// presentable's, unless the screen leaves the pool in between.
    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        switch adoption {
        case .raw(let type): deliverRaw(event, notification, type, pool)
        case .common(let type): deliverCommon(event, notification, type, pool)
        case .full(let type): deliverFull(event, notification, type, pool)
        case .both(let type): deliverBoth(event, notification, type, pool)
        case .custom(let type): deliverCustom(event, notification, type, pool)
        }
    }
}
