extension KeyboardObserverPool {
    /// How many entries each subscribe and unsubscribe looks at besides its own.
    private static let looksOfAChange = 4

    /// How many orphans an event or a tick takes at most.
    static let orphansOfAStep = 1_024

    /// How many entries a tick looks at, at most.
    private static let looksOfATick = 8_192

    /// How many living screens are in the pool. O(n): for tests and diagnosis.
    public var count: Int {
        entries.count { route, isOrphan in route != .closure && !isOrphan }
    }

    /// How many entries have lost their owner and were not swept yet. O(n): for tests and diagnosis.
    public var orphanCount: Int {
        entries.count { _, isOrphan in isOrphan }
    }

    /// Takes out all orphans. O(n). Nothing needs to call it: orphans go by and by, in steps that no user feels.
    ///
    /// - Returns: how many it took.
    @discardableResult
    public func sweep() -> Int {
        admitArrivals()
        let taken = entries.sweep(lookingAt: .max, taking: .max)
        keepSweepTicking()
        return taken
    }

    func subscriptionsDidChange() {
        listen()
        _ = entries.sweep(lookingAt: Self.looksOfAChange, taking: .max)
        keepSweepTicking()
    }

    func keepSweepTicking() {
        if entries.isEmpty {
            sweepTick?.cancel()
            sweepTick = nil
        } else if sweepTick == nil {
            sweepTick = scheduler.schedule(after: sweepInterval) { [weak self] in self?.tick() }
        }
    }

    private func tick() {
        sweepTick = nil
        _ = entries.sweep(lookingAt: Self.looksOfATick, taking: Self.orphansOfAStep)
        keepSweepTicking()
    }
}
