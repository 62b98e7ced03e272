import Synchronization

/// The kinds of objects that are counted.
enum ObjectKind: Int, CaseIterable {
    case rawScreen, commonScreen, fullScreen, bothScreen, followingScreen, owner, token, stateToken
    case iteration, consumer, layoutGuide, form, numericField, keyboard, pool
}

/// The number of objects of each kind that were made and freed.
enum ObjectCounts {
    private final class Count: Sendable {
        let made = Atomic(0)
        let freed = Atomic(0)
    }

    private static let counts = ObjectKind.allCases.map { _ in Count() }

    static func made(_ kind: ObjectKind) -> Int {
        counts[kind.rawValue].made.load(ordering: .relaxed)
    }

    static func freed(_ kind: ObjectKind) -> Int {
        counts[kind.rawValue].freed.load(ordering: .relaxed)
    }

    fileprivate static func countMade(_ kind: ObjectKind) {
        counts[kind.rawValue].made.add(1, ordering: .relaxed)
    }

    fileprivate static func countFreed(_ kind: ObjectKind) {
        counts[kind.rawValue].freed.add(1, ordering: .relaxed)
    }
}

/// Counts the object that stores this value.
///
/// The value needs no allocation.
struct CountedLifetime: ~Copyable, Sendable {
    private let kind: ObjectKind

    init(_ kind: ObjectKind) {
        self.kind = kind
        ObjectCounts.countMade(kind)
    }

    deinit {
        ObjectCounts.countFreed(kind)
    }
}

/// Counts an object of the library that owns a closure.
///
/// The closure captures this counter, so the counter is freed with the object.
final class CountedCapture: Sendable {
    private let lifetime: CountedLifetime

    init(_ kind: ObjectKind) {
        lifetime = CountedLifetime(kind)
    }
}
