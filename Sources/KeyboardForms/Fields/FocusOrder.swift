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
/// An order holds its fields and containers weakly. When a field takes the focus, the field calls
/// ``FormField/fieldDidBeginEditing()``. The order then supplies the bar above the keyboard and the label of the return
/// key. The properties ``canMoveToNext``, ``canMoveToPrevious``, ``submitRefusal`` and ``focusedField`` are observable
/// with `withObservationTracking` and `Observations`.
///
/// If a field belongs to several orders, one order supplies the bar, and one order handles the return key. For the bar
/// and for the return key, an order with an accessory takes precedence over an order without an accessory. Among the
/// remaining orders, the field uses the order that it joined first.
///
/// An order from ``init(linkedFrom:skipping:end:)`` follows the links of its fields. If a field has links, orders that
/// follow links take precedence over other orders. Only an order that follows links handles the return key of a field
/// with links (``FormField/returnKeyHandler``). If the orders that follow links have no accessory, another order can
/// supply the bar. The *Next* item of a bar moves the focus in the order that supplies the bar.
///
/// A field reports each change (``FormField/fieldDidChange()``). The order then reads all of its fields once and
/// notifies its observers of the differences. If the app adds several fields in succession, the order reads all fields
/// only once, soon afterwards.
///
/// During a move, the order reads all fields before it offers the focus to a field. The order reads all fields again
/// when the move ends. Therefore, a move skips a hidden field even if the widget has not called
/// ``FormField/fieldDidChange()``.
///
/// Each reading of n fields costs O(n). A reading of 100 fields takes about 40 µs.
///
/// A move reads ``FormField/isFirstResponder`` of every field in two cases:
///
/// - A field has reported that it has the focus, and has then lost the focus without a report.
/// - No field has reported that it has the focus.
@MainActor
public final class FocusOrder: Observable {
    // MARK: Configuration

    /// The rule that sorts the fields.
    public var sorting: Sorting {
        didSet { if sorting != oldValue { formDidChange() } }
    }

    /// The rules that determine which fields the focus skips.
    public var skipping: [SkipRule] {
        didSet { formDidChange() }
    }

    /// The behaviour at the last field, such as closing the keyboard.
    public var end: End {
        didSet { formDidChange() }
    }

    /// The view above the keyboard's keys while a field of the order has the focus.
    ///
    /// The order holds the view weakly. When a ``TextFieldNavigator`` is deallocated, the focused field immediately
    /// reports the change of the accessory to the toolkit. If any other view is deallocated, the field reports the
    /// change later. The field waits until the widget calls a method, for example ``FormField/fieldDidChange()``.
    public weak var accessory: (any InputAccessory)? {
        didSet { if accessory !== oldValue { focused?.formState.reportForms() } }
    }

    /// Called after a change of ``focusedField``, ``canMoveToNext``, ``canMoveToPrevious`` or ``submitRefusal``.
    ///
    /// The order retains the closure. Capture the screen weakly.
    public var onChange: (@MainActor () -> Void)?

    /// Called when the form was not submitted because a value is not valid.
    ///
    /// The order first offers the focus to the first field with an invalid value, and then calls the closure. The order
    /// calls the closure even if the invalid field refuses the focus.
    ///
    /// The order retains the closure. Capture the screen weakly.
    public var onSubmitRefusal: (@MainActor (SubmitRefusal) -> Void)?

    let followsLinks: Bool
    private var elements: WeakElementList
    private var groups: [WeakElementList] = []

    // MARK: State

    /// The snapshot that the order has published, and the phase of the order.
    @MainActor
    private struct Latest {
        enum Phase {
            case current
            /// The app has added fields, and the order has not published a snapshot with these fields yet.
            case outdated
            /// A change has begun, and ``endChange()`` has not published the new state yet.
            case changing
            /// The order is reading the fields.
            case reading
        }

        var snapshot = FormSnapshot()
        var phase = Phase.outdated
        /// Whether an observer has read values that the order has not published yet.
        var isReadUnpublished = false
    }

