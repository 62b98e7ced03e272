/// A snapshot applies the skip rules to each field only once, and computes the error of each field only once.
@MainActor
struct FormSnapshot {
    struct Row {
        weak let field: (any FormField)?
        let id: ObjectIdentifier
        let group: Int
        let isSkipped: Bool
        /// Whether the field has a ``ValueInput``, is visible and is enabled.
        let isSubmitted: Bool
        let error: ValueInputError?
    }

    /// When the status changes, the ``FocusOrder`` notifies its observers.
    struct Status: Equatable {
        var focus: ObjectIdentifier?
        var canMoveToNext = false
        var canMoveToPrevious = false
        var invalid: ObjectIdentifier?
        var error: ValueInputError?
    }

    private(set) var rows: [Row] = []
    private(set) var status = Status()
    private var containers = WeakElementList()
    private var end = FocusOrder.End.stop

    init() {}

    /// If the focused field took the focus before it joined the order, `focused` is `nil`.
    init(_ collected: FieldCollector, focused: (any FormField)?, of order: FocusOrder) {
        let skipping = order.skipping
        rows.reserveCapacity(collected.fields.count)
        for entry in order.sorting.sorted(collected.fields) where !entry.field.formState.isDetached {
            let row = Row(entry, skipping: skipping)
            if status.invalid == nil, let error = row.error { (status.invalid, status.error) = (row.id, error) }
            rows.append(row)
        }
        containers = WeakElementList(collected.containers)
        end = order.end
        var start = focused.flatMap { $0.isEdited ? index(of: ObjectIdentifier($0)) : nil }
        // The search uses indices, because a closure that receives a row would copy the row's weak reference.
        if start == nil { start = rows.indices.first { rows[$0].field?.isEdited == true } }
        if let start {
            status.focus = rows[start].id
            status.canMoveToNext = neighbor(of: start, .next) != nil
            status.canMoveToPrevious = neighbor(of: start, .previous) != nil
        }
    }

    var elements: [any FormElement] {
        rows.compactMap(\.field) + containers.elements
    }

    func hasSameElements(as other: FormSnapshot) -> Bool {
        guard rows.count == other.rows.count else { return false }
        let (rows, others) = (rows.span, other.rows.span)
        for index in rows.indices {
            guard let field = rows[index].field, ObjectIdentifier(field) == others[index].id else { return false }
        }
        return containers.elements.elementsEqual(other.containers.elements) { $0 === $1 }
    }

    /// Whether all fields, widgets, value inputs and containers of the snapshot still exist.
    var isComplete: Bool {
        // A loop over the array would copy each row and its weak reference.
        let rows = rows.span
        for index in rows.indices {
            guard let state = rows[index].field?.formState, !state.isDetached else { return false }
            if rows[index].isSubmitted, state.value == nil { return false }
        }
        return !containers.hasDeallocatedElements
    }

    var focusedField: (any FormField)? {
        status.focus.flatMap(index).flatMap { rows[$0].field }
    }

    var submitRefusal: FocusOrder.SubmitRefusal? {
        guard let error = status.error, let field = status.invalid.flatMap(index).flatMap({ rows[$0].field }) else {
            return nil
        }
        return .invalidValue(in: field, error)
    }

    func neighbor(
        of field: any FormField,
        _ direction: FocusDirection,
        except refusing: Set<ObjectIdentifier> = []
    ) -> (any FormField)? {
        index(of: ObjectIdentifier(field)).flatMap { neighbor(of: $0, direction, except: refusing) }
    }

    private func neighbor(
        of start: Int,
        _ direction: FocusDirection,
        except refusing: Set<ObjectIdentifier> = []
    ) -> (any FormField)? {
        for distance in 1..<max(rows.count, 1) {
            let position = direction == .next ? start + distance : start - distance
            guard end.wraps || rows.indices.contains(position) else { return nil }
            let index = (position + rows.count) % rows.count
            if rows[index].group == rows[start].group, let field = candidate(index, except: refusing) { return field }
        }
        return nil
    }

    func first(except refusing: Set<ObjectIdentifier> = []) -> (any FormField)? {
        let group = status.focus.flatMap(index).map { rows[$0].group }
        for index in rows.indices where group == nil || rows[index].group == group {
            if let field = candidate(index, except: refusing) { return field }
        }
        return nil
    }

    private func candidate(_ index: Int, except refusing: Set<ObjectIdentifier>) -> (any FormField)? {
        if rows[index].isSkipped { return nil }
        return refusing.contains(rows[index].id) ? nil : rows[index].field
    }

    /// Returns whether the return key of a field submits the form.
    func submits(after field: any FormField) -> Bool {
        guard end.submitAction != nil, let index = index(of: ObjectIdentifier(field)) else { return false }
        return rows[(index + 1)...].allSatisfy(\.isSkipped)
    }

    func returnKeyType(for field: any FormField) -> ReturnKeyType {
        if neighbor(of: field, .next) != nil { return .next }
        return submits(after: field) ? .go : .done
    }

    private func index(of id: ObjectIdentifier) -> Int? {
        for index in rows.indices where rows[index].id == id { return index }
        return nil
    }
}

extension FormSnapshot.Row {
    @MainActor
    fileprivate init(_ entry: FieldCollector.Entry, skipping: [FocusOrder.SkipRule]) {
        let field = entry.field
        self.field = field
        id = ObjectIdentifier(field)
        group = entry.group
        isSkipped = field.isSkipped(by: skipping, isInHiddenContainer: entry.isInHiddenContainer)
        // The closure of a skip rule may have destroyed the widget.
        if !field.formState.isDetached, let value = field.formState.value,
            field.isEnabled, !field.isHidden, !entry.isInHiddenContainer
        {
            isSubmitted = true
            error = value.inputError(of: field.text)
        } else {
            isSubmitted = false
            error = nil
        }
    }
}
