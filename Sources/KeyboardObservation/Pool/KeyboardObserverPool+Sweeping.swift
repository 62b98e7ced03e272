extension KeyboardObserverPool {
    /// How many entries each subscribe and unsubscribe looks at besides its own.
    private static let looksOfAChange = 4

    /// How many orphans an event or a tick takes at most.
    static let orphansOfAStep = 1_024

    /// How many entries a tick looks at, at most.
    private static let looksOfATick = 8_192

    /// How many living screens are in the pool. O(n): for tests and diagnosis.
    public var count: Int {
        entries.lookAtAll().count { $0.route != .closure && !$0.isOrphan }
    }

    /// How many entries have lost their owner and were not swept yet. O(n): for tests and diagnosis.
    public var orphanCount: Int {
        entries.lookAtAll().count(where: \.isOrphan)
    }

    /// Takes out all orphans. O(n). Nothing needs to call it: orphans go by and by, in steps that no user feels.
    ///
    /// - Returns: how many it took.
    @discardableResult
    public func sweep() -> Int {
        let withdrawn = admitArrivals()
        let taken = sweep(lookingAt: .max, taking: .max)
        keepSweepTicking()
        return withdrawn + taken
    }

    /// Takes out orphans, going on where the last sweep stopped.
    ///
    /// - Parameters:
    ///   - looks: how many entries it looks at, at most; never more than there are.
    ///   - limit: how many orphans it takes, at most.
    /// - Returns: how many it took.
    private func sweep(lookingAt looks: Int, taking limit: Int) -> Int {
        var taken = 0
        for _ in 0..<min(looks, entries.count) where taken < limit {
            guard let look = entries.lookAtNextToSweep() else { break }
            if look.isOrphan, entries.remove(look.key, at: look.place) { taken += 1 }
        }
        return taken
    }

    func subscriptionsDidChange() {
        listen()
        _ = sweep(lookingAt: Self.looksOfAChange, taking: .max)
        keepSweepTicking()
    }

    func keepSweepTicking() {
        if entries.count == 0 {
            sweepTimer.stop()
        } else if !sweepTimer.isRunning {
            sweepTimer.start { [weak self] in self?.tick() }
        }
    }

    private func tick() {
        _ = sweep(lookingAt: Self.looksOfATick, taking: Self.orphansOfAStep)
        keepSweepTicking()
    }
}
