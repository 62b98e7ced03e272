import Synchronization

/// What is counted when it is made and when it is freed.
enum Kind: Int, CaseIterable {
    case rawScreen, commonScreen, fullScreen, bothScreen, transitionScreen, owner, token, stateToken
    case eventIteration, stateIteration, consumer, layoutGuide, form, numericField, keyboard, pool
}

/// How many of each kind were made, and how many freed.
enum Census {
    private final class Count: Sendable {
        let made = Atomic(0)
        let freed = Atomic(0)
    }

    private static let counts = Kind.allCases.map { _ in Count() }

    static func made(_ kind: Kind) -> Int {
        counts[kind.rawValue].made.load(ordering: .relaxed)
    }

    static func freed(_ kind: Kind) -> Int {
        counts[kind.rawValue].freed.load(ordering: .relaxed)
    }

    fileprivate static func countMade(_ kind: Kind) {
        counts[kind.rawValue].made.add(1, ordering: .relaxed)
    }

    fileprivate static func countFreed(_ kind: Kind) {
        counts[kind.rawValue].freed.add(1, ordering: .relaxed)
    }
}

/// Goes with the object that it is a property of, and costs no allocation of its own.
struct Mark: ~Copyable, Sendable {
    private let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
        Census.countMade(kind)
    }

    deinit {
        Census.countFreed(kind)
    }
}

/// For what has no properties of ours: owned by a closure that the object owns.
final class Witness: Sendable {
    private let mark: Mark

    init(_ kind: Kind) {
        mark = Mark(kind)
    }
}