    /// The field that the order regards as focused.
    private(set) weak var focused: (any FormField)?
    private var latest = Latest()
    private let registrar = ObservationRegistrar()

    // MARK: Creating an order

    /// Creates an order of fields and containers.
    ///
    /// - Parameters:
    ///   - elements: The fields, and containers of fields. The order holds the elements weakly.
    ///   - sorting: The rule that sorts the fields.
    ///   - skipping: The rules that determine which fields the focus skips.
    ///   - end: The behaviour at the last field, such as closing the keyboard.
    public init(
        _ elements: [any FormElement],
        sorting: Sorting = .asGiven,
        skipping: [SkipRule] = [.unavailable],
        end: End = .stop
    ) {
        (self.sorting, self.skipping, self.end, followsLinks) = (sorting, skipping, end, false)
        self.elements = WeakElementList(elements)
        formDidChange()
    }

    /// Creates an order of fields and containers in the given sequence.
    public convenience init(_ elements: any FormElement...) {
        self.init(elements)
    }

    /// Creates an order from a chain of linked fields.
    ///
    /// When a link changes, the order reads its fields again.
    ///
    /// - Parameters:
    ///   - first: The first field of the chain. The order holds the field weakly.
    ///   - skipping: The rules that determine which fields the focus skips.
    ///   - end: The behaviour at the last field, such as closing the keyboard.
    public init(linkedFrom first: any FormField, skipping: [SkipRule] = [.unavailable], end: End = .stop) {
        (sorting, self.skipping, self.end, followsLinks) = (.asGiven, skipping, end, true)
        elements = WeakElementList([first])
        formDidChange()
    }

    // When an order is deallocated, the bar and the return key of its fields can change. Therefore each field reports
    // its bar and its return key again.
    isolated deinit {
        for element in published.elements { DeferredUpdateQueue.add(element.formState) }
    }

    // MARK: Fields

    /// The sorted fields, including skipped fields.
    ///
    /// Reading the property costs O(n).
    public var fields: [any FormField] {
        read().rows.compactMap(\.field)
    }

    /// Adds a field or a container at the end of the order.
    ///
    /// If the app has already added the element, the method has no effect. The cost is O(n).
    public func add(_ element: any FormElement) {
        continueChain()
        if elements.insert(element) { elementWasAdded(element) }
    }

    /// Adds a field or a container before another element.
    ///
    /// If the app has not added `other`, the method adds the element at the end. If the app has already added the
    /// element, the method has no effect. The cost is O(n).
    public func insert(_ element: any FormElement, before other: any FormElement) {
        continueChain()
        if elements.insert(element, before: other) { elementWasAdded(element) }
    }

    /// Reads the fields after the app has added an element.
    ///
    /// The order reads the fields immediately in three cases:
    ///
    /// - The element is a container.
    /// - The element has the focus.
    /// - The order follows links.
    ///
    /// In all other cases, the order reads the fields soon, through ``DeferredUpdateQueue``.
    private func elementWasAdded(_ element: any FormElement) {
        element.formState.join(self)
        // The closure of a skip rule can add a field each time the order reads the fields. To prevent an endless loop,
        // the order does not read the fields again after the closure has added a field.
        if latest.phase == .reading { return }
        if followsLinks || element is any FormContainer || (element as? any FormField)?.isFocused == true {
            formDidChange()
        } else {
            if latest.phase == .current { latest.phase = .outdated }
            DeferredUpdateQueue.add(self)
        }
    }

    /// Removes a field or a container that the app has added.
    ///
    /// If a removed field has the focus, the field keeps the focus, but no longer shows the accessory of this order.
    /// The cost is O(n).
    public func remove(_ element: any FormElement) {
        continueChain()
        elements.remove(element)
        removeFromGroups(element)
        formDidChange()
        // If the app adds an element and immediately removes the element, no published snapshot contains the element.
        // `updateMemberships` does not see such an element. Therefore this method calls `leave(_:)`.
        if !published.elements.contains(where: { $0 === element }) { element.formState.leave(self) }
    }

