import Foundation

/// The number of cases of long random tests.
enum RandomTestSize {
    /// Returns the number of cases to run.
    ///
    /// If the environment has `KEYBOARD_OBSERVATION_FULL`, the result is `all`. Otherwise, the result is a hundredth of
    /// `all`, and at least 1.
    static func cases(of all: Int) -> Int {
        isFull ? all : max(all / 100, 1)
    }

    static let isFull = ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_FULL"] != nil
}
