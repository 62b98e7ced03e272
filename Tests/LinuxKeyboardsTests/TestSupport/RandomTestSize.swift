import Foundation

/// The number of cases of long random tests.
enum RandomTestSize {
    /// Returns all cases if the environment has `KEYBOARD_OBSERVATION_FULL`, and a twentieth of the cases otherwise.
    static func cases(of all: Int) -> Int {
        isFull ? all : max(all / 20, 1)
    }

    static let isFull = ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_FULL"] != nil
}
