extension KeyboardObserverPool {
    /// Appends the screen to the observers.
    ///
    /// The pool holds the screen weakly.
    ///
    /// If the screen is already subscribed, the call has no effect.
    /// ``KeyboardObservable/subscribeOnKeyboardNotifications()`` calls this method. The cost is O(1), amortized.
    public func add(_ observer: some KeyboardObservable) {
        subscribe(observer) { $0.dispatcher(of: type(of: observer)) }
    }

    /// Removes the screen from the observers.
    ///
    /// If the screen is not subscribed, the call has no effect. The cost is O(1).
    public func remove(_ observer: some KeyboardObservable) {
        unsubscribe(ObjectIdentifier(observer))
    }

    /// Returns whether the screen is subscribed to this pool, in O(1).
    public func contains(_ observer: some KeyboardObservable) -> Bool {
        observers.contains(observer)
    }
}
