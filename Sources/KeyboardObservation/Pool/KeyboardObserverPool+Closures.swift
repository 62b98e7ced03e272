extension KeyboardObserverPool {
    /// Calls the closure with each event of these kinds, until the token goes.
    ///
    /// The token owns the closure. One that names the holder of its token keeps the holder alive: use
    /// ``observe(for:_:using:)`` there.
    public func observe(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        using closure: @escaping @MainActor (KeyboardEvent) -> Void
    ) -> KeyboardObservationToken {
        observe(ClosureObserver(kinds, handle: closure))
    }

    /// Calls the closure with `owner` and each event of these kinds, until the token or the owner goes.
    ///
    /// The owner is held weakly, so it may hold the token: the closure gets it as its first parameter and need not
    /// capture it.
    public func observe<Owner: AnyObject>(
        for owner: Owner,
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        using closure: @escaping @MainActor (Owner, KeyboardEvent) -> Void
    ) -> KeyboardObservationToken {
        let observer = ClosureObserver(kinds, isOwnerGone: { [weak owner] in owner == nil }) { [weak owner] event in
            if let owner { closure(owner, event) }
        }
        return observe(observer)
    }

    /// The events, as a sequence: see ``KeyboardEvents``. Each iteration keeps up to 64 events that wait for it.
    public var events: KeyboardEvents {
        events(bufferingNewest: 64)
    }

    /// The events of these kinds, as a sequence, each iteration of which keeps up to `capacity` events that wait for
    /// it; at least 1.
    public func events(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        bufferingNewest capacity: Int = 64
    ) -> KeyboardEvents {
        listen()
        return KeyboardEvents(intake, kinds, capacity: max(capacity, 1))
    }

    /// What the keyboard is, as a sequence, from now on: see ``KeyboardStates``.
    public var states: KeyboardStates {
        states()
    }

    /// What the keyboard is, as a sequence.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: whether each iteration begins with the state at its own beginning.
    ///   - capacity: how many states wait for an iteration, at most; at least 1. With 1 it always gets the newest.
    public func states(startingWithCurrent: Bool = true, bufferingNewest capacity: Int = 64) -> KeyboardStates {
        listen()
        return KeyboardStates(intake, startingWithCurrent: startingWithCurrent, capacity: max(capacity, 1))
    }

    /// How many iterations over sequences have begun and not ended. For tests and diagnosis.
    package var iterationCount: Int {
        intake.bufferCount
    }

    private func observe(_ observer: ClosureObserver) -> KeyboardObservationToken {
        take(.subscription(observer))
        return KeyboardObservationToken(observer, intake)
    }

    func append(_ observer: ClosureObserver) {
        if entries.append(observer, route: .closure) { subscriptionsDidChange() }
    }

    /// - Returns: whether there was one.
    func removeOrphan(_ key: ObjectIdentifier) -> Bool {
        // It need not be an orphan: the address may have a new tenant.
        guard let look = entries.look(at: key), look.isOrphan, entries.remove(key, at: look.place) else { return false }
        subscriptionsDidChange()
        return true
    }
}
