extension PoolEntries {
    /// What a look at an entry saw.
    struct Look {
        var place: Place
        var key: ObjectIdentifier
        /// `nil` where it is dead.
        var subscriber: AnyObject?
        var route: Route
    }
}

extension PoolEntries.Look {
    /// Whether nobody is there any more: the subscriber is dead, or a closure that will never be called again.
    @MainActor
    var isOrphan: Bool {
        guard let subscriber else { return true }
        guard route == .closure else { return false }
        // Safe: only closures are stored with that route.
        return unsafe unsafeDowncast(subscriber, to: ClosureObserver.self).isOver
    }
}
