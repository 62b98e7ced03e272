import Foundation

/// The arranged fields of an order, and the positions that the focus can move to.
@MainActor
struct FocusableFields {
    struct Record {
        weak let field: (any FormField)?
        /// The field's group; 0 if the field does not belong to a group.
        ///
        /// The focus moves among the fields of one group.
        let group: Int
        let isHiddenByContainer: Bool
        /// The frame of the field; `nil` if it is not finite.
        let frame: CGRect?

        /// Whether the field and its widget exist.
        @MainActor
        var hasField: Bool {
            field?.formState.isDetached == false
        }

        @MainActor
        func isSkipped(by rules: [FocusOrder.SkipRule]) -> Bool {
            field?.isSkipped(by: rules, isHiddenByContainer: isHiddenByContainer) ?? true
        }
    }

    private(set) var records: [Record] = []
    /// The positions of the fields that are not skipped, by group.
    private var focusable: [Int: IndexSet] = [:]
    /// The positions of the fields that are not skipped.
    private var allFocusable = IndexSet()

    init() {}

    init(_ records: [Record], skipping: [FocusOrder.SkipRule]) {
        self.records = records
        for (position, record) in records.enumerated() where !record.isSkipped(by: skipping) {
            setFocusable(true, at: position)
        }
    }

    func isFocusable(_ position: Int) -> Bool {
        allFocusable.contains(position)
    }

    /// Returns the next position in any group that the focus can move to; `nil` if there is none.
    func positionInAnyGroup(after position: Int) -> Int? {
        allFocusable.integerGreaterThan(position)
    }

    mutating func setFocusable(_ isFocusable: Bool, at position: Int) {
        let group = records[position].group
        if isFocusable {
            focusable[group, default: IndexSet()].insert(position)
            allFocusable.insert(position)
        } else {
            focusable[group]?.remove(position)
            allFocusable.remove(position)
        }
    }

    /// Returns the nearest position in the same group that the focus can move to; `nil` if there is none.
    func position(_ direction: FocusDirection, from position: Int, wraps: Bool) -> Int? {
        // A skip rule may have removed fields since the caller has read the position.
        guard records.indices.contains(position), let positions = focusable[records[position].group] else { return nil }
        let nearest =
            switch direction {
            case .next: positions.integerGreaterThan(position) ?? (wraps ? positions.first : nil)
            case .previous: positions.integerLessThan(position) ?? (wraps ? positions.last : nil)
            }
        return nearest == position ? nil : nearest
    }

    /// Returns the first position that the focus can move to; `nil` if there is none.
    ///
    /// If `position` is not `nil`, only the group of the field at `position` is searched.
    func firstPosition(inGroupAt position: Int?) -> Int? {
        guard let position else { return allFocusable.first }
        return focusable[records[position].group]?.first
    }
}
