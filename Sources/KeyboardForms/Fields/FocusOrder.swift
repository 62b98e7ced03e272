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
/// If a field belongs to several orders, the first order with an accessory supplies the bar and handles the return key.
/// If no order has an accessory, the first order handles the return key.
///
/// An order that ``init(linkedFrom:skipping:end:)`` created follows links. For a field with links, an order that
/// follows links takes precedence over other orders. Only an order that follows links handles the return key of a field
/// with links (``FormField/returnKeyHandler``). If no order that follows links has an accessory, another order can
/// supply the bar. The *Next* item of a bar moves the focus in the order that supplies the bar.
///
/// A field reports each change (``FormField/fieldDidChange()``). The order then reads all of its fields once and
/// notifies its observers of the differences. If the app adds several fields in succession, the order reads the fields
/// only once, soon after the last addition.
///
/// During a move, the order reads the fields before it offers the focus, and again at the end of the move. Therefore
/// the focus does not move to a field that was hidden without a report.
///
/// Each reading of n fields costs O(n). A reading of 100 fields takes about 40 µs.
///
/// A move reads ``FormField/isFirstResponder`` of every field in two cases:
///
/// - The focused field has lost the focus without a report.
/// - No field has reported that it has the focus.
@MainActor
public final class FocusOrder: Observable {
    // MARK: Configuration

    /// The rule that sorts the fields.
    public var sorting: Sorting {
        didSet { if sorting != oldValue { formDidChange() } }
    }

    /// The rules that determine the skipped fields.
    public var skipping: [SkipRule] {
        didSet { formDidChange() }
    }

    /// The behaviour at the last field, such as closing the keyboard.
    public var end: End {
        didSet { formDidChange() }
    }

    /// Whether the order sets the label of the return key in its single-line fields, and handles taps on the key.
    ///
    /// The default is `true`. An order does not handle the return key of a field with a ``FormField/returnKeyHandler``.
    /// An order handles the return key of a field with links only if the order follows links.
    public var handlesReturnKey = true {
        didSet { focused?.formState.reportForms() }
    }

    /// The view above the keyboard's keys while a field of the order has the focus, held weakly.
    ///
    /// If a ``TextFieldNavigator`` is released, the focused field reports the release immediately. If an accessory of
    /// another type is released, the focused field reports the release later, at the widget's next call such as
    /// ``FormField/fieldDidChange()``.
    public weak var accessory: (any InputAccessory)? {
        didSet { if accessory !== oldValue { focused?.formState.reportForms() } }
    }

    /// Called after a change of ``focusedField``, ``canMoveToNext``, ``canMoveToPrevious`` or ``submitRefusal``.
    ///
    /// The order retains the closure. Capture the screen weakly.
    public var onChange: (@MainActor () -> Void)?

    /// Called when an invalid value has prevented the submission of the form.
    ///
    /// Before the call, the order offers the focus to the field with the invalid value. The order calls the closure
    /// even if the field refuses the focus.
    ///
    /// The order retains the closure. Capture the screen weakly.
    public var onSubmitRefusal: (@MainActor (SubmitRefusal) -> Void)?

    let followsLinks: Bool
    private var elements: WeakElementList
    private var groups: [WeakElementList] = []

    // MARK: State

    /// The last published snapshot, and the current activity of the order.
    @MainActor
    private struct Latest {
        enum Phase {
            case current
            /// Fields were added. The order will read all fields soon.
            case outdated
            /// A change is in progress. The order publishes the new state when the change ends.
            case changing
            /// The order is reading the fields.
            case reading
        }

        var snapshot = FormSnapshot()
        var phase = Phase.outdated
        /// Whether an observer has read values that the order has not published yet.
        var isReadUnpublished = false
    }

    /// The field that had the focus when the order last checked.
    private(set) weak var focused: (any FormField)?
    private var latest = Latest()
    private let registrar = ObservationRegistrar()

    // MARK: Creating an order

    /// Creates an order of fields and containers.
    ///
    /// - Parameters:
    ///   - elements: The fields, and containers of fields. The order holds the elements weakly.
    ///   - sorting: The rule that sorts the fields.
    ///   - skipping: The rules that determine the skipped fields.
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
    /// The order is updated when a link changes.
    ///
    /// - Parameters:
    ///   - first: The first field of the chain. The order holds the field weakly.
    ///   - skipping: The rules that determine the skipped fields.
    ///   - end: The behaviour at the last field, such as closing the keyboard.
    public init(linkedFrom first: any FormField, skipping: [SkipRule] = [.unavailable], end: End = .stop) {
        (sorting, self.skipping, self.end, followsLinks) = (.asGiven, skipping, end, true)
        elements = WeakElementList([first])
        formDidChange()
    }

    // The deallocation of the order can change the bar and the return key of a field. Therefore each field reports its
    // bar and its return key again.
    isolated deinit {
        for element in published.elements { DeferredUpdateQueue.add(element.formState) }
    }

    // MARK: Fields

    /// The fields in order, including skipped fields.
    ///
    /// Reading the property costs O(n).
    public var fields: [any FormField] {
        read().rows.compactMap(\.field)
    }

    /// Adds a field or a container at the end of the order.
    ///
    /// If the element was already added, the method has no effect. The cost is O(n).
    public func add(_ element: any FormElement) {
        continueChain()
        if elements.insert(element) { elementWasAdded(element) }
    }

    /// Adds a field or a container before another element.
    ///
    /// If `other` was not added, the element is added at the end. If the element was already added, the method has no
    /// effect. The cost is O(n).
    public func insert(_ element: any FormElement, before other: any FormElement) {
        continueChain()
        if elements.insert(element, before: other) { elementWasAdded(element) }
    }

