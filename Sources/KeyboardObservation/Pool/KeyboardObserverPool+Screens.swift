extension KeyboardObserverPool {
    /// Takes the screen in, at the end of the order; nothing happens where it is in already. The screen is held
    /// weakly. O(1), amortised.
    ///
    /// ``KeyboardObservable/subscribeOnKeyboardNotifications()`` calls this.
    public func add(_ observer: some KeyboardObservable) {
        admitArrivals()
        let route = routes.route(of: type(of: observer))
        guard entries.append(observer, route: route) else { return }
        if routes[route].followsMoves, let screen = observer as? any KeyboardTransitionPresentable {
            trackTransitions(of: screen)
        }
        subscriptionsDidChange()
    }

    /// Takes the screen out; nothing happens where it is not in. O(1).
    public func remove(_ observer: some KeyboardObservable) {
        guard entries.remove(ObjectIdentifier(observer)) else { return }
        stopTrackingTransitions(of: ObjectIdentifier(observer))
        subscriptionsDidChange()
    }

    /// Whether the screen is in this pool. O(1).
    public func contains(_ observer: some KeyboardObservable) -> Bool {
        entries.contains(observer)
    }
}
