import Foundation

/// The fields of an order as they were arranged last, and which of them the focus may go to.
@MainActor
struct FieldPlaces {
    struct Place {
        weak let field: (any FormField)?
        /// 0 where the field is in no group. The focus stays among fields of the same group.
        let group: Int
        let isHiddenByContainer: Bool
        let frame: CGRect

        @MainActor
        func isSkipped(by rules: [SkipRule]) -> Bool {
            field?.isSkipped(by: rules, isHiddenByContainer: isHiddenByContainer) ?? true
        }
    }

    private(set) var all: [Place] = []
    /// The positions that the focus may go to, by group.
    private var open: [Int: IndexSet] = [:]

    init() {}

    init(_ places: [Place], skipping: [SkipRule]) {
        all = places
        for (position, place) in places.enumerated() where !place.isSkipped(by: skipping) {
            open[place.group, default: IndexSet()].insert(position)
        }
    }

    mutating func update(_ position: Int, isOpen: Bool) {
        let group = all[position].group
        if isOpen {
            open[group, default: IndexSet()].insert(position)
        } else {
            open[group]?.remove(position)
        }
    }

    func next(after position: Int, wraps: Bool) -> Int? {
        guard let open = open[all[position].group] else { return nil }
        let next = open.integerGreaterThan(position) ?? (wraps ? open.first : nil)
        return next == position ? nil : next
    }

    func previous(before position: Int, wraps: Bool) -> Int? {
        guard let open = open[all[position].group] else { return nil }
        let previous = open.integerLessThan(position) ?? (wraps ? open.last : nil)
        return previous == position ? nil : previous
    }

    /// The first one that the focus may go to: of all, or of the group that this position is in.
    func first(inGroupOf position: Int?) -> Int? {
        guard let position else { return open.values.compactMap(\.first).min() }
        return open[all[position].group]?.first
    }
}
