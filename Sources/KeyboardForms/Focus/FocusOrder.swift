public import Observation

/// The order in which the focus moves through the fields of a form.
///
/// ```swift
/// let order = FocusOrder(nameField, mailField, notesView)
/// order.skipping = [.unavailable, .filled]
/// order.end = .submit(signUpButton)
/// order.moveToNext()
/// ```
///
/// An order holds its fields and containers weakly. A field reports its focus with
/// ``FormField/fieldDidBeginEditing()``, and the order then sets the field's return key and accessory. The properties
/// ``canMoveToNext``, ``canMoveToPrevious`` and ``focusedField`` are observable with `withObservationTracking` and
/// `Observations`.
///
/// A move among n fields costs O(log n), for any number of skipped fields. A change of one field costs O(log n). If the
/// change starts or stops the skipping of the field, it also moves up to 8 n bytes of memory. Any number of added,
/// removed or reordered fields costs O(n) once, at the next use of the order. A change of a container or a link costs
/// O(n) immediately.
@MainActor
public final class FocusOrder: Observable {
    // MARK: Configuration

    /// The rule that sorts the fields.
    public var sorting: Sorting {
        didSet { if sorting != oldValue { setNeedsArranging() } }
    }

    /// The rules that determine the skipped fields.
    public var skipping: [SkipRule] {
        didSet { setNeedsArranging() }
    }

    /// The action after the last field.
    public var end: End {
        didSet { reportChanges() }
    }

    /// Whether the order sets and handles the return key of its single-line fields.
    ///
    /// The default is `true`. A field with a ``FormField/returnKeyHandler`` or with links does not use its order's return key.
    public var handlesReturnKey = true {
        didSet {
            needsReturnKeyUpdate = true
            updateReturnKey()
        }
    }

    /// The accessory of the focused field, held weakly.
    public weak var accessory: (any InputAccessory)? {
        didSet {
            guard accessory !== oldValue else { return }
            arrangeIfNeeded()
            focused?.inputAccessory = accessory
        }
    }

    // MARK: State

    private struct Reach: Equatable {
        var next = false
        var previous = false
    }

    private let registrar = ObservationRegistrar()
    private nonisolated let deallocatedFields = DeallocatedFields()
    private let followsLinks: Bool
    private var groupCount = 0

    private var added = WeakElementList()
    /// The containers of the latest arrangement.
    private var containers = WeakElementList()
    private var arranged = FocusableFields()
    private var isArranged = false
    private var isArranging = false

    private weak var focused: (any FormField)?
    /// Whether a field had the focus at the last check.
    ///
    /// The field may have been deallocated after the check.
    private var hadFocus = false
    /// Whether the return key of the focused field may differ from what the order requires.
    private var needsReturnKeyUpdate = false
    private var movesUnderWay = 0
    /// Whether there were a next and a previous field when observers read that last.
    ///
    /// The property is `nil` if the observers were notified of a change and have not read the reach again.
    private var reportedReach: Reach? = Reach()

    // MARK: Creating an order

    /// Creates an order of fields and containers.
    ///
    /// - Parameters:
    ///   - elements: The fields, and containers of fields. The order holds the elements weakly.
    ///   - sorting: The rule that sorts the fields.
    ///   - skipping: The rules that determine the skipped fields.
    ///   - end: The action after the last field.
    public init(
        _ elements: [any FormElement],
        sorting: Sorting = .asGiven,
        skipping: [SkipRule] = [.unavailable],
        end: End = .stop
    ) {
        self.sorting = sorting
        self.skipping = skipping
        self.end = end
        followsLinks = false
        let new = elements.filter(append)
        addedElementsDidChange(mustArrange: new.contains(where: \.changesFocusOrFields))
    }

    /// Creates an order of fields and containers, sorted as given.
    public convenience init(_ elements: any FormElement...) {
        self.init(elements)
    }

    /// Creates an order of a chain of linked fields.
    ///
    /// The order is updated when a link changes.
    ///
    /// - Parameters:
    ///   - first: The first field of the chain. The order holds it weakly.
    ///   - skipping: The rules that determine the skipped fields.
    ///   - end: The action after the last field.
    public init(linkedFrom first: any FormField, skipping: [SkipRule] = [.unavailable], end: End = .stop) {
        sorting = .asGiven
        self.skipping = skipping
        self.end = end
        followsLinks = true
        add(first)
    }

    // MARK: Fields

    /// The fields in order, including skipped ones.
    ///
    /// Reading the property costs O(n).
    public var fields: [any FormField] {
        arrangeIfNeeded()
        return arranged.records.compactMap(\.field)
    }