    /// Keeps the focus within a group of fields.
    ///
    /// ``moveToNext()`` and ``moveToPrevious()`` do not move the focus into the group or out of the group. If a field
    /// already belongs to a group, the field moves to the new group. A field that is removed from the order
    /// leaves its group.
    public func keepFocus(within fields: [any FormField]) {
        for field in fields { removeFromGroups(field) }
        groups.append(WeakElementList(fields))
        formDidChange()
    }

    /// Removes fields from the groups that ``keepFocus(within:)`` created.
    ///
    /// Each group keeps its other fields. If a removed field is in a container that is a group
    /// (``FormContainer/isFocusGroup``), the field joins the group of the container. The method ignores fields without
    /// a group.
    package func stopKeepingFocus(within fields: [any FormField]) {
        for field in fields { removeFromGroups(field) }
        formDidChange()
    }

    private func removeFromGroups(_ element: any FormElement) {
        for index in groups.indices { groups[index].remove(element) }
        groups.removeAll(where: \.isEmpty)
    }

    // MARK: Reading

    /// The focused field of this order, held weakly.
    ///
    /// The property is observable.
    public var focusedField: (any FormField)? {
        registrar.access(self, keyPath: \.focusedField)
        return current.focusedField
    }

    /// Whether a field follows the focused field.
    ///
    /// The property is observable.
    public var canMoveToNext: Bool {
        registrar.access(self, keyPath: \.canMoveToNext)
        return current.status.canMoveToNext
    }

    /// Whether a field precedes the focused field.
    ///
    /// The property is observable.
    public var canMoveToPrevious: Bool {
        registrar.access(self, keyPath: \.canMoveToPrevious)
        return current.status.canMoveToPrevious
    }

    /// The state that determines the three items of a bar.
    var observedStatus: FormSnapshot.Status {
        registrar.access(self, keyPath: \.focusedField)
        registrar.access(self, keyPath: \.canMoveToNext)
        registrar.access(self, keyPath: \.canMoveToPrevious)
        return current.status
    }

    /// The reason why ``submit()`` would not submit the form; `nil` if all values are valid.
    ///
    /// The reason names the first invalid field. A field is invalid if it has an error, if a commit would refuse its
    /// text, or if the field is required and empty (``ValueInput/isRequired``). The reason never names a hidden or
    /// disabled field. The property is observable.
    public var submitRefusal: SubmitRefusal? {
        registrar.access(self, keyPath: \.submitRefusal)
        return current.submitRefusal
    }

    /// Returns the field that follows a given field.
    ///
    /// ``moveToNext()`` would move the focus from the given field to the returned field. The method reads all fields,
    /// in O(n), and does not move the focus.
    package func next(after field: any FormField) -> (any FormField)? {
        read().neighbor(of: field, .next)
    }

    /// Returns the field that precedes a given field.
    ///
    /// ``moveToPrevious()`` would move the focus from the given field to the returned field. The method reads all
    /// fields, in O(n), and does not move the focus.
    package func previous(before field: any FormField) -> (any FormField)? {
        read().neighbor(of: field, .previous)
    }

    /// The newest snapshot that the order has published to its observers.
    var published: FormSnapshot { latest.snapshot }

    /// A snapshot of the current fields.
    ///
    /// If the published snapshot may be outdated, the order takes a new snapshot.
    private var current: FormSnapshot {
        if latest.phase == .reading || latest.phase == .current && published.isComplete { return published }
        latest.isReadUnpublished = true
        return takeSnapshot()
    }

    /// Reads all fields.
    ///
    /// If the order finds an unreported change, the order publishes the change soon.
    func read() -> FormSnapshot {
        let snapshot = takeSnapshot()
        if latest.phase == .current, published.status != snapshot.status { DeferredUpdateQueue.add(self) }
        return snapshot
    }