    /// Reads the fields after the app has added an element.
    ///
    /// If the element is a container, has the focus or can lead to linked fields, the order reads the fields
    /// immediately. In all other cases, the order reads the fields soon afterwards.
    private func elementWasAdded(_ element: any FormElement) {
        element.formState.join(self)
        // A skip rule may add a field whenever the order reads its fields. To avoid an endless loop, an addition during
        // a reading does not cause another reading.
        if latest.phase == .reading { return }
        if followsLinks || element is any FormContainer || (element as? any FormField)?.isFocused == true {
            formDidChange()
        } else {
            if latest.phase == .current { latest.phase = .outdated }
            DeferredUpdateQueue.add(self)
        }
    }

    /// Removes a field or a container that was added.
    ///
    /// A focused field keeps the focus, but no longer shows the accessory of this order. The cost is O(n).
    public func remove(_ element: any FormElement) {
        continueChain()
        elements.remove(element)
        removeFromGroups(element)
        formDidChange()
        // If the app adds an element and immediately removes the element, the published snapshot does not contain the
        // element. Only this line removes the order from the state of such an element.
        if !published.elements.contains(where: { $0 === element }) { element.formState.leave(self) }
    }

    /// Keeps the focus among these fields.
    ///
    /// ``moveToNext()`` and ``moveToPrevious()`` do not move the focus into the group or out of the group. A field that
    /// already belongs to a group moves to the new group. ``stopKeepingFocus(within:)`` removes fields from their
    /// groups.
    public func keepFocus(within fields: [any FormField]) {
        for field in fields { removeFromGroups(field) }
        groups.append(WeakElementList(fields))
        formDidChange()
    }

    /// Removes these fields from the groups that ``keepFocus(within:)`` created.
    ///
    /// The other fields of each group stay in the group. If a field is in a container that is a focus group, the field
    /// afterwards belongs to the container's group. The method ignores fields without a group.
    public func stopKeepingFocus(within fields: [any FormField]) {
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

    /// The state from which a bar computes its three items.
    var observedStatus: FormSnapshot.Status {
        registrar.access(self, keyPath: \.focusedField)
        registrar.access(self, keyPath: \.canMoveToNext)
        registrar.access(self, keyPath: \.canMoveToPrevious)
        return current.status
    }

    /// The reason why ``submit()`` would not submit the form; `nil` if all values are valid.
    ///
    /// The reason names the first invalid field. A field is invalid if it has an error, or if a commit would refuse its
    /// text. The order ignores hidden and disabled fields. The property is observable.
    public var submitRefusal: SubmitRefusal? {
        registrar.access(self, keyPath: \.submitRefusal)
        return current.submitRefusal
    }

    /// Returns the field to which ``moveToNext()`` would move the focus from a given field.
    ///
    /// The method reads all fields, in O(n), and does not move the focus.
    public func next(after field: any FormField) -> (any FormField)? {
        read().neighbor(of: field, .next)
    }

    /// Returns the field to which ``moveToPrevious()`` would move the focus from a given field.
    ///
    /// The method reads all fields, in O(n), and does not move the focus.
    public func previous(before field: any FormField) -> (any FormField)? {
        read().neighbor(of: field, .previous)
    }

    /// The last snapshot that the order published to its observers.
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
    /// If a skip rule calls the method while the order is reading the fields, the method returns the published
    /// snapshot.
    func takeSnapshot() -> FormSnapshot {
        let phase = latest.phase
        if phase == .reading { return published }
        latest.phase = .reading
        defer { latest.phase = phase }
        continueChain()
        let collected = FieldCollector(elements.elements, groups: groups, followsLinks: followsLinks)
        return FormSnapshot(collected, focused: focused, of: self)
    }

    /// If the first field of the chain was deallocated, starts the chain at the first remaining field.
    private func continueChain() {
        guard followsLinks, elements.hasDeallocatedElements, let first = published.rows.lazy.compactMap(\.field).first
        else { return }
        _ = elements.insert(first, before: elements.elements.first)
    }

    // MARK: Publishing

    /// Reads the fields again, and notifies the observers of the differences.
    ///
    /// Fields, containers and links call this method. The app calls the method after a change that no field reports.
    /// For example, the app calls the method after a change of a value that the closure of ``SkipRule/when(_:)`` reads.
    ///
    /// During a move, the method has no effect, because the order notifies the observers once after the move. The cost
    /// is O(n).
    public func formDidChange() {
        if beginChange() { endChange() }
    }

    /// Performs a change, and notifies the observers once when the change ends.
    func change<Result>(_ body: () -> Result) -> Result {
        let isOutermost = beginChange()
        defer { if isOutermost { endChange() } }
        return body()
    }

    /// - Returns: `true` if no other change is in progress. If the result is `true`, the caller must call
    ///   ``endChange()``.
    func beginChange() -> Bool {
        if latest.phase == .changing || latest.phase == .reading { return false }
        latest.phase = .changing
        return true
    }

    func endChange() {
        let (old, new, former, isRead) = (published, takeSnapshot(), focused, latest.isReadUnpublished)
        latest = Latest(snapshot: new, phase: .current)
        focused = new.focusedField
        // Callbacks can change the order again. Therefore the order updates the memberships before it calls the
        // callbacks.
        updateMemberships(from: old, to: new)
        // If a field has lost the focus without a report, the field commits its value now.
        if let former, former !== focused { former.reportUnreportedFocus() }
        if old.focus != new.focus { old.focusedField?.formState.reportForms() }
        focused?.formState.reportForms()
        let (before, now) = (old.status, new.status)
        // A new focused field can have the same address as a deallocated field. Therefore the order also checks whether
        // the old field was deallocated.
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
