public import Foundation

/// The state that forms keep for a field or a container.
///
/// Each element creates and retains its own state. The state does not retain fields, orders or screens.
///
/// The optional properties of a field are properties of the state, and not of ``FormField``. Therefore an optional
/// property and a property of the widget can have the same name without a conflict. Each property of
/// ``FormFieldProviders`` is also a property of the state.
///
/// ```swift
/// mailField.formState.keyboardType = .emailAddress
/// mailField.formState.providers.frame = { [weak view] in view?.frameInContent ?? .zero }
/// mailField.formState.onTraitChange = { [weak toolbar] _ in toolbar?.update() }
/// ```
@MainActor
@dynamicMemberLookup
public final class FormElementState {
    // These properties are internal, because the code in the folders Links and Values stores data in them.

    /// The notification center to which the field posts the start and the end of its editing.
    let center: NotificationCenter
    /// The receiver of the field's issues.
    nonisolated let diagnostics: FormDiagnostics
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    package weak var value: (any FieldInput)? {
        didSet { reportChange() }
    }
    /// The starts and ends of editing that the field has reported.
    var editing = EditingReports()
    private var isWidgetDestroyed = false
    private var hasSwiftWidget = false
    private weak var swiftWidget: AnyObject?

    private var memberships: [Membership] = []
    private var links: [FocusDirection: FormLink] = [:]
    private var reportedIssues: Set<FormIssue.Kind> = []

    /// Creates a state that does not yet belong to a form.
    ///
    /// - Parameters:
    ///   - center: The notification center to which the field posts the start and the end of its editing.
    ///   - diagnostics: The receiver of the issues of the field.
    public nonisolated init(center: NotificationCenter = .default, diagnostics: FormDiagnostics = .shared) {
        self.center = center
        self.diagnostics = diagnostics
    }

    deinit {
        for membership in memberships {
            if let order = membership.order { DeferredUpdateQueue.add(order) }
        }
    }

    // MARK: Supplied by the widget

    /// The closures that supply facts about the widget.
    public var providers = FormFieldProviders() {
        didSet { reportChange() }
    }

    /// The result of a closure of ``providers``, such as the frame of the field.
    ///
    /// Reading the property calls the closure with the same name in ``providers``. Setting the property replaces the
    /// closure.
    public subscript<Value: Sendable>(
        dynamicMember fact: WritableKeyPath<FormFieldProviders, @MainActor @Sendable () -> Value>
    ) -> Value {
        get { providers[keyPath: fact]() }
        set { providers[keyPath: fact] = { newValue } }
    }

    // MARK: Honored by the toolkit

    /// A property that the app or a form sets, and that the toolkit applies to the widget.
    public enum Trait: Sendable, Hashable, CaseIterable {
        /// ``FormElementState/returnKeyType``
        case returnKeyType
        /// ``FormElementState/keyboardType``
        case keyboardType
        /// ``FormElementState/inputAccessory``
        case inputAccessory
        /// ``FormElementState/accessibilityLabel``
        case accessibilityLabel
        /// ``FormElementState/placeholder``
        case placeholder
        /// ``FormElementState/isSecureTextEntry``
        case isSecureTextEntry
        /// ``FormElementState/maximumLength``
        case maximumLength
        /// ``FormElementState/inputFilter``
        case inputFilter
        /// ``FormElementState/selectsAllOnFocus``
        case selectsAllOnFocus
    }

    /// A closure that receives each change of a trait.
    ///
    /// The toolkit sets the closure to redraw the widget or its keyboard. Capture the widget weakly.
    public var onTraitChange: (@MainActor (Trait) -> Void)?

    /// A closure for adapters and widgets of this package that receives each change of a trait.
    ///
    /// The app can set ``onTraitChange`` independently of this closure.
    package var onTraitChangeOfWidget: (@MainActor (Trait) -> Void)?

    /// The keys that the field needs.
    public var keyboardType = KeyboardType.default {
        didSet { if keyboardType != oldValue { traitDidChange(.keyboardType) } }
    }

    /// The name of the field for screen readers, or `nil`.
    ///
    /// A ``ValueInput`` sets the property to its own title.
    public var accessibilityLabel: String? {
        didSet { if accessibilityLabel != oldValue { traitDidChange(.accessibilityLabel) } }
    }

