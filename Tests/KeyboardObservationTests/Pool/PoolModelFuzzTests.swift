import Foundation
import KeyboardObservation
import TestSupport
import Testing

/// Random walks on three pools, compared with a model of the guarantees 1, 2, 3, 5 and 8.
///
/// 10,000 walks run if the environment has `KEYBOARD_OBSERVATION_FULL`, and 200 otherwise. `KEYBOARD_OBSERVATION_SEED`
/// is the seed of the first walk. In a walk, the order of the pools of one center can differ between runs.
@MainActor
struct PoolModelFuzzTests {
    private static let walkCount = RandomTestSize.isFull ? 10_000 : 200
    private static let seeds = RandomTestSize.seeds(walkCount)

    @Test func everyRandomWalkMatchesTheModel() {
        var callCount = 0
        var failureCount = 0
        for seed in Self.seeds where failureCount < 3 {
            guard let failure = PoolWalk.failure(seed: seed, callCount: &callCount) else { continue }
            failureCount += 1
            Issue.record("\(failure)")
        }
        // Walks without calls would match every model.
        if failureCount == 0 { #expect(callCount > 10 * Self.seeds.count) }
    }
}
