public import Foundation

/// The state that forms keep for a field or a container.
///
/// Each element creates and retains its own state. The state does not retain fields, orders or screens.
///
/// The optional properties of a field, such as ``placeholder``, belong to the state and not to ``FormField``. Therefore
/// a widget can have its own property `placeholder`. For each property of ``FormFieldProviders``, the state has a
/// property with the same name.
///
/// ```swift
/// mailField.formState.keyboardType = .emailAddress
/// mailField.formState.providers.frame = { [weak view] in view?.frameInContent ?? .zero }
/// mailField.formState.onTraitChange = { [weak toolbar] _ in toolbar?.update() }
/// ```
@MainActor
@dynamicMemberLookup
public final class FormElementState {
    // Other files of the module use most of these properties. Therefore the properties are not private.

    /// The notification center to which the field posts `fieldDidBeginEditing` and `fieldDidEndEditing`.
    let center: NotificationCenter
    /// The receiver of the field's issues.
    nonisolated let diagnostics: FormDiagnostics
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    package weak var value: (any FieldInput)? {
        didSet { reportChange() }
    }
    /// The reports and notifications that the field has sent about its editing.
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
    ///   - center: The notification center to which the field posts `fieldDidBeginEditing` and `fieldDidEndEditing`.
    ///   - diagnostics: The receiver of the field's issues.
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

    /// A fact about the widget, for example the frame of the field.
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

