import Foundation

/// The size of the random tests, from the environment.
///
/// `.ci/run` takes a part of the cases with fixed seeds, so that two runs give the same verdict. `.ci/nightly` sets
/// `KEYBOARD_OBSERVATION_FULL` for all cases and `KEYBOARD_OBSERVATION_SEED` for fresh ones.
package enum RandomTestSize {
    package static let isFull = ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_FULL"] != nil

    /// The first seed; 0 unless the environment has `KEYBOARD_OBSERVATION_SEED`.
    package static let firstSeed =
        ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_SEED"].flatMap { UInt64($0) } ?? 0

    /// Returns all cases in a full run, and otherwise one of every `part`, at least 1.
    package static func cases(of all: Int, part: Int = 100) -> Int {
        isFull ? all : max(all / part, 1)
    }

    /// Returns seeds from 0, or from `KEYBOARD_OBSERVATION_SEED`.
    package static func seeds(_ count: Int) -> Range<UInt64> {
        firstSeed..<firstSeed + UInt64(count)
    }

    /// Returns all elements in a full run, and otherwise one of every `number` elements.
    package static func part<Element>(of all: [Element], each number: Int) -> [Element] {
        isFull ? all : stride(from: 0, to: all.count, by: number).map { all[$0] }
    }
}
