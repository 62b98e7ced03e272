extension KeyboardObserverPool {
    /// Appends the screen to the observers, and holds it weakly.
    ///
    /// The call has no effect if the screen is already subscribed.
    /// ``KeyboardObservable/subscribeOnKeyboardNotifications()`` calls this method. O(1), amortised.
    public func add(_ observer: some KeyboardObservable) {
        subscribe(observer) { $0.dispatcher(of: type(of: observer)) }
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