    /// Adds a field or a container at the end.
    ///
    /// Adding an element again has no effect. The method costs O(1), amortized, for a field, and O(n) for a container.
    public func add(_ element: any FormElement) {
        if append(element) { addedElementsDidChange(mustArrange: element.changesFocusOrFields) }
    }

    /// Adds a field or a container before another element.
    ///
    /// If `other` was not added, the element is added at the end. Adding an element again has no effect. O(n).
    public func insert(_ element: any FormElement, before other: any FormElement) {
        guard markAsAdded(element) else { return }
        added.insert(element, before: other)
        addedElementsDidChange(mustArrange: element.changesFocusOrFields)
    }

    /// Removes a field or a container that was added.
    ///
    /// A focused field keeps the focus, and loses this order's accessory. O(n).
    public func remove(_ element: any FormElement) {
        added.remove(element)
        element.formState.updateMembership(in: self) { membership in
            membership.isElement = false
            membership.group = nil
        }
        structureChanged()
    }

    /// Keeps the focus among these fields.
    ///
    /// ``moveToNext()`` and ``moveToPrevious()`` neither leave nor enter the group. A field that already belongs to a
    /// group moves to the new group. ``stopKeepingFocus(within:)`` removes fields from their groups.
    public func keepFocus(within fields: [any FormField]) {
        groupCount += 1
        for field in fields {
            field.formState.updateMembership(in: self) { $0.group = groupCount }
        }
        setNeedsArranging()
    }

    /// Removes these fields from the groups that ``keepFocus(within:)`` created.
    ///
    /// The other fields of a group stay in it. A removed field in a container that is a focus group then belongs to the
    /// container's group. A field that does not belong to a group is not changed.
    public func stopKeepingFocus(within fields: [any FormField]) {
        for field in fields {
            field.formState.updateMembership(in: self) { $0.group = nil }
        }
        setNeedsArranging()
    }

    /// Arranges the fields again at the next use of the order.
    ///
    /// Call this method after a change that no field reports, such as a change of a value that the closure of
    /// ``SkipRule/when(_:)`` reads. The call costs O(1).
    public func setNeedsArranging() {
        isArranged = false
        reportChanges()
    }

    private func append(_ element: any FormElement) -> Bool {
        guard markAsAdded(element) else { return false }
        added.append(element)
        return true
    }

    /// - Returns: Whether the element was not added before.
    private func markAsAdded(_ element: any FormElement) -> Bool {
        guard element.formState.membership(in: self)?.isElement != true else { return false }
        element.formState.updateMembership(in: self) { $0.isElement = true }
        return true
    }

    private func addedElementsDidChange(mustArrange: Bool) {
        if mustArrange || followsLinks {
            structureChanged()
        } else {
            setNeedsArranging()
        }
    }

    // MARK: The focus

    /// The focused field of this order, held weakly.
    ///
    /// The property is observable. Reading it costs O(1).
    public var focusedField: (any FormField)? {
        registrar.access(self, keyPath: \.focusedField)
        arrangeIfNeeded()
        return focused
    }

    /// Whether a field follows the focused field.
    ///
    /// The property is observable.
    public var canMoveToNext: Bool {
        registrar.access(self, keyPath: \.canMoveToNext)
        return observedReach.next
    }

    /// Whether a field precedes the focused field.
    ///
    /// The property is observable.
    public var canMoveToPrevious: Bool {
        registrar.access(self, keyPath: \.canMoveToPrevious)
        return observedReach.previous
    }

    /// Moves the focus to the next field that is not skipped.
    ///
    /// The focused field does not resign, and the keyboard stays on screen.
    ///
    /// - Returns: Whether the focus moved. The focus does not move if no field of this order has the focus, if no field
    ///   follows, or if a field refuses to give up or to take the focus.
    @discardableResult
    public func moveToNext() -> Bool {
        focused.map { moveFocus(from: $0, .next) == .moved } ?? false
    }

    /// Moves the focus to the previous field that is not skipped.
    ///
    /// - Returns: Whether the focus moved, as for ``moveToNext()``.
    @discardableResult
    public func moveToPrevious() -> Bool {
        focused.map { moveFocus(from: $0, .previous) == .moved } ?? false
    }

    /// Moves the focus to the first field that is not skipped.
    ///
    /// If a field of a group has the focus, the group's first field takes the focus.
    ///
    /// - Returns: Whether the first field has the focus now.
    @discardableResult
    public func moveToFirst() -> Bool {
        arrangeIfNeeded()
        guard let first = arranged.firstPosition(inGroupAt: focused.flatMap(position)) else { return false }
        if let field = arranged.records[first].field, field.isFirstResponder { return true }
        return offerFocus(startingAt: first, .next, from: focused) == .moved
    }