    /// Reads all fields.
    ///
    /// While the order reads the fields, the closure of a skip rule can call this method again. Such a nested call
    /// returns the published snapshot.
    func takeSnapshot() -> FormSnapshot {
        let phase = latest.phase
        if phase == .reading { return published }
        latest.phase = .reading
        defer { latest.phase = phase }
        continueChain()
        let collected = FieldCollector(elements.elements, groups: groups, followsLinks: followsLinks)
        return FormSnapshot(collected, focused: focused, of: self)
    }

    /// If the first field of the chain was deallocated, inserts the first remaining field.
    private func continueChain() {
        guard followsLinks, elements.hasDeallocatedElements, let first = published.rows.lazy.compactMap(\.field).first
        else { return }
        _ = elements.insert(first, before: elements.elements.first)
    }

    // MARK: Publishing

    /// Reads the fields again, and notifies the observers of the differences.
    ///
    /// Fields, containers and links call this method. The app calls the method after a change that no field, container
    /// or link reports. For example, if the closure of ``SkipRule/when(_:)`` reads a variable, the app calls the method
    /// after the variable has changed.
    ///
    /// During a move, the method has no effect, because the order notifies the observers when the move ends. The cost
    /// is O(n).
    public func formDidChange() {
        if beginChange() { endChange() }
    }

    /// Performs a change, and then notifies the observers once.
    func change<Result>(_ body: () -> Result) -> Result {
        let isOutermost = beginChange()
        defer { if isOutermost { endChange() } }
        return body()
    }

    /// - Returns: `true` if the change begins; `false` if the order is already changing or is reading the fields. If
    ///   the result is `true`, the caller must call ``endChange()``.
    func beginChange() -> Bool {
        if latest.phase == .changing || latest.phase == .reading { return false }
        latest.phase = .changing
        return true
    }

    func endChange() {
        let (old, new, former, isRead) = (published, takeSnapshot(), focused, latest.isReadUnpublished)
        latest = Latest(snapshot: new, phase: .current)
        focused = new.focusedField
        // The callbacks below can change the order again. Therefore the order updates the memberships before it calls
        // these callbacks.
        updateMemberships(from: old, to: new)
        // If the former focused field has not reported the loss of the focus, the field now reports the loss and
        // commits its value.
        if let former, former !== focused { former.reportUnreportedFocus() }
        if old.focus != new.focus { old.focusedField?.formState.reportForms() }
        focused?.formState.reportForms()
        let (before, now) = (old.status, new.status)
        // If the former focused field was deallocated, the newly focused field can have the same address. Therefore the
        // order checks whether the former focused field still exists.
        let hasNewFocus = before.focus != now.focus || before.focus != nil && old.focusedField == nil
        notify(\.focusedField, if: isRead || hasNewFocus)
        notify(\.canMoveToNext, if: isRead || before.canMoveToNext != now.canMoveToNext)
        notify(\.canMoveToPrevious, if: isRead || before.canMoveToPrevious != now.canMoveToPrevious)
        notify(\.submitRefusal, if: isRead || before.refusal != now.refusal)
        guard isRead || before != now || hasNewFocus else { return }
        onChange?()
        (accessory as? TextFieldNavigator)?.onChange?()
    }

    private func notify<Value>(_ property: KeyPath<FocusOrder, Value>, if isChanged: Bool) {
        if isChanged { registrar.withMutation(of: self, keyPath: property) {} }
    }

    /// Registers the order in new elements, and unregisters the order from removed elements.
    private func updateMemberships(from old: FormSnapshot, to new: FormSnapshot) {
        guard !old.hasSameElements(as: new) else { return }
        let elements = new.elements
        for element in elements { element.formState.join(self) }
        let ids = Set(elements.map { ObjectIdentifier($0) })
        for element in old.elements where !ids.contains(ObjectIdentifier(element)) { element.formState.leave(self) }
    }

    func editingBegan(in field: any FormField) {
        guard focused !== field else { return }
        let former = focused
        focused = field
        former?.reportUnreportedFocus()
        former?.formState.reportForms()
    }

    func editingEnded(in field: any FormField) {
        if focused === field { focused = nil }
    }
}

extension FocusOrder: DeferredUpdate {
    func performDeferredUpdate() {
        formDidChange()
    }
}
