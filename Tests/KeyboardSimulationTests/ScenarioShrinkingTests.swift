import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct ScenarioShrinkingTests {
    private func contains(_ kinds: [KeyboardEvent.Kind], _ scenario: KeyboardScenario) -> Bool {
        let fixture = KeyboardFixture()
        scenario.run(postingTo: fixture.center, scheduler: fixture.scheduler)
        var rest = kinds[...]
        for event in fixture.events where event.kind == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    @Test func aFailingWalkIsReducedToItsShortestCause() async throws {
        var reduced = 0
        for seed in 0..<10 as Range<UInt64> {
            let scenario = KeyboardScenario.random(seed: seed, length: 40)
            guard contains([.willShow, .didHide, .didShow], scenario) else { continue }
            let shrunk = await scenario.shrunk { contains([.willShow, .didHide, .didShow], $0) }
            reduced += 1
            #expect(contains([.willShow, .didHide, .didShow], shrunk), "seed \(seed)")
            #expect(shrunk.steps.count <= 8, "seed \(seed): \(shrunk.swiftSource)")
            for index in shrunk.steps.indices {
                var shorter = shrunk
                shorter.steps.remove(at: index)
                #expect(!contains([.willShow, .didHide, .didShow], shorter), "seed \(seed), step \(index)")
            }
            let again = await scenario.shrunk { contains([.willShow, .didHide, .didShow], $0) }
            #expect(shrunk == again, "seed \(seed)")
        }
        #expect(reduced > 3)
    }

    @Test func behaviorFaultsAndWaitsBecomeSimple() async {
        let scenario = KeyboardScenario(
            "complicated",
            on: .tablet768x1024,
            orientation: .landscape,
            behavior: SimulatedKeyboard.Behavior {
                $0.curve = 2
                $0.duration = 0.1
                $0.hidesToZeroHeight = true
            },
            faults: SimulatedKeyboard.FaultInjection([.didMissing, .willDoubled], rate: 0.9),
            steps: [
                .show(), .wait(.milliseconds(7)), .setAccessory(height: 44), .wait(.zero), .hide, .wait(.seconds(2)),
            ]
        )
        let shrunk = await scenario.shrunk { scenario in
            scenario.behavior.curve == 2 && scenario.steps.contains(.hide)
                && scenario.faults.kinds.contains(.willDoubled)
                && scenario.steps.contains { $0.waitingTime > .zero }
        }
        var expected = KeyboardScenario("complicated", on: .tablet768x1024, steps: [.hide, .settle])
        expected.behavior.curve = 2
        expected.faults = SimulatedKeyboard.FaultInjection([.willDoubled])
        #expect(shrunk == expected)
    }

    @Test func aScenarioThatDoesNotFailIsReturned() async {
        var calls = 0
        let shrunk = await KeyboardScenario.alert.shrunk { _ in
            calls += 1
            return false
        }
        #expect(shrunk == .alert && calls == 1)
    }

    @Test func theLimitEndsTheSearch() async {
        var calls = 0
        let scenario = KeyboardScenario.random(seed: 1, length: 50)
        _ = await scenario.shrunk(limit: 20) { _ in
            calls += 1
            return calls % 3 == 1
        }
        #expect(calls == 20)
    }

    @Test func asynchronousTestsAreShrunkToo() async throws {
        let scenario = KeyboardScenario.random(seed: 3, length: 30)
        let shrunk = await scenario.shrunk { scenario in
            await Task.yield()
            return scenario.steps.count >= 3
        }
        #expect(shrunk.steps.count == 3)
        let throwing = KeyboardScenario.alert
        await #expect(throws: CancellationError.self) {
            try await throwing.shrunk { _ in throw CancellationError() }
        }
    }

    /// The predicate accepts a change of only one property at a time, and one property must keep its value.
    ///
    /// It therefore refuses the reset of all properties at once.
    @Test(arguments: [SimulatedKeyboard.Behavior { $0.curve = 3 }, SimulatedKeyboard.Behavior { $0.duration = 0.4 }])
    func everyOtherPropertyOfABehaviorIsReset(kept: SimulatedKeyboard.Behavior) async {
        for seed in 0..<50 as Range<UInt64> {
            var behavior = KeyboardScenario.random(seed: seed, length: 0).behavior
            if kept.curve == 3 { behavior.curve = 3 } else { behavior.duration = 0.4 }
            let scenario = KeyboardScenario("", on: .phone393x852, behavior: behavior, steps: [])
            var previous = behavior
            let shrunk = await scenario.shrunk { candidate in
                let isKept = kept.curve == 3 ? candidate.behavior.curve == 3 : candidate.behavior.duration == 0.4
                let isOneChange = isKept && differences(previous, candidate.behavior) <= 1
                if isOneChange { previous = candidate.behavior }
                return isOneChange
            }
            #expect(shrunk.behavior == kept, "seed \(seed): \(shrunk.swiftSource)")
        }
    }

    private func differences(_ first: SimulatedKeyboard.Behavior, _ second: SimulatedKeyboard.Behavior) -> Int {
        zip(Mirror(reflecting: first).children, Mirror(reflecting: second).children).count { first, second in
            "\(first.value)" != "\(second.value)"
        }
    }
}