    /// Resigns the focus, which closes the keyboard.
    ///
    /// - Returns: Whether no field of this order has the focus now. A field may refuse to give up the focus.
    @discardableResult
    public func endEditing() -> Bool {
        focused?.resignFirstResponder() ?? true
    }

    /// Returns the field that the focus would move to from another field.
    ///
    /// The method does not move the focus.
    public func next(after field: any FormField) -> (any FormField)? {
        neighbor(of: field, .next)
    }

    /// Returns the field that the focus would move back to from another field.
    ///
    /// The method does not move the focus.
    public func previous(before field: any FormField) -> (any FormField)? {
        neighbor(of: field, .previous)
    }

    func contains(_ field: any FormField) -> Bool {
        position(of: field) != nil
    }

    enum MoveResult {
        case moved
        /// No field follows.
        case atEnd
        /// A field refuses to give up or to take the focus.
        case refused
    }

    func moveFocus(from field: any FormField, _ direction: FocusDirection) -> MoveResult {
        guard field.canLoseFocus else { return .refused }
        guard let first = position(of: field).flatMap({ neighborPosition(of: $0, direction) }) else { return .atEnd }
        return offerFocus(startingAt: first, direction, from: field)
    }

    /// Offers the focus to each candidate in turn.
    ///
    /// Observers are notified once, after the move.
    private func offerFocus(
        startingAt start: Int,
        _ direction: FocusDirection,
        from current: (any FormField)?
    ) -> MoveResult {
        movesUnderWay += 1
        let result = firstTaker(startingAt: start, direction, from: current)
        movesUnderWay -= 1
        reportReach()
        return result
    }

    /// Offers the focus to each candidate, until one takes it.
    ///
    /// The method reads positions again after each offer, because a candidate may change the order while it takes the
    /// focus.
    private func firstTaker(
        startingAt start: Int,
        _ direction: FocusDirection,
        from current: (any FormField)?
    ) -> MoveResult {
        var visited: Set<ObjectIdentifier> = []
        var result = MoveResult.atEnd
        var position: Int? = start
        while let here = position, arranged.records.indices.contains(here) {
            let record = arranged.records[here]
            guard let field = record.field else {
                position = neighborPosition(of: here, direction)
                continue
            }
            guard field !== current, visited.insert(ObjectIdentifier(field)).inserted else { break }
            // A field that did not report its latest change may be skipped now.
            if !record.isSkipped(by: skipping) {
                switch field.takeFocus(from: current) {
                case .taken: return .moved
                case .interrupted: return .refused
                case .refused: result = .refused
                }
                guard skipping.contains(where: \.skipsRefusingFields) else { break }
            }
            position = self.position(of: field).flatMap { neighborPosition(of: $0, direction) }
        }
        return result
    }

    private func neighbor(of field: any FormField, _ direction: FocusDirection) -> (any FormField)? {
        guard let start = position(of: field) else { return nil }
        var position = start
        for _ in arranged.records.indices {
            guard let next = neighborPosition(of: position, direction), next != start else { return nil }
            let record = arranged.records[next]
            if let neighbor = record.field, !record.isSkipped(by: skipping) { return neighbor }
            position = next
        }
        return nil
    }

    private func neighborPosition(of position: Int, _ direction: FocusDirection) -> Int? {
        arranged.position(direction, from: position, wraps: end.wraps)
    }

    private func setFocused(_ field: (any FormField)?) {
        registrar.withMutation(of: self, keyPath: \.focusedField) { focused = field }
        hadFocus = field != nil
        needsReturnKeyUpdate = true
        deallocatedFields.setEditing(field != nil)
    }

    private func adoptFocus(of field: any FormField) {
        setFocused(field)
        if let accessory { field.inputAccessory = accessory }
    }

    private func releaseFocus(of field: any FormField) {
        setFocused(nil)
        if let accessory, field.inputAccessory === accessory { field.inputAccessory = nil }
    }

    // MARK: Arranging

    /// Returns the position of a field; `nil` if the field is not in the order.
    ///
    /// The method arranges the fields first if necessary.
    private func position(of field: any FormField) -> Int? {
        arrangeIfNeeded()
        return field.formState.membership(in: self)?.position
    }

