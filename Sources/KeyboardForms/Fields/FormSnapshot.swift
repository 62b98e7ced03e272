/// The sorted fields of an order at one moment.
///
/// A snapshot evaluates the skip rules and the error of each field only once. An order reads these facts from the
/// snapshot:
///
/// - The field that takes the focus next
/// - The label and the action of the return key
/// - The items of the bar
@MainActor
struct FormSnapshot {
    struct Row {
        weak let field: (any FormField)?
        let id: ObjectIdentifier
        /// The field's group; 0 if the field does not belong to a group.
        ///
        /// The focus moves only among fields of the same group.
        let group: Int
        let isSkipped: Bool
        /// Whether the field has a ``ValueInput``, is visible and is enabled.
        let isSubmitted: Bool
        /// The error of the field's value; `nil` if the value is valid or is not submitted.
        let error: ValueInputError?
    }

    /// The state that observers of an order can read.
    @MainActor
    struct Status: @MainActor Equatable {
        var focus: ObjectIdentifier?
        var canMoveToNext = false
        var canMoveToPrevious = false
        var refusal: FocusOrder.SubmitRefusal?
    }

    private(set) var rows: [Row] = []
    /// The identifier of the field that has the focus.
    private(set) var focus: ObjectIdentifier?
    /// The state that observers of the order can read.
    private(set) var status = Status()
    private var containers = WeakElementList()
    private var end = FocusOrder.End.stop

    init() {}

    /// Reads all fields.
    ///
    /// - Parameters:
    ///   - collected: The fields and containers.
    ///   - focused: The field that the order regards as focused. The focus may have moved to another field without a
    ///     report.
    ///   - order: The order that supplies the sorting, the skip rules and ``FocusOrder/end``.
    init(_ collected: FieldCollector, focused: (any FormField)?, of order: FocusOrder) {
        let (nodes, skipping) = (order.sorting.sorted(collected.nodes), order.skipping)
        rows.reserveCapacity(nodes.count)
        for index in nodes.indices {
            guard let field = nodes[index].field, !field.formState.isDetached else { continue }
            rows.append(Row(field, nodes[index], skipping: skipping))
        }
        containers = WeakElementList(collected.containers)
        end = order.end
        let known = focused.flatMap { index(of: $0) == nil ? nil : $0 }
        if let known, known.isFocused {
            focus = ObjectIdentifier(known)
        } else {
            // `focused` may differ from the field that has the focus. For example, a field can already have the focus
            // when it joins the order, or can report the focus late.
            let unreported = nodes.lazy.compactMap(\.field).first(where: \.isFocused)
            focus = (unreported ?? known).map { ObjectIdentifier($0) }
        }
        let start = focusedIndex
        status = Status(
            focus: focus,
            canMoveToNext: start.flatMap { neighbor(of: $0, .next) } != nil,
            canMoveToPrevious: start.flatMap { neighbor(of: $0, .previous) } != nil,
            refusal: submitRefusal
        )
    }

    /// The fields and containers of the snapshot, without deallocated elements.
    var elements: [any FormElement] {
        rows.compactMap(\.field) + containers.elements
    }

    /// Returns whether another snapshot has the same fields and containers in the same sequence.
    func hasSameElements(as other: FormSnapshot) -> Bool {
        guard rows.count == other.rows.count else { return false }
        let (rows, others) = (rows.span, other.rows.span)
        for index in rows.indices {
            guard let field = rows[index].field, ObjectIdentifier(field) == others[index].id else { return false }
        }
        return containers.elements.elementsEqual(other.containers.elements) { $0 === $1 }
    }

    /// Whether all fields, widgets, values and containers of the snapshot still exist.
    var isComplete: Bool {
        // The loop reads a span, because a loop over the array would copy each row and its weak reference.
        let rows = rows.span
        for index in rows.indices {
            guard let state = rows[index].field?.formState, !state.isDetached else { return false }
            if rows[index].isSubmitted, state.value == nil { return false }
        }
        return !containers.hasDeallocatedElements
    }

    var focusedField: (any FormField)? {
        focusedIndex.flatMap { rows[$0].field }
    }

    private var focusedIndex: Int? {
        focus.flatMap(index)
    }

    /// The first field with an error, and its error; `nil` if no field has an error.
    var submitRefusal: FocusOrder.SubmitRefusal? {
        for index in rows.indices {
            guard let error = rows[index].error else { continue }
            return FocusOrder.SubmitRefusal(field: rows[index].field, error: error)
        }
        return nil
    }

    /// Returns the nearest field that belongs to the group of `field` and is not skipped.
    ///
    /// - Parameters:
    ///   - field: The start of the search.
    ///   - direction: The direction of the search.
    ///   - refusing: The fields that have refused the focus. The search ignores these fields.
    /// - Returns: The field, or `nil`.
    func neighbor(
        of field: any FormField,
        _ direction: FocusDirection,
        except refusing: Set<ObjectIdentifier> = []
    ) -> (any FormField)? {
        index(of: field).flatMap { neighbor(of: $0, direction, except: refusing) }.flatMap { rows[$0].field }
    }

    private func neighbor(
        of start: Int,
        _ direction: FocusDirection,
        except refusing: Set<ObjectIdentifier> = []
    ) -> Int? {
        for distance in 1..<max(rows.count, 1) {
            let position = direction == .next ? start + distance : start - distance
            guard end.wraps || rows.indices.contains(position) else { return nil }
            let index = (position + rows.count) % rows.count
            if rows[index].group == rows[start].group, canTakeFocus(index, except: refusing) { return index }
        }
        return nil
    }

    /// Returns the first field that is not skipped.
    ///
    /// If a field has the focus, the method searches only in the group of the focused field.
    func first(except refusing: Set<ObjectIdentifier> = []) -> (any FormField)? {
        let group = focusedIndex.map { rows[$0].group }
        let first = rows.indices.first { index in
            (group == nil || rows[index].group == group) && canTakeFocus(index, except: refusing)
        }
        return first.flatMap { rows[$0].field }
    }

    private func canTakeFocus(_ index: Int, except refusing: Set<ObjectIdentifier>) -> Bool {
        !rows[index].isSkipped && !refusing.contains(rows[index].id) && rows[index].field != nil
    }

    /// Returns whether the return key of a field submits the form.
    ///
    /// The return key submits the form if the order has a submit action, and the order skips all fields after the given
    /// field.
    func submits(after field: any FormField) -> Bool {
        guard end.submitAction != nil, let index = index(of: field) else { return false }
        return rows[(index + 1)...].allSatisfy(\.isSkipped)
    }

    func returnKeyType(for field: any FormField) -> ReturnKeyType {
        if neighbor(of: field, .next) != nil { return .next }
        return submits(after: field) ? .go : .done
    }

    private func index(of field: any FormField) -> Int? {
        index(of: ObjectIdentifier(field))
    }

    private func index(of id: ObjectIdentifier) -> Int? {
        for index in rows.indices where rows[index].id == id { return index }
        return nil
    }
}

extension FormSnapshot.Row {
    @MainActor
    fileprivate init(_ field: any FormField, _ node: FieldCollector.Node, skipping: [FocusOrder.SkipRule]) {
        self.field = field
        id = ObjectIdentifier(field)
        group = node.group
        isSkipped = field.isSkipped(by: skipping, isInHiddenContainer: node.isHidden)
        if let value = field.formState.value, field.isSubmitted(isInHiddenContainer: node.isHidden) {
            isSubmitted = true
            error = value.inputError(of: field.text)
        } else {
            isSubmitted = false
            error = nil
        }
    }
}
