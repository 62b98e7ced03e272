import KeyboardObservation
import KeyboardSimulation

// Guarantee 6: what the dead leave behind goes in bounded steps, until none is left.
extension Arena {
    private static let orphansOfAStep = 1_024
    private static let looksOfAChange = 4

    /// More orphans than two steps take, which events or ticks must take all the same.
    func orphanMany(byTicks: Bool) {
        settle()
        leaveOrphans(2 * Self.orphansOfAStep + 452)
        var orphans = pool.orphanCount
        Findings.expect(orphans > 2 * Self.orphansOfAStep, "\(orphans) orphans where 2,500 were left")
        for _ in 0..<3 {
            if byTicks { scheduler.advance(by: .seconds(10)) } else { post() }
            let (left, expected) = (pool.orphanCount, max(orphans - Self.orphansOfAStep, 0))
            Findings.expect(left == expected, "a step left \(left) of \(orphans) orphans and not \(expected)")
            orphans = left
        }
        Findings.expect(orphans == 0, "\(orphans) orphans outlived three steps")
    }

    /// A few orphans, which subscribing and unsubscribing alone must take.
    func orphanFew() {
        settle()
        // Made before the orphans: at the address of one it would take that one's place besides.
        let ear = Ear(RawScreen.share)
        let screen = RawScreen(ear)
        let count = Int.random(in: 1...60, using: &random)
        leaveOrphans(count)
        var orphans = pool.orphanCount
        // All entries are looked at once by so many changes, and all of them are here.
        let entries = crowd.count + orphans + 2
        for _ in 0..<(entries / Self.looksOfAChange + 2) {
            if pool.contains(screen) { pool.remove(screen) } else { pool.add(screen) }
            let left = pool.orphanCount
            Findings.expect(
                left <= orphans && left >= orphans - Self.looksOfAChange,
                "a change of the subscriptions left \(left) of \(orphans) orphans"
            )
            orphans = left
        }
        Findings.expect(orphans == 0, "\(orphans) orphans outlived as many looks as there are entries")
        lifetimes += 1
    }

    /// Lets them die only when all are in, so that no subscription can sweep one of them.
    private func leaveOrphans(_ count: Int) {
        var screens: [RawScreen] = []
        screens.reserveCapacity(count)
        for _ in 0..<count { screens.append(RawScreen(Ear(RawScreen.share))) }
        lifetimes += count
        // In any order, so that the free places are in any order too.
        screens.shuffle(using: &random)
    }

    /// sweep() takes all, and says how many.
    func sweepAll() {
        settle()
        leaveOrphans(Int.random(in: 0...100, using: &random))
        let orphans = pool.orphanCount
        let taken = pool.sweep()
        Findings.expect(taken == orphans, "a sweep took \(taken) of \(orphans) orphans")
        Findings.expect(pool.orphanCount == 0, "a sweep left \(pool.orphanCount) orphans")
    }
}