    /// The text that the widget shows while its own text is empty, or `nil`.
    public var placeholder: String? {
        didSet { if placeholder != oldValue { traitDidChange(.placeholder) } }
    }

    /// Whether the widget hides the characters of its text.
    ///
    /// The default is `false`.
    public var isSecureTextEntry = false {
        didSet { if isSecureTextEntry != oldValue { traitDidChange(.isSecureTextEntry) } }
    }

    /// The largest number of characters that a person can type; `nil` if there is no limit.
    public var maximumLength: Int? {
        didSet { if maximumLength != oldValue { traitDidChange(.maximumLength) } }
    }

    /// A closure that returns whether a person may type a text; `nil` permits every text.
    ///
    /// The closure receives the whole text that the field would hold after the input. The state retains the closure.
    public var inputFilter: (@MainActor (String) -> Bool)? {
        didSet { traitDidChange(.inputFilter) }
    }

    /// Whether the widget selects its text when it takes the focus.
    ///
    /// The default is `false`.
    ///
    /// The form selects the text of a ``TextInputField``. The toolkit selects the text of any other widget.
    public var selectsAllOnFocus = false {
        didSet { if selectsAllOnFocus != oldValue { traitDidChange(.selectsAllOnFocus) } }
    }

    private func traitDidChange(_ trait: Trait) {
        report(trait)
        // The orders must read their fields again, because a skip rule can read any trait.
        reportChange()
    }

    /// Reports a change of a trait to the widget and to the app.
    private func report(_ trait: Trait) {
        guard !isDetached else { return }
        onTraitChangeOfWidget?(trait)
        onTraitChange?(trait)
    }

    /// The formatted value, for screen readers; `nil` if the field has no ``ValueInput``.
    public var accessibilityValue: String? {
        value?.displayText
    }

    /// Returns whether ``maximumLength`` and ``inputFilter`` permit an input.
    ///
    /// A toolkit that filters input calls the method before it changes the text. A deletion is always permitted.
    /// ``maximumLength`` never refuses an input that makes the text shorter.
    ///
    /// - Parameters:
    ///   - text: The whole text after the input.
    ///   - current: The text that the field holds.
    /// - Returns: Whether the input is permitted.
    public func acceptsInput(_ text: String, replacing current: String) -> Bool {
        let (count, currentCount) = (text.count, current.count)
        if count < currentCount {
            let kept = zip(text, current).prefix { $0 == $1 }.count
            if text.suffix(count - kept) == current.suffix(count - kept) { return true }
        } else if let maximumLength, count > maximumLength {
            return false
        }
        return inputFilter?(text) ?? true
    }

    // MARK: Determined by orders

    private var ownReturnKeyType = ReturnKeyType.default
    private weak var ownAccessory: (any InputAccessory)?
    private var reported = ReportedTraits()

    /// The label of the field's return key.
    ///
    /// While the field has the focus, an order that handles the field's return key determines the label. If no order
    /// determines the label, the property has the value that was set last.
    public var returnKeyType: ReturnKeyType {
        get { returnKeyTypeOfOrder ?? ownReturnKeyType }
        set {
            ownReturnKeyType = newValue
            reportForms()
        }
    }

    /// The view above the keys while the field is edited.
    ///
    /// The state holds the view weakly, and the screen retains the view. While the field has the focus, the accessory
    /// of the field's order takes precedence over the accessory that the app has set.
    ///
    /// If a ``TextFieldNavigator`` is released, the field reports the release immediately. If a view of another type is
    /// released, the field reports the release later, at the widget's next call such as ``FormField/fieldDidChange()``.
    public var inputAccessory: (any InputAccessory)? {
        get { leadingOrder { $0.focused?.formState === self && $0.accessory != nil }?.accessory ?? ownAccessory }
        set {
            ownAccessory = newValue
            reportForms()
        }
    }

    /// Reports the accessory and the label of the return key, if they have changed since the last report.
    ///
    /// An accessory of the app does not report its deallocation. Therefore the method compares the current values with
    /// the last reported values.
    func reportForms() {
        let (type, accessory) = (returnKeyType, inputAccessory)
        let isOldAccessory = accessory === reported.accessory && (accessory != nil) == reported.hasAccessory
        let isOldType = type == reported.returnKeyType
        reported = ReportedTraits(returnKeyType: type, accessory: accessory, hasAccessory: accessory != nil)
        if !isOldType { report(.returnKeyType) }
        if !isOldAccessory { report(.inputAccessory) }
    }