    private func arrangeIfNeeded() {
        // A field or a closure that uses the order during the arranging reads the previous arrangement.
        guard !isArranging, deallocatedFields.take() || !isArranged else { return }
        isArranging = true
        isArranged = true
        let previous = arranged.records.compactMap { $0.field as (any FormElement)? } + containers.elements
        for element in previous {
            element.formState.updateMembership(in: self) { $0.position = nil }
        }
        let collected = FieldCollector(added.elements, of: self, followsLinks: followsLinks)
        containers = WeakElementList(collected.containers)
        arranged = FocusableFields(sorting.sorted(collected.records), skipping: skipping)
        for container in collected.containers {
            container.formState.updateMembership(in: self) { $0.position = 0 }
        }
        for (position, record) in arranged.records.enumerated() {
            record.field?.formState.updateMembership(in: self) { $0.position = position }
        }
        updateFocusAfterArranging()
        needsReturnKeyUpdate = true
        updateReturnKey()
        isArranging = false
    }

    /// Updates the focused field after an arrangement.
    ///
    /// The focused field may have left the order, and a field may already have the focus when it joins the order.
    private func updateFocusAfterArranging() {
        if let focused {
            if focused.formState.membership(in: self)?.position == nil { releaseFocus(of: focused) }
        } else if hadFocus {
            setFocused(nil)
        }
        guard focused == nil else { return }
        if let field = arranged.records.lazy.compactMap(\.field).first(where: \.isFirstResponder) {
            adoptFocus(of: field)
        }
    }

    // MARK: Reporting

    /// Whether the arrangement is up to date.
    private var isCurrent: Bool {
        isArranged && deallocatedFields.isEmpty
    }

    private var observedReach: Reach {
        arrangeIfNeeded()
        let reach = currentReach
        if reportedReach == nil { reportedReach = reach }
        return reach
    }

    private var currentReach: Reach {
        guard let focused, let position = focused.formState.membership(in: self)?.position else { return Reach() }
        return Reach(
            next: neighborPosition(of: position, .next) != nil,
            previous: neighborPosition(of: position, .previous) != nil
        )
    }

    private func reportChanges() {
        needsReturnKeyUpdate = true
        if isCurrent { updateReturnKey() }
        reportReach()
    }

    /// Notifies the observers of the reach if it has changed.
    ///
    /// While the fields are not arranged, the observers are notified once that the reach may have changed. If many
    /// fields change their frames, the order arranges its fields only once, the next time it is used.
    private func reportReach() {
        guard movesUnderWay == 0, let old = reportedReach else { return }
        let new = isCurrent ? currentReach : nil
        reportedReach = new
        if new?.next != old.next { registrar.withMutation(of: self, keyPath: \.canMoveToNext) {} }
        if new?.previous != old.previous { registrar.withMutation(of: self, keyPath: \.canMoveToPrevious) {} }
    }

    private func updateReturnKey() {
        guard needsReturnKeyUpdate else { return }
        needsReturnKeyUpdate = false
        guard let focused, focused.activeReturnKeyHandler === self else { return }
        setupReturnKeyType(for: focused)
    }
}

extension FocusOrder: DeferredUpdate {
    /// Removes deallocated fields.
    func performDeferredUpdate() {
        arrangeIfNeeded()
        reportReach()
    }
}

extension FocusOrder: FormOrder {
    func editingBegan(in field: any FormField) {
        guard contains(field) else { return }
        if focused !== field { adoptFocus(of: field) }
        updateReturnKey()
        reportReach()
    }

    func editingEnded(in field: any FormField) {
        guard focused === field else { return }
        releaseFocus(of: field)
        reportChanges()
    }

    func fieldChanged(_ field: any FormField) {
        guard isArranged, let position = field.formState.membership(in: self)?.position else { return }
        let record = arranged.records[position]
        if sorting != .asGiven, record.frame != field.frame {
            isArranged = false
        } else {
            arranged.setFocusable(!record.isSkipped(by: skipping), at: position)
        }
        reportChanges()
    }

    /// Arranges the fields immediately, because a field of the container or of the link may take the focus next.
    func structureChanged() {
        isArranged = false
        arrangeIfNeeded()
        reportReach()
    }

    func linksChanged() {
        if followsLinks { structureChanged() }
    }

    nonisolated func elementWasDeallocated() {
        if deallocatedFields.record() { DeferredUpdateQueue.add(self) }
    }
}

extension FormElement {
    /// Whether an order must be arranged immediately after this element is added.
    ///
    /// A container adds its fields to the order, and a focused field becomes the order's focused field.
    fileprivate var changesFocusOrFields: Bool {
        self is any FormContainer || (self as? any FormField)?.isFirstResponder == true
    }
}
