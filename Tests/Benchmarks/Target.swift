/// A bound for a measured value.
struct Target {
    /// The factor by which a value can miss its target before a check fails.
    ///
    /// The factor is larger than 1, because machines are noisy.
    static let tolerance = 1.25

    let title: String
    let value: Double
    let bound: Double
    let isLowerBound: Bool

    var isMet: Bool {
        isLowerBound ? value >= bound : value <= bound
    }

    var isFarMissed: Bool {
        isLowerBound ? value * Self.tolerance < bound : value > bound * Self.tolerance
    }
}

/// The targets for the rows of one run.
struct Targets {
    let rows: [Row]

    func all() -> [Target] {
        deliver() + subscribe() + memory() + sweep() + decode() + forms() + allocations()
    }

    private func deliver() -> [Target] {
        let one = row("deliver", 1), hundred = row("deliver", 100)
        // The requirement can be understood in two ways. This sum is the stricter bound.
        let whole = 1.5 * median(hundred, .floor) + median(row("post"), .handwritten) + median(row("decode"), .ours)
        return [
            atLeast(4, "deliver, 1 screen: times as fast as surf", ratio(one, .surf)),
            atLeast(55, "deliver, 100 screens: times as fast as surf", ratio(hundred, .surf)),
            atMost(1, "deliver, 100 screens: of 1.5 floors, a post and a decode", median(hundred, .ours) / whole),
        ]
            + [1_000, 10_000, 100_000].map { (count: Int) in
                atMost(1.25, "deliver, \(count) screens: times the floor", 1 / ratio(row("deliver", count), .floor))
            }
    }

    private func subscribe() -> [Target] {
        let growth = median(row("subscribe", 100_000), .ours) / median(row("subscribe", 100), .ours)
        return [
            atLeast(100, "subscribe, 1000 screens: times as fast as surf", ratio(row("subscribe", 1_000), .surf)),
            atMost(1.5, "subscribe, 100000 screens: times its own at 100", growth),
        ]
    }

    private func memory() -> [Target] {
        [1_000, 100_000].map { (count: Int) in
            atMost(
                2,
                "memory, \(count) screens: times the floor's bytes",
                1 / ratio(row("memory_bytes", count), .floor)
            )
        }
    }

    private func sweep() -> [Target] {
        let growth = median(row("sweep_step", 100_000), .ours) / median(row("sweep_step", 1_000), .ours)
        return [atMost(2, "sweep, a step at 100000 orphans: times one at 1000", growth)]
    }

    private func decode() -> [Target] {
        [
            atLeast(3, "decode: times as fast as four look-ups by as?", ratio(row("decode"), .handwritten)),
            atLeast(
                1,
                "decode, 100000 foreign keys: times as fast as five look-ups",
                ratio(row("decode", foreignKeys: 100_000), .handwritten)
            ),
        ]
    }

    private func forms() -> [Target] {
        ["form_move", "form_key"].map { name in
            let row = rows.first { $0.name == name && $0.fields == 100 }
            return atMost(100, "\(name), 100 fields: microseconds", median(row, .ours) / 1_000)
        }
    }

    private func allocations() -> [Target] {
        let ofEvent = median(row("allocations", 10_000), .ours) - median(row("allocations", 1), .ours)
        let ofFrame = median(row("frame_allocations", 1_000), .ours) - median(row("frame_allocations", 1), .ours)
        let ofGuides = median(row("guide_allocations", 1_000), .ours) - median(row("guide_allocations", 1), .ours)
        let ofAvoiders = median(row("avoider_allocations", 1_000), .ours) - median(row("avoider_allocations", 1), .ours)
        return [
            atMost(0, "allocations for an event: more with 10000 screens than with 1", ofEvent),
            atMost(0, "allocations for a frame: more with 1000 screens than with 1", ofFrame),
            atMost(0, "allocations for a frame: more with 1000 guides than with 1", ofGuides),
            atMost(0, "allocations for a frame: more with 1000 avoiders than with 1", ofAvoiders),
        ]
    }

    private func row(_ name: String, _ screens: Int? = nil, foreignKeys: Int? = nil) -> Row? {
        rows.first { $0.name == name && $0.screens == screens && $0.foreignKeys == foreignKeys }
    }

    // If a value is missing, its target is not met.

    private func ratio(_ row: Row?, _ implementation: Implementation) -> Double {
        row?.ratio(implementation) ?? .nan
    }

    private func median(_ row: Row?, _ implementation: Implementation) -> Double {
        row?.statistics[implementation]?.median ?? .nan
    }

    private func atLeast(_ bound: Double, _ title: String, _ value: Double) -> Target {
        Target(title: title, value: value, bound: bound, isLowerBound: true)
    }

    private func atMost(_ bound: Double, _ title: String, _ value: Double) -> Target {
        Target(title: title, value: value, bound: bound, isLowerBound: false)
    }
}
