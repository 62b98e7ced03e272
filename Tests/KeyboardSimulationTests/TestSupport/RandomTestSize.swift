import Foundation

/// The number of cases of long random tests.
enum RandomTestSize {
    /// All cases if the environment has `KEYBOARD_OBSERVATION_FULL`, and a hundredth otherwise.
    static func cases(of all: Int) -> Int {
        isFull ? all : max(all / 100, 1)
    }

    /// All elements if the environment has `KEYBOARD_OBSERVATION_FULL`, and otherwise one of every `number` elements.
    static func part<Element>(of all: [Element], each number: Int) -> [Element] {
        isFull ? all : stride(from: 0, to: all.count, by: number).map { all[$0] }
    }

    static let isFull = ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_FULL"] != nil
}
