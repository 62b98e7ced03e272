import Foundation
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
/// If a field is in several orders, its bar is the accessory of the first order with one. Its return key follows the same
/// order, or the first order if none has an accessory. In a field with links, the orders that follow links precede the
/// other ones, and only they determine the return key (``FormField/returnKeyHandler``). The bar may then be that of an order
/// that does not follow links, and *Next* in the bar moves the focus in that order.
///
/// A move among n fields costs O(log n), for any number of skipped fields. A change of one field costs O(log n). If the
/// change starts or stops the skipping of the field, it also moves up to 16 n bytes of memory. Any number of added,
/// removed or reordered fields costs O(n log n) once, at the next use of the order, or soon after the change if a field has
/// the focus. A change of a container or a link costs O(n log n) immediately. ``submit()``, and the first use of
/// ``submitRefusal`` or ``onChange``, cost O(n).
///
/// A field reports each change (``FormField/fieldDidChange()``). The order also looks at a field before the focus or the
/// return key leads to it, so a field that was hidden without a report does not take the focus. It is then skipped until
/// it reports a change or the fields are arranged. Each such field costs one look more, once.
///
/// A move, and a field that takes the focus without a move, read each provided frame (``FormFieldProviders/frame``) of an
/// order that is sorted by position. If the focused field has lost the focus without a report, or no field has reported
/// the focus, a move asks each field for its focus.
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
    /// The default is `true`. A field with a ``FormField/returnKeyHandler`` or with links does not use its order's
    /// return key.
    public var handlesReturnKey = true {
        didSet {
            if let focusedState { updateForms(of: focusedState) }
        }
    }

    /// The accessory of the focused field, held weakly.
    ///
    /// The release of a ``TextFieldNavigator`` takes effect immediately, and that of another accessory at the next call of
    /// the focused field.
    public weak var accessory: (any InputAccessory)? {
        didSet { if accessory !== oldValue { accessoryDidChange() } }
    }

    /// Called after a change of ``focusedField``, ``canMoveToNext``, ``canMoveToPrevious`` or ``submitRefusal``.
    ///
    /// While the fields are not arranged, the closure is called once for any number of changes. The order retains the closure. Capture the screen weakly.
    public var onChange: (@MainActor () -> Void)? {
        didSet { if onChange != nil { beginTrackingRefusal() } }
    }

    /// Receives the refusal after a form was not submitted because of a value that is not valid.
    ///
    /// The field with the value has the focus, if it has taken the focus. The order retains the closure. Capture the
    /// screen weakly.
    public var onSubmitRefusal: (@MainActor (SubmitRefusal) -> Void)?

    // MARK: State

    /// What observers can read.
    private struct Status: Equatable {
        var focused: ObjectIdentifier?
        var next = false
        var previous = false
        var refusal: SubmitRefusal.Identity?
    }

    private let registrar = ObservationRegistrar()
    private nonisolated let deallocatedFields = DeallocatedFields()
    let followsLinks: Bool
    private var groupCount = 0

    private var added = WeakElementList()
    /// The containers of the latest arrangement.
    private var containers = WeakElementList()
    private var arranged = FocusableFields()
    private var isArranged = false
    private var isArranging = false

    /// The positions of the fields with invalid values; `nil` until the app has asked for them.
    private var invalid: IndexSet?
    /// Whether a skip rule is being evaluated.
    private var isEvaluating = false
    /// The fields that changed while a skip rule was evaluated.
    private var changedFields: [FormElementState] = []

    private(set) weak var focused: (any FormField)?
    private weak var focusedState: FormElementState?
    /// Whether a field had the focus at the last check.
    ///
    /// The field may have been deallocated after the check.
    private var hadFocus = false
    /// The states of the fields that have or had a bar or a return key of this order.
    var determinedStates = WeakStates()
    /// Whether the return key of the focused field may differ from what the order requires.
    private var needsReturnKeyUpdate = false
    /// Whether the order is in the queue of deferred updates because of a change.
    private var hasDeferredUpdate = false
    private var movesUnderWay = 0
    /// The status that observers know.
    ///
    /// The property is `nil` if the observers were notified of a change and the fields were not arranged since.
    private var reportedStatus: Status? = Status()

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

    deinit {
        // The bars and the return keys of the fields are their own again, or those of another order.
        for state in determinedStates.states { DeferredUpdateQueue.add(state) }
    }

    // MARK: Fields

    /// The fields in order, including skipped ones.
    ///
    /// Reading the property costs O(n).
    public var fields: [any FormField] {
        arrangeIfNeeded()
        return arranged.records.compactMap { $0.hasField ? $0.field : nil }
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
    /// ``SkipRule/when(_:)`` reads. The call costs O(1). If a field of the order has the focus, the order arranges its
    /// fields soon afterwards on the main actor, so that the return key of the field is right.
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
        arrangeIfNeeded()
        return canMove(.next)
    }

    /// Whether a field precedes the focused field.
    ///
    /// The property is observable.
    public var canMoveToPrevious: Bool {
        registrar.access(self, keyPath: \.canMoveToPrevious)
        arrangeIfNeeded()
        return canMove(.previous)
    }

    /// The reason that ``submit()`` would not submit the form; `nil` if all values are valid.
    ///
    /// The reason is the first field that is neither hidden nor disabled, and that has an error or holds a text that its
    /// value would refuse. The property is observable.
    public var submitRefusal: SubmitRefusal? {
        registrar.access(self, keyPath: \.submitRefusal)
        arrangeIfNeeded()
        beginTrackingRefusal()
        return currentRefusal
    }

    /// Moves the focus to the next field that is not skipped.
    ///
    /// The focused field does not resign, and the keyboard stays on screen.
    ///
    /// - Returns: Whether the focus moved. The focus does not move if no field of this order has the focus, if no field
    ///   follows, or if a field refuses to give up or to take the focus.
    @discardableResult
    public func moveToNext() -> Bool {
        noticeUnreportedFocus()
        return focused.map { moveFocus(from: $0, .next) == .moved } ?? false
    }

    /// Moves the focus to the previous field that is not skipped.
    ///
    /// - Returns: Whether the focus moved, as for ``moveToNext()``.
    @discardableResult
    public func moveToPrevious() -> Bool {
        noticeUnreportedFocus()
        return focused.map { moveFocus(from: $0, .previous) == .moved } ?? false
    }

    /// Moves the focus to the first field that is not skipped.
    ///
    /// If a field of a group has the focus, the group's first field takes the focus.
    ///
    /// - Returns: Whether the first field has the focus now.
    @discardableResult
    public func moveToFirst() -> Bool {
        noticeUnreportedFocus()
        readFramesAgain()
        arrangeIfNeeded()
        guard let first = arranged.firstPosition(inGroupAt: focused.flatMap(position)) else { return false }
        if let field = arranged.records[first].field, field.isFocused { return true }
        return offerFocus(startingAt: first, .next, from: focused) == .moved
    }

    /// Resigns the focus, which closes the keyboard.
    ///
    /// - Returns: Whether no field of this order has the focus now. A field may refuse to give up the focus.
    @discardableResult
    public func endEditing() -> Bool {
        noticeUnreportedFocus()
        focused?.giveUpFocus()
        return focused == nil
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

    /// Whether no field of the form follows, in any group.
    func isLast(_ field: any FormField) -> Bool {
        guard var position = position(of: field) else { return false }
        for _ in arranged.records.indices {
            guard let next = arranged.positionInAnyGroup(after: position) else { break }
            if isFocusable(at: next) { return false }
            position = next
        }
        return true
    }

    func moveFocus(from field: any FormField, _ direction: FocusDirection) -> FocusMoveResult {
        readFramesAgain()
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
    ) -> FocusMoveResult {
        movesUnderWay += 1
        let result = firstTaker(startingAt: start, direction, from: current)
        movesUnderWay -= 1
        reportStatus()
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
    ) -> FocusMoveResult {
        var visited: Set<ObjectIdentifier> = []
        var transfer = FocusTransfer(from: current)
        var result = FocusMoveResult.atEnd
        var position: Int? = start
        while let here = position, arranged.records.indices.contains(here) {
            guard let field = arranged.records[here].field else {
                position = neighborPosition(of: here, direction)
                continue
            }
            guard field !== current, visited.insert(ObjectIdentifier(field)).inserted else { break }
            // A field that did not report its latest change may be skipped now.
            if isFocusable(at: here) {
                switch transfer.offerFocus(to: field) {
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

    func neighbor(of field: any FormField, _ direction: FocusDirection) -> (any FormField)? {
        guard let start = position(of: field) else { return nil }
        var position = start
        for _ in arranged.records.indices {
            guard let next = neighborPosition(of: position, direction), next != start else { return nil }
            let neighbor = arranged.records[next].field
            if isFocusable(at: next) { return neighbor }
            position = next
        }
        return nil
    }

    private func neighborPosition(of position: Int, _ direction: FocusDirection) -> Int? {
        while let nearest = arranged.position(direction, from: position, wraps: end.wraps) {
            if arranged.records[nearest].hasField { return nearest }
            arranged.setFocusable(false, at: nearest)
        }
        return nil
    }

    private func setFocused(_ field: (any FormField)?) {
        registrar.withMutation(of: self, keyPath: \.focusedField) {
            focused = field
            focusedState = field?.formState
        }
        if let focusedState { determinedStates.insert(focusedState) }
        hadFocus = field != nil
        needsReturnKeyUpdate = true
        deallocatedFields.setNeedsUpdate(field != nil || invalid != nil)
    }

    private func adoptFocus(of field: any FormField) {
        let old = focused
        setFocused(field)
        // A field that has lost the focus without a report commits its value now.
        if let old, old !== field, !old.isFocused { old.reportUnreportedFocus() }
        updateForms(of: field.formState)
    }

    private func releaseFocus(of field: any FormField) {
        setFocused(nil)
        updateForms(of: field.formState)
    }

    /// Updates the bar and the return key of a field in all of its orders, because one of them has changed.
    private func updateForms(of state: FormElementState) {
        state.reportFormsChange()
    }

    /// Reports a change of the focus that no widget reported.
    ///
    /// The method asks only the focused field, unless it has lost the focus.
    func noticeUnreportedFocus() {
        arrangeIfNeeded()
        focused?.reportUnreportedFocus()
        // A field that had the focus when it joined the order may have reported neither the begin nor the end.
        if let focused, !focused.isFocused { releaseFocus(of: focused) }
        guard focused == nil else { return }
        arranged.records.lazy.compactMap(\.field).first(where: \.isFocused)?.reportUnreportedFocus()
    }

    /// Looks for changes of frames that were not reported.
    private func readFramesAgain() {
        guard isArranged, movesUnderWay == 0, sorting != .asGiven else { return }
        let isChanged = arranged.records.contains { record in
            guard let state = record.field?.formState, state.providers.frame != nil else { return false }
            return state.frame.ifFinite != record.frame
        }
        if isChanged { setNeedsArranging() }
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
        let mustArrange = deallocatedFields.take() || !isArranged || focusedState?.isDetached == true
        guard !isArranging, mustArrange else { return }
        isArranging = true
        isArranged = true
        let collected = FieldCollector(roots, of: self, followsLinks: followsLinks)
        let fields = FocusableFields(sorting.sorted(collected.records), skipping: skipping)
        let previous = arranged.records.compactMap { $0.field as (any FormElement)? } + containers.elements
        for element in previous {
            element.formState.updateMembership(in: self) { $0.position = nil }
        }
        containers = WeakElementList(collected.containers)
        arranged = fields
        for container in collected.containers {
            container.formState.updateMembership(in: self) { $0.position = 0 }
        }
        for (position, record) in arranged.records.enumerated() {
            record.field?.formState.updateMembership(in: self) { $0.position = position }
        }
        for element in previous where !contains(element.formState) { element.formState.removeReturnKeyType(of: self) }
        if invalid != nil { findInvalidFields() }
        updateFocusAfterArranging()
        needsReturnKeyUpdate = true
        updateReturnKey()
        isArranging = false
        if reportedStatus == nil { reportedStatus = currentStatus }
        if !isEvaluating { evaluateChangedFields() }
    }

    /// The elements that the fields are collected from.
    ///
    /// If the first field of a chain was deallocated, the chain begins at the first field that is left of it.
    private var roots: [any FormElement] {
        let elements = added.elements
        guard followsLinks, elements.isEmpty, added.hasDeallocatedElements else { return elements }
        return arranged.records.lazy.compactMap(\.field).first.map { [$0] } ?? []
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
        if let field = arranged.records.lazy.compactMap(\.field).first(where: \.isFocused) {
            adoptFocus(of: field)
        }
    }

    // MARK: Reporting

    /// Whether the arrangement is up to date.
    private var isCurrent: Bool {
        isArranged && deallocatedFields.isEmpty
    }

    private var currentStatus: Status {
        Status(
            focused: focused.map { ObjectIdentifier($0) },
            next: canMove(.next),
            previous: canMove(.previous),
            refusal: currentRefusal?.identity
        )
    }

    private func canMove(_ direction: FocusDirection) -> Bool {
        guard let position = focused?.formState.membership(in: self)?.position else { return false }
        return neighborPosition(of: position, direction) != nil
    }

    private var currentRefusal: SubmitRefusal? {
        // The value or the field of a position may have been deallocated.
        for position in invalid ?? IndexSet() where arranged.records.indices.contains(position) {
            let record = arranged.records[position]
            if record.hasField, let field = record.field, let error = field.formState.value?.inputError {
                return SubmitRefusal(field: field, error: error)
            }
        }
        return nil
    }

    private func reportChanges() {
        needsReturnKeyUpdate = true
        if !isCurrent {
            updateLater()
        } else if !isArranging {
            updateReturnKey()
        }
        reportStatus()
    }

    /// Updates the return key of the focused field after the current turn of the main actor.
    ///
    /// Many changes in one turn cost one arrangement. A rule that changes the order each time it is evaluated is not
    /// evaluated again for its change, which would never end.
    private func updateLater() {
        guard focused != nil, !hasDeferredUpdate, !isArranging, !isEvaluating else { return }
        hasDeferredUpdate = true
        DeferredUpdateQueue.add(self)
    }

    /// Notifies the observers of the status if it has changed.
    ///
    /// While the fields are not arranged, the observers are notified once that the status may have changed. If many
    /// fields change their frames, the order arranges its fields only once, the next time it is used.
    private func reportStatus() {
        guard movesUnderWay == 0, let old = reportedStatus else { return }
        let new = isCurrent ? currentStatus : nil
        guard new != old else { return }
        reportedStatus = new
        if new?.next != old.next { registrar.withMutation(of: self, keyPath: \.canMoveToNext) {} }
        if new?.previous != old.previous { registrar.withMutation(of: self, keyPath: \.canMoveToPrevious) {} }
        if invalid != nil, new == nil || new?.refusal != old.refusal {
            registrar.withMutation(of: self, keyPath: \.submitRefusal) {}
        }
        onChange?()
        (accessory as? any FocusOrderAccessory)?.orderDidChange()
    }

    private func updateReturnKey() {
        guard needsReturnKeyUpdate else { return }
        needsReturnKeyUpdate = false
        guard let focused else { return }
        if focused.activeReturnKeyHandler === self {
            setupReturnKeyType(for: focused)
        } else {
            focused.formState.removeReturnKeyType(of: self)
        }
    }

    // MARK: Looking at fields

    /// Looks at a field, stores whether the focus can move to it now, and returns the result.
    ///
    /// A rule may ask the order, which then returns the latest answer of the rule, and may change fields.
    private func isFocusable(at position: Int) -> Bool {
        let wasFocusable = arranged.isFocusable(position)
        guard !isEvaluating, !isArranging else { return wasFocusable }
        isEvaluating = true
        let isFocusable = look(at: position)
        isEvaluating = false
        evaluateChangedFields()
        // The return key and the bar follow a change that the field did not report.
        if isFocusable != wasFocusable { updateLater() }
        return isFocusable
    }

    private func look(at position: Int) -> Bool {
        let record = arranged.records[position]
        let isFocusable = !record.isSkipped(by: skipping)
        // A rule may have arranged the fields.
        guard arranged.records.indices.contains(position), arranged.records[position].field === record.field else {
            return isFocusable
        }
        arranged.setFocusable(isFocusable, at: position)
        return isFocusable
    }

    /// Evaluates the fields that rules have changed, each once.
    private func evaluateChangedFields() {
        guard !isEvaluating, !changedFields.isEmpty else { return }
        var evaluated: Set<ObjectIdentifier> = []
        isEvaluating = true
        while let state = changedFields.popLast() {
            if evaluated.insert(ObjectIdentifier(state)).inserted { evaluate(state) }
        }
        isEvaluating = false
    }

    private func evaluate(_ state: FormElementState) {
        guard isArranged, let position = state.membership(in: self)?.position,
            arranged.records.indices.contains(position)
        else { return }
        let record = arranged.records[position]
        guard let field = record.field, field.formState === state else { return }
        if sorting != .asGiven, record.frame != state.frame.ifFinite {
            isArranged = false
            return
        }
        _ = look(at: position)
        if let position = state.membership(in: self)?.position, arranged.records.indices.contains(position) {
            updateValidity(of: field, at: position)
        }
    }

    private func beginTrackingRefusal() {
        guard invalid == nil else { return }
        deallocatedFields.setNeedsUpdate(true)
        arrangeIfNeeded()
        findInvalidFields()
        reportedStatus?.refusal = currentRefusal?.identity
    }

    private func findInvalidFields() {
        invalid = IndexSet()
        for (position, record) in arranged.records.enumerated() {
            if let field = record.field { updateValidity(of: field, at: position) }
        }
    }

    private func updateValidity(of field: any FormField, at position: Int) {
        guard invalid != nil else { return }
        if let value = field.formState.value, value.inputError != nil,
            !arranged.records[position].isSkipped(by: [.hidden, .disabled])
        {
            invalid?.insert(position)
        } else {
            invalid?.remove(position)
        }
    }

    /// Commits the values of all fields that are neither hidden nor disabled.
    ///
    /// - Returns: The first field with a value that is not valid, which has the focus now, and the error.
    func commitValues() -> SubmitRefusal? {
        arrangeIfNeeded()
        var first: (any FormField)?
        for record in arranged.records {
            guard let field = record.field, let value = field.formState.value,
                !record.isSkipped(by: [.hidden, .disabled])
            else { continue }
            // A commit of a field without the focus would replace a text that is not valid. An empty text that is
            // untouched is committed, and refused afterwards if it is required.
            let isValid = (field.isFocused || value.inputError == nil) && value.commit() && value.inputError == nil
            if !isValid { first = first ?? field }
        }
        guard let field = first, let value = field.formState.value else { return nil }
        let error = value.inputError
        if !field.isFocused {
            movesUnderWay += 1
            field.formState.isTakingFocusForError = true
            var transfer = FocusTransfer(from: focused)
            _ = transfer.offerFocus(to: field)
            field.formState.isTakingFocusForError = false
            movesUnderWay -= 1
            reportStatus()
        }
        value.showInputError()
        return (value.inputError ?? error).map { SubmitRefusal(field: field, error: $0) }
    }
}

/// An accessory that shows the state of its order.
@MainActor
protocol FocusOrderAccessory: InputAccessory {
    /// The focused field of the order, or the fields that the focus can move to, have changed.
    func orderDidChange()
}

extension FocusOrder: DeferredUpdate {
    /// Removes deallocated fields, and updates the return key.
    func performDeferredUpdate() {
        hasDeferredUpdate = false
        arrangeIfNeeded()
        needsReturnKeyUpdate = true
        updateReturnKey()
        reportStatus()
    }
}

extension FocusOrder: FormOrder {
    func contains(_ state: FormElementState) -> Bool {
        arrangeIfNeeded()
        return state.membership(in: self)?.position != nil
    }

    func isFocused(_ state: FormElementState) -> Bool {
        focusedState === state
    }

    func editingBegan(in field: any FormField) {
        readFramesAgain()
        guard contains(field) else { return }
        if focused !== field { adoptFocus(of: field) }
        updateReturnKey()
        reportStatus()
    }

    func editingEnded(in field: any FormField) {
        guard focused === field else { return }
        releaseFocus(of: field)
        reportChanges()
    }

    func elementChanged(_ state: FormElementState) {
        if isArranging || isEvaluating {
            changedFields.append(state)
        } else if isArranged, contains(state) {
            changedFields.append(state)
            evaluateChangedFields()
            reportChanges()
        }
    }

    func validityChanged(_ state: FormElementState) {
        guard invalid != nil, isCurrent, !isArranging, let position = state.membership(in: self)?.position,
            let field = arranged.records[position].field
        else { return }
        updateValidity(of: field, at: position)
        reportStatus()
    }

    func formsChanged(of state: FormElementState) {
        if state === focusedState {
            needsReturnKeyUpdate = true
            if isCurrent, !isArranging { updateReturnKey() }
        } else if state.orders.contains(where: { $0.isFocused(state) }) {
            // A field keeps the label of its last editing.
            state.removeReturnKeyType(of: self)
        }
    }

    /// Updates the bars and the return keys after a change or the release of the accessory.
    func accessoryDidChange() {
        arrangeIfNeeded()
        if let focused { updateForms(of: focused.formState) }
    }

    func elementWasDetached(_ state: FormElementState) {
        if state === focusedState { setFocused(nil) }
        state.updateMembership(in: self) { $0 = FormMembership(order: self) }
        setNeedsArranging()
    }

    /// Arranges the fields immediately, because a field of the container or of the link may take the focus next.
    func structureChanged() {
        isArranged = false
        arrangeIfNeeded()
        reportStatus()
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
