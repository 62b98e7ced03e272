extension KeyboardObserverPool {
    /// The number of observers that are subscribed to events.
    ///
    /// Each screen, each closure and each iteration over a sequence of events counts as one observer. Deallocated and
    /// cancelled observers do not count.
    ///
    /// The cost is O(n), so use the property only for tests and diagnosis.
    public var count: Int {
        observers.snapshots().count { !isOrphan($0) }
    }

    /// The number of orphans, which are entries of deallocated or cancelled observers.
    ///
    /// The cost is O(n), so use the property only for tests and diagnosis.
    public var orphanCount: Int {
        observers.snapshots().count(where: isOrphan)
    }

    /// Removes the entries of all deallocated and cancelled observers, in O(n).
    ///
    /// You rarely need this method, because the pool sweeps by itself, a few entries at a time.
    ///
    /// - Returns: The number of removed entries.
    @discardableResult
    public func sweep() -> Int {
        let withdrawn = admitArrivals()
        let removed = sweep(lookingAt: .max, removing: .max)
        keepSweepTicking()
        return withdrawn + removed
    }

    func sweep(lookingAt looks: Int, removing limit: Int) -> Int {
        var removed = 0
        for _ in 0..<min(looks, observers.count) where removed < limit {
            guard let snapshot = observers.nextToSweep() else { break }
            if isOrphan(snapshot), observers.remove(snapshot) { removed += 1 }
        }
        return removed
    }

    func isOrphan(_ entry: EventObservers.Snapshot) -> Bool {
        guard let observer = entry.observer else { return true }
        return observers.dispatcher(of: entry.kind).isCancelled(observer)
    }

    func keepSweepTicking() {
        if observers.count == 0 {
            sweepTick?.cancel()
            sweepTick = nil
            catchUpTurn?.cancel()
            catchUpTurn = nil
        } else if sweepTick == nil {
            sweepTick = scheduler.schedule(after: sweepInterval) { [weak self] in self?.tick() }
            sweepTick?.markAsHousekeeping()
        }
    }

    private func tick() {
        sweepTick = nil
        _ = sweep(lookingAt: Self.looksPerTick, removing: Self.orphansPerStep)
        keepSweepTicking()
    }
}
