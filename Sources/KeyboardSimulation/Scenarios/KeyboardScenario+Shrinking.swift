import KeyboardObservation

extension KeyboardScenario {
    /// Returns a shorter scenario that still fails.
    ///
    /// If you remove any step from the result, the result no longer fails. For a result of at most 40 steps, the same
    /// is true for each pair of steps. If the search reaches `limit`, the result can have more steps than necessary.
    ///
    /// The result is deterministic. Print the ``swiftSource`` of the result, and paste the source into a test:
    ///
    /// ```swift
    /// let scenario = KeyboardScenario.random(seed: seed, length: 50)
    /// if fails(scenario) {
    ///     let shortest = await scenario.shrunk(while: fails)
    ///     Issue.record("\(shortest.swiftSource)")
    /// }
    /// ```
    ///
    /// ``shrunk(limit:while:)`` also replaces properties with simpler values:
    ///
    /// - the default behaviour
    /// - no faults
    /// - the portrait orientation
    /// - ``SimulatedKeyboard/Step/settle`` instead of other waits
    ///
    /// - Parameters:
    ///   - limit: The maximum number of times that the method calls `fails`.
    ///   - fails: A closure that returns whether a scenario fails. The method calls the closure many times. The result
    ///     of the closure must not depend on previous calls.
    /// - Returns: The shortest failing scenario that was found. If the original scenario does not fail, the method
    ///   returns the original scenario.
    @MainActor
    public func shrunk(
        limit: Int = 10_000,
        while fails: @MainActor (KeyboardScenario) async throws -> Bool
    ) async rethrows -> KeyboardScenario {
        var shrinker = Shrinker(self, limit: limit)
        while let candidate = shrinker.next() {
            shrinker.judge(candidate, fails: try await fails(candidate))
        }
        return shrinker.best
    }
}

/// Proposes smaller and smaller scenarios, and keeps the smallest failing scenario.
private struct Shrinker {
    private enum Part {
        /// Tries the original scenario, which must fail.
        case whole
        /// Tries to remove several consecutive steps.
        case runs(length: Int)
        /// Tries to remove two steps at once.
        case pairs
        /// Tries scenarios with simpler properties or simpler waits.
        case simplifications
    }

    private(set) var best: KeyboardScenario
    private var part = Part.whole
    private var index = 0
    /// Whether the current part of the search has found a smaller scenario.
    private var hasProgress = false
    private var callsLeft: Int

    init(_ scenario: KeyboardScenario, limit: Int) {
        best = scenario
        callsLeft = limit
    }

    /// Returns the next scenario to try; `nil` at the end of the search.
    mutating func next() -> KeyboardScenario? {
        guard callsLeft > 0 else { return nil }
        while true {
            if let candidate = candidate() {
                callsLeft -= 1
                return candidate
            }
            guard nextPart() else { return nil }
        }
    }

    /// Keeps the candidate if it fails; otherwise continues with the next candidate.
    mutating func judge(_ candidate: KeyboardScenario, fails: Bool) {
        if case .whole = part {
            // The search ends if the original scenario does not fail.
            if !fails { callsLeft = 0 }
            part = .runs(length: max(best.steps.count / 2, 1))
            return
        }
        guard fails else {
            index += 1
            return
        }
        best = candidate
        hasProgress = true
    }

    /// Returns the current candidate; `nil` if the current part of the search has ended.
    private func candidate() -> KeyboardScenario? {
        let count = best.steps.count
        switch part {
        case .whole:
            return best
        case .runs(let length):
            let start = index * length
            guard start < count else { return nil }
            return without(Array(start..<min(start + length, count)))
        case .pairs:
            // If the scenario has more than 40 steps, the search does not try pairs, because there are too many pairs.
            guard count <= 40, let pair = pair(index, of: count) else { return nil }
            return without(pair)
        case .simplifications:
            let all = simplifications
            return index < all.count ? all[index] : nil
        }
    }

    private mutating func nextPart() -> Bool {
        index = 0
        switch part {
        case .whole: return false
        case .runs(let length) where length > 1: part = .runs(length: length / 2)
        case .runs: part = hasProgress ? .runs(length: max(best.steps.count / 2, 1)) : .pairs
        case .pairs: part = hasProgress ? .runs(length: 1) : .simplifications
        case .simplifications:
            guard hasProgress else { return false }
            part = .runs(length: 1)
        }
        if case .simplifications = part { return true }
        hasProgress = false
        return true
    }

    private func without(_ indices: [Int]) -> KeyboardScenario {
        var shorter = best
        for index in indices.reversed() { shorter.steps.remove(at: index) }
        return shorter
    }

    /// Returns the indices of the two steps of a pair.
    ///
    /// The first pair has the number 0.
    private func pair(_ number: Int, of count: Int) -> [Int]? {
        var rest = number
        for first in 0..<count {
            let others = count - first - 1
            if rest < others { return [first, first + 1 + rest] }
            rest -= others
        }
        return nil
    }

    /// Copies of the scenario, each with one simpler property.
    private var simplifications: [KeyboardScenario] {
        var all: [KeyboardScenario] = []
        func add(_ change: (inout KeyboardScenario) -> Void) {
            var simpler = best
            change(&simpler)
            if simpler != best { all.append(simpler) }
        }
        add { $0.behavior = SimulatedKeyboard.Behavior() }
        for reset in SimulatedKeyboard.Behavior.resets { add { reset(&$0.behavior) } }
        add { $0.faults = .none }
        for fault in SimulatedKeyboard.Fault.allCases { add { $0.faults.kinds.remove(fault) } }
        if !best.faults.kinds.isEmpty { add { $0.faults.rate = 1 } }
        add { $0.orientation = .portrait }
        for (index, step) in best.steps.enumerated() {
            if case .wait = step { add { $0.steps[index] = .settle } }
        }
        return all
    }
}
