import KeyboardObservation
import KeyboardSimulation

// Guarantee 6: orphans are removed in bounded steps, until no orphan is left.
extension PoolStress {
    private static let orphansPerStep = 1_024
    private static let entriesPerChange = 4

    /// Leaves more orphans than two steps can remove, and checks that three steps remove all of them.
    ///
    /// Each step is a tick or an event.
    func sweepManyOrphans(byTicks: Bool) {
        settle()
        let tokens = leaveOrphans(2 * Self.orphansPerStep + 452)
        defer { release(tokens) }
        var orphans = pool.orphanCount
        for _ in 0..<3 {
            if byTicks { scheduler.advance(by: .seconds(10)) } else { post() }
            let (left, expected) = (pool.orphanCount, max(orphans - Self.orphansPerStep, 0))
            Findings.expect(left == expected, "a step left \(left) of \(orphans) orphans and not \(expected)")
            orphans = left
        }
        Findings.expect(orphans == 0, "\(orphans) orphans are left after three steps")
    }

    /// Leaves a few orphans, and checks that subscription changes remove them without an event or a tick.
    func sweepFewOrphans() {
        settle()
        // The screen is made before the orphans. Otherwise, it could get the address of a released orphan and replace
        // the entry of this orphan.
        let record = CallRecord(RawScreen.callPattern, model)
        let screen = RawScreen(record)
        let count = Int.random(in: 1...60, using: &random)
        let tokens = leaveOrphans(count)
        defer { release(tokens) }
        var orphans = pool.orphanCount
        // The changes below are enough to examine each of these entries once.
        let entries = observers.count + orphans + 2
        for _ in 0..<(entries / Self.entriesPerChange + 2) {
            if pool.contains(screen) { pool.remove(screen) } else { pool.add(screen) }
            let left = pool.orphanCount
            Findings.expect(
                left <= orphans && left >= orphans - Self.entriesPerChange,
                "a change of the subscriptions left \(left) of \(orphans) orphans"
            )
            orphans = left
        }
        Findings.expect(orphans == 0, "\(orphans) orphans are left after every entry was examined")
        lifetimes += 1
    }

    /// Releases screens and owners of closures.
    ///
    /// The objects are released after all objects have subscribed. Otherwise, a later subscription could sweep an
    /// orphan.
    ///
    /// - Returns: The tokens of the closures, which keep their subscriptions.
    private func leaveOrphans(_ count: Int) -> [KeyboardObservationToken] {
        var objects: [any AnyObject & Sendable] = []
        var tokens: [KeyboardObservationToken] = []
        objects.reserveCapacity(count)
        for _ in 0..<count {
            let record = CallRecord(.raw, model)
            if chance(3) {
                let owner = Owner(record)
                tokens.append(observe(for: mistake == .ownedClosure ? keptOwner : owner))
                objects.append(owner)
            } else {
                objects.append(RawScreen(record))
            }
        }
        lifetimes += count
        // A random order, so that the entries become free in a random order.
        objects.shuffle(using: &random)
        objects = []
        let orphans = pool.orphanCount
        Findings.expect(orphans >= count, "\(orphans) orphans where \(count) were left")
        return tokens
    }

    private func observe(for owner: Owner) -> KeyboardObservationToken {
        pool.observe(for: owner) { owner, _ in Findings.add("a closure was called with an owner that was released") }
    }

    /// Releases tokens of removed closures, here or on another thread.
    private func release(_ tokens: [KeyboardObservationToken]) {
        if chance(2) { for token in tokens { thread.release(token) } }
    }

    /// Checks that `sweep()` removes all orphans and returns their number.
    func sweepAll() {
        settle()
        let tokens = leaveOrphans(Int.random(in: 0...100, using: &random))
        defer { release(tokens) }
        let orphans = pool.orphanCount
        let removed = pool.sweep()
        Findings.expect(removed == orphans, "a sweep removed \(removed) of \(orphans) orphans")
        Findings.expect(pool.orphanCount == 0, "a sweep left \(pool.orphanCount) orphans")
    }
}