    // MARK: Orders

    /// The orders that this element belongs to, in the sequence in which the element joined them.
    var orders: [FocusOrder] {
        memberships.compactMap(\.order)
    }

    func belongs(to order: FocusOrder) -> Bool {
        memberships.contains { $0.order === order }
    }

    func join(_ order: FocusOrder) {
        guard !belongs(to: order) else { return }
        // The method removes the memberships in deallocated orders, so that the list does not grow without limit.
        memberships.removeAll { $0.order == nil }
        memberships.append(Membership(order: order))
    }

    func leave(_ order: FocusOrder) {
        memberships.removeAll { $0.order === order }
    }

    /// Reports a change of the element to its orders.
    func reportChange() {
        for order in orders { order.formDidChange() }
    }

    /// Performs a change of the element.
    ///
    /// After the change, each order with this element publishes the change exactly once. If the change releases an
    /// order, the order does not publish the change.
    func change<Result>(_ body: () -> Result) -> Result {
        let changing = orders.filter { $0.beginChange() }.map(Membership.init)
        defer { for membership in changing { membership.order?.endChange() } }
        return body()
    }

    // MARK: The widget

    /// Whether the widget of the field was destroyed.
    var isDetached: Bool {
        isWidgetDestroyed || hasSwiftWidget && swiftWidget == nil
    }

    /// Detaches the field when a Swift widget is deallocated.
    ///
    /// The state holds the widget weakly.
    func bind(to widget: AnyObject) {
        hasSwiftWidget = true
        swiftWidget = widget
    }

    /// Removes the element from its forms without accessing the widget.
    ///
    /// The element keeps its links, because the links lead to the next fields of the chain.
    func detach() {
        let orders = orders
        isWidgetDestroyed = true
        memberships = []
        onTraitChange = nil
        onTraitChangeOfWidget = nil
        providers = FormFieldProviders()
        returnKeyHandler = nil
        value = nil
        for order in orders { order.formDidChange() }
    }

    /// Reports each kind of issue once.
    func report(_ kind: FormIssue.Kind, of field: any FormField) {
        guard reportedIssues.insert(kind).inserted else { return }
        diagnostics.onIssue?(FormIssue(kind: kind, typeName: String(describing: type(of: field))))
    }

    // MARK: Links

    /// Whether the field belongs to a chain of linked fields.
    var isLinked: Bool {
        links.values.contains(where: \.isSet)
    }

    subscript(link direction: FocusDirection) -> FormLink {
        get { links[direction] ?? FormLink() }
        set { links[direction] = newValue }
    }
}

extension FormElementState: DeferredUpdate {
    /// Reports the changes that the deallocation of a value or an order has caused.
    func performDeferredUpdate() {
        reportForms()
        reportChange()
    }
}

extension FormElementState {
    private struct Membership: Sendable {
        weak let order: FocusOrder?
    }

    /// The return key type and the accessory in the last report of the field.
    ///
    /// The return key type and the accessory can change without a call to the state.
    private struct ReportedTraits {
        var returnKeyType = ReturnKeyType.default
        weak var accessory: (any InputAccessory)?
        /// Whether the last report contained an accessory.
        ///
        /// The accessory may have been deallocated since the report.
        var hasAccessory = false
    }

    /// The starts and ends of editing that a field has reported or posted.
    struct EditingReports {
        /// Whether the field has reported the start of its editing, and has not reported the end yet.
        var isEditing = false
        /// Whether the field has posted the start of its editing, and has not posted the end yet.
        var isPosted = false
        /// Whether the widget itself has reported the start of its editing, and has not reported the end yet.
        ///
        /// If a widget does not report the start, a form reports the start instead. The widget can still report the
        /// start afterwards.
        var isReportedByWidget = false
        /// The number of reported ends and of repeated starts of the field's editing.
        ///
        /// During a move, the focus is offered to another field. If the number changes during the offer and this field
        /// still has the focus, this field has kept the focus or taken the focus back.
        var keepCount = 0
        /// Whether a move is giving the focus to the field; `false` if a click gives the focus to the field.
        var isTakingFocusByMove = false
    }
}