    /// A property that the toolkit applies to the widget.
    ///
    /// The app or a form sets the property.
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
    }

    /// Called after a trait has changed.
    ///
    /// The toolkit sets this closure. The closure redraws the widget or the keyboard. Capture the widget weakly.
    public var onTraitChange: (@MainActor (Trait) -> Void)?

    /// Called after a trait has changed, before ``onTraitChange``.
    ///
    /// The adapters and widgets of this package set this closure. The app can set ``onTraitChange`` without replacing
    /// this closure.
    package var onTraitChangeOfWidget: (@MainActor (Trait) -> Void)?

    /// Called after a trait has changed, before ``onTraitChange``.
    ///
    /// A keyboard inside the app sets this closure while the field has the focus. The state releases the closure when a
    /// C widget is destroyed (``FormFieldAdapter/widgetWasDestroyed``), or when the state is deallocated.
    package var onTraitChangeOfKeyboard: (@MainActor (Trait) -> Void)?

    /// The keys that the field needs.
    public var keyboardType = KeyboardType.default {
        didSet { if keyboardType != oldValue { traitDidChange(.keyboardType) } }
    }

    /// Whether all digits of a keyboard inside the app are ASCII digits.
    ///
    /// A toolkit sets the property to `true` for a widget that reads only ASCII digits. The state reports a change of
    /// the property as a change of ``keyboardType``.
    package var needsASCIIDigits = false {
        didSet { if needsASCIIDigits != oldValue { traitDidChange(.keyboardType) } }
    }

    /// The decimal separator that the field reads; `nil` if the separator is unknown.
    ///
    /// A ``NumberInput`` sets the property. The decimal pad of a keyboard inside the app types the separator. If
    /// ``needsASCIIDigits`` is `true` and the separator is not an ASCII character, the pad types ".". The state reports
    /// a change of the property as a change of ``keyboardType``.
    package var decimalSeparator: String? {
        didSet { if decimalSeparator != oldValue { traitDidChange(.keyboardType) } }
    }

    /// Whether the field accepts negative numbers.
    ///
    /// A ``NumberInput`` sets the property. If the property is `true`, the decimal pad of a keyboard inside the app has
    /// a sign key. The state reports a change of the property as a change of ``keyboardType``.
    package var acceptsNegativeNumbers = false {
        didSet { if acceptsNegativeNumbers != oldValue { traitDidChange(.keyboardType) } }
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

    /// The largest number of characters that the text can have after an input; `nil` if there is no limit.
    public var maximumLength: Int? {
        didSet { if maximumLength != oldValue { traitDidChange(.maximumLength) } }
    }

    /// A closure that returns whether a person may type a text; `nil` permits every text.
    ///
    /// The closure receives the whole text that the field would hold after the input. The state retains the closure.
    public var inputFilter: (@MainActor (String) -> Bool)? {
        didSet { traitDidChange(.inputFilter) }
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
        onTraitChangeOfKeyboard?(trait)
        onTraitChange?(trait)
    }

    /// Returns whether ``maximumLength`` and ``inputFilter`` permit an input.
    ///
    /// If a toolkit filters input, the toolkit calls the method before it changes the text. A deletion is always
    /// permitted. ``maximumLength`` never refuses an input that makes the text shorter.
    ///
    /// - Parameters:
    ///   - text: The whole text after the input.
    ///   - current: The text of the field before the input.
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
    /// If an order handles the field's return key, the order determines the label while the field has the focus. If no
    /// order determines the label, the property has the value that the app or a handler has set.
    public var returnKeyType: ReturnKeyType {
        get { returnKeyTypeOfOrder ?? ownReturnKeyType }
        set {
            ownReturnKeyType = newValue
            reportForms()
        }
    }

    /// The view above the keys while the field is edited.
    ///
    /// The state holds the view weakly, and the screen retains the view. While the field has the focus,
    /// ``FocusOrder/accessory`` of the field's order takes precedence over the view that the app has set.
    ///
    /// When a ``TextFieldNavigator`` is deallocated, the focused field immediately reports to the toolkit that its
    /// accessory has changed. When any other accessory is deallocated, the field reports the change later. The field
    /// then reports the change when the widget next calls a method, for example ``FormField/fieldDidChange()``.
    public var inputAccessory: (any InputAccessory)? {
        get { leadingOrder { $0.focused?.formState === self && $0.accessory != nil }?.accessory ?? ownAccessory }
        set {
            ownAccessory = newValue
            reportForms()
        }
    }

    /// Reports a changed accessory and a changed return key type to the toolkit.
    ///
    /// The field is not notified when an accessory of the app is deallocated. Therefore the method compares the current
    /// accessory and return key type with the values in `reported`.
    func reportForms() {
        let (type, accessory) = (returnKeyType, inputAccessory)
        let isOldAccessory = accessory === reported.accessory && (accessory != nil) == reported.hasAccessory
        let isOldType = type == reported.returnKeyType
        reported = ReportedTraits(returnKeyType: type, accessory: accessory, hasAccessory: accessory != nil)
        if !isOldType { report(.returnKeyType) }
        if !isOldAccessory { report(.inputAccessory) }
    }

    // MARK: Orders

    /// The orders that contain this element, in the sequence in which the element joined the orders.
    var orders: [FocusOrder] {
        memberships.compactMap(\.order)
    }

    func belongs(to order: FocusOrder) -> Bool {
        memberships.contains { $0.order === order }
    }

    func join(_ order: FocusOrder) {
        guard !belongs(to: order) else { return }
        // The method removes memberships in deallocated orders, because the list would otherwise grow without limit.
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
    /// After `body` returns, each order that contains the element publishes the change once. If `body` releases an
    /// order, this order does not publish the change.
    func change<Result>(_ body: () -> Result) -> Result {
        let changing = orders.filter { $0.beginChange() }.map(Membership.init)
        defer { for membership in changing { membership.order?.endChange() } }
        return body()
    }

    // MARK: The widget

    /// Whether the widget of the field was destroyed.
    package var isDetached: Bool {
        isWidgetDestroyed || hasSwiftWidget && swiftWidget == nil
    }

    /// Connects the state to a Swift widget.
    ///
    /// The state holds the widget weakly. After the widget was deallocated, ``isDetached`` is `true`.
    func bind(to widget: AnyObject) {
        hasSwiftWidget = true
        swiftWidget = widget
    }

    /// Removes the element from its forms, and does not access the widget.
    ///
    /// The element keeps its links, because an order finds the next fields of the chain through these links.
    func detach() {
        let orders = orders
        isWidgetDestroyed = true
        memberships = []
        onTraitChange = nil
        onTraitChangeOfWidget = nil
        onTraitChangeOfKeyboard = nil
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
    ///
    /// If the field is only the target of another field's ``FormChangeable/nextForm`` or
    /// ``FormChangeable/previousForm``, the property is `false`.
    var isLinked: Bool {
        links.values.contains(where: \.isSet)
    }

    subscript(link direction: FocusDirection) -> FormLink {
        get { links[direction] ?? FormLink() }
        set { links[direction] = newValue }
    }
}

extension FormElementState: DeferredUpdate {
    /// Reports the changes after a ``ValueInput`` or an order was deallocated.
    func performDeferredUpdate() {
        reportForms()
        reportChange()
    }
}

extension FormElementState {
    private struct Membership: Sendable {
        weak let order: FocusOrder?
    }

    /// The return key type and the accessory that the field has most recently reported to the toolkit.
    ///
    /// The current return key type and accessory can change without a call to the state. For example, the app can
    /// release the accessory.
    private struct ReportedTraits {
        var returnKeyType = ReturnKeyType.default
        weak var accessory: (any InputAccessory)?
        /// Whether the field had an accessory at its most recent report.
        ///
        /// If the reported accessory is deallocated, ``accessory`` is `nil`, and ``hasAccessory`` stays `true`.
        var hasAccessory = false
    }

    /// The reports and notifications that a field has sent about its editing.
    struct EditingReports {
        /// Whether the field has reported the start of its editing, and has not reported the end yet.
        var isEditing = false
        /// Whether the field has posted `fieldDidBeginEditing`, and has not posted `fieldDidEndEditing` yet.
        var isPosted = false
        /// Whether the widget has called `fieldDidBeginEditing()` for the current editing.
        ///
        /// If a form, and not the widget, reports the start of the editing, `isReportedByWidget` stays `false`. If the
        /// widget then calls `fieldDidBeginEditing()`, `keepCount` does not change.
        var isReportedByWidget = false
        /// Counts the calls of `fieldDidEndEditing()` and the repeated calls of `fieldDidBeginEditing()`.
        ///
        /// The count can change while a move offers the focus to another field. If the count has changed and this field
        /// has the focus, this field has kept the focus or taken the focus back.
        var keepCount = 0
        /// Whether a move, and not a click, is giving the focus to the field.
        var isTakingFocusByMove = false
    }
}
