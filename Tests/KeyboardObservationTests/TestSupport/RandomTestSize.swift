import Foundation

/// The number of cases of long random tests.
enum RandomTestSize {
    /// Whether the environment has `KEYBOARD_OBSERVATION_FULL`.
    static let isFull = ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_FULL"] != nil
}
