public import Foundation

/// The state that forms keep for a field or a container.
///
/// Each field and each container creates and retains its own state. The state does not retain fields, orders or
/// screens. The optional properties of a field are in the state and not in ``FormField``, so that a widget can have a
/// property with the same name, for example its own `placeholder`.
///
/// ```swift
/// mailField.formState.keyboardType = .emailAddress
/// mailField.formState.frame = { [weak view] in view?.frameInContent ?? .zero }
/// mailField.formState.onTraitChange = { [weak toolbar] _ in toolbar?.update() }
/// ```
@MainActor
public final class FieldState {
    let center: NotificationCenter
    nonisolated let diagnostics: FormDiagnostics
    weak var returnKeyHandler: (any ReturnKeyHandler)?
    package weak var value: (any FieldValue)? {
        didSet { reportChange() }
    }
    weak var nextForm: (any FormField)? {
        didSet { reportForms() }
    }
    weak var previousForm: (any FormField)? {
        didSet { reportForms() }
    }
    var editing = Editing()

    private var widget = Widget.field
    private var memberships: [Membership] = []
    private var reportedIssues: Set<FormIssue.Kind> = []
    private var ownReturnKeyType = ReturnKeyType.default
    private weak var ownAccessory: (any FieldAccessory)?
    private var reported = ReportedTraits()

    /// Creates a state that does not yet belong to a form.
    ///
    /// - Parameters:
    ///   - center: The notification center to which the field posts `fieldDidBeginEditing` and `fieldDidEndEditing`.
    ///   - diagnostics: The receiver of the field's issues.
    public nonisolated init(center: NotificationCenter = .default, diagnostics: FormDiagnostics = .shared) {
        self.center = center
        self.diagnostics = diagnostics
    }

    isolated deinit {
        for membership in memberships {
            if let order = membership.order { DeferredUpdateQueue.add(order) }
        }
        if let value = value as? any DeferredUpdate { DeferredUpdateQueue.add(value) }
        for form in [previousForm, nextForm] { form.map { DeferredUpdateQueue.add($0.formState) } }
    }

    // MARK: Supplied by the widget

    /// Returns the frame of the field, in points.
    ///
    /// All fields of a form use the same coordinates, with the origin at the top left. Capture the widget weakly, as in
    /// the other closures of the state.
    ///
    /// A focus order that sorts its fields by position reads the frames whenever the form changes or the focus moves.
    public var frame: @MainActor () -> CGRect = { .zero } {
        didSet { reportChange() }
    }

    /// Returns whether the field can take the focus now.
    ///
    /// The widget calls ``FormField/fieldDidChange()`` after the result has changed.
    public var canBecomeFirstResponder: @MainActor () -> Bool = { true } {
        didSet { reportChange() }
    }

    /// Returns the rectangle of the caret, in the coordinates of ``frame``; `nil` if the rectangle is unknown.
    ///
    /// An app reads the rectangle to keep the caret above the keyboard. A form does not read the rectangle.
    public var caretRectangle: @MainActor () -> CGRect? = { nil }

    // MARK: Honored by the toolkit

    /// A property that the toolkit applies to the widget.
    ///
    /// The app or a form sets the property.
    public enum Trait: Sendable, Hashable, CaseIterable {
        /// ``FieldState/returnKeyType``
        case returnKeyType
        /// ``FieldState/keyboardType``
        case keyboardType
        /// ``FieldState/accessory``
        case accessory
        /// ``FieldState/accessibilityLabel``
        case accessibilityLabel
        /// ``FieldState/placeholder``
        case placeholder
        /// ``FieldState/isSecureTextEntry``
        case isSecureTextEntry
        /// ``FieldState/maximumLength``
        case maximumLength
        /// ``FieldState/inputFilter``
        case inputFilter
        /// ``FieldState/autocapitalizationType``
        case autocapitalizationType
        /// ``FieldState/wantsKeyboard``
        case wantsKeyboard
    }

    /// Called after a trait has changed.
    ///
    /// The toolkit sets this closure. The closure redraws the widget or the keyboard. Capture the widget weakly.
    public var onTraitChange: (@MainActor (Trait) -> Void)?

    /// The adapters and widgets of this package set this closure, so that ``onTraitChange`` stays free for the app.
    package var onTraitChangeOfWidget: (@MainActor (Trait) -> Void)?

    /// A keyboard inside the app sets this closure while the field has the focus.
    package var onTraitChangeOfKeyboard: (@MainActor (Trait) -> Void)?

    /// The keys that the field needs.
    public var keyboardType = KeyboardType.default {
        didSet { if keyboardType != oldValue { traitDidChange(.keyboardType) } }
    }

    /// The letters that the keyboard capitalizes automatically.
    ///
    /// The default is `none`.
    public var autocapitalizationType = AutocapitalizationType.none {
        didSet { if autocapitalizationType != oldValue { traitDidChange(.autocapitalizationType) } }
    }

    /// Whether an on-screen keyboard appears while the field has the focus.
    ///
    /// The default is `true`. Set the property to `false` for a picker, a scanner or a field with its own pad. In HTML,
    /// the attribute `inputmode="none"` has the same effect. A field without a keyboard can take the focus and have a
    /// bar, like any other field. If a person opens a keyboard anyway, an avoider keeps the field visible.
    public var wantsKeyboard = true {
        didSet { if wantsKeyboard != oldValue { traitDidChange(.wantsKeyboard) } }
    }

    /// Whether the widget understands ASCII digits but no other digits.
    package var needsASCIIDigits = false {
        didSet { if needsASCIIDigits != oldValue { traitDidChange(.keyboardType) } }
    }

    /// The separator that a decimal pad types.
    ///
    /// If ``needsASCIIDigits`` is `true`, the pad types "." instead of a separator that is not ASCII, such as "٫".
    package var decimalSeparator: String? {
        didSet { if decimalSeparator != oldValue { traitDidChange(.keyboardType) } }
    }

    /// Whether the decimal pad of a keyboard inside the app has a sign key.
    package var acceptsNegativeNumbers = false {
        didSet { if acceptsNegativeNumbers != oldValue { traitDidChange(.keyboardType) } }
    }

    /// The name of the field for screen readers, or `nil`.
    ///
    /// A ``ValueInput`` sets the property to its own title.
    public var accessibilityLabel: String? {
        didSet { if accessibilityLabel != oldValue { traitDidChange(.accessibilityLabel) } }
    }

    /// The text that the widget shows while the field is empty; `nil` for no placeholder.
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
    ///
    /// If an input would exceed the limit, the end of the input is cut off
    /// (``FormField/acceptedInput(_:after:before:)``).
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
        // A skip rule can read any trait, so each ``FocusOrder`` that contains the field reads all of its fields again.
        reportChange()
    }

    private func report(_ trait: Trait) {
        guard !isDetached else { return }
        onTraitChangeOfWidget?(trait)
        onTraitChangeOfKeyboard?(trait)
        onTraitChange?(trait)
    }

    // MARK: Determined by orders

    /// The label of the field's return key.
    ///
    /// If an order handles the return key of the focused field, the order determines the label. In any other case, the
    /// label is the value that the app or a ``ReturnKeyHandler`` has set.
    public var returnKeyType: ReturnKeyType {
        get {
            guard let field = editing.field, case .order(let order) = field.returnKeyAction, order.focused === field
            else { return ownReturnKeyType }
            return order.published.returnKeyType(for: field)
        }
        set {
            ownReturnKeyType = newValue
            reportForms()
        }
    }

    /// The view that is above the keys while the field is edited.
    ///
    /// The state holds the view weakly, and the screen retains the view. While the field has the focus, the view of its
    /// focus order replaces the view that the app has set (``FocusOrder/accessory``).
    ///
    /// When an accessory of the class ``TextFieldNavigator`` is deallocated, the focused field immediately reports to
    /// the toolkit that its accessory has changed. When an accessory of the app's own class is deallocated, the field
    /// reports the change at the next call of ``FormField/fieldDidChange()``.
    public var accessory: (any FieldAccessory)? {
        get {
            if let field = editing.field {
                for order in orders where order.focused === field {
                    if let accessory = order.accessory { return accessory }
                }
            }
            return ownAccessory
        }
        set {
            ownAccessory = newValue
            reportForms()
        }
    }

    /// Reports a change of the return key type or of the accessory since the last report.
    ///
    /// A deallocated accessory also counts as a change.
    func reportForms() {
        let (type, accessory) = (returnKeyType, accessory)
        let isOldAccessory = accessory === reported.accessory && (accessory != nil) == reported.hasAccessory
        let isOldType = type == reported.returnKeyType
        reported = ReportedTraits(returnKeyType: type, accessory: accessory, hasAccessory: accessory != nil)
        if !isOldType { report(.returnKeyType) }
        if !isOldAccessory { report(.accessory) }
    }

    // MARK: Orders

    /// The orders that contain the element, in the sequence in which the element joined them.
    var orders: [FocusOrder] {
        memberships.compactMap(\.order)
    }

    /// The order that handles the return key and the Tab key of the field.
    package var leadingOrder: FocusOrder? {
        let orders = orders
        for order in orders where order.accessory != nil { return order }
        return orders.first
    }

    func join(_ order: FocusOrder) {
        guard !memberships.contains(where: { $0.order === order }) else { return }
        // A field can outlive many orders.
        memberships.removeAll { $0.order == nil }
        memberships.append(Membership(order: order))
    }

    func leave(_ order: FocusOrder) {
        memberships.removeAll { $0.order === order }
    }

    func reportChange() {
        for order in orders { order.formDidChange() }
    }

    /// Runs a closure that changes the form.
    ///
    /// Each order publishes, in a single step, all changes that the closure makes.
    func change<Result>(_ body: () -> Result) -> Result {
        // The change can release an order, so the list holds the orders weakly.
        let changing = orders.filter { $0.beginChange() }.map(Membership.init)
        defer { for membership in changing { membership.order?.endChange() } }
        return body()
    }

    // MARK: The widget

    /// Whether the widget was destroyed.
    package var isDetached: Bool {
        switch widget {
        case .field: false
        case .object(let reference): reference.object == nil
        case .destroyed: true
        }
    }

    func bind(to widget: AnyObject) {
        self.widget = .object(WeakReference(object: widget))
    }

    /// Does not access the widget, which is being destroyed.
    func detach() {
        let (orders, formerValue) = (orders, value)
        (widget, editing, memberships) = (.destroyed, Editing(), [])
        (onTraitChange, onTraitChangeOfWidget, onTraitChangeOfKeyboard) = (nil, nil, nil)
        (frame, canBecomeFirstResponder, caretRectangle) = ({ .zero }, { true }, { nil })
        (returnKeyHandler, value) = (nil, nil)
        formerValue?.fieldDidDisconnect()
        for order in orders { order.formDidChange() }
        for form in [previousForm, nextForm] { form?.formState.reportForms() }
    }

    func report(_ kind: FormIssue.Kind, of field: any FormField) {
        guard reportedIssues.insert(kind).inserted else { return }
        diagnostics.onIssue?(FormIssue(kind: kind, typeName: String(describing: type(of: field))))
    }
}

extension FieldState: DeferredUpdate {
    /// Called after a ``ValueInput``, an order or a linked field was deallocated.
    func performDeferredUpdate() {
        reportForms()
        reportChange()
    }
}

extension FieldState {
    struct Editing {
        /// The field itself if it has reported that it has the focus; otherwise `nil`.
        weak var field: (any FormField)?
        /// Whether the latest notification was `fieldDidBeginEditing`.
        var isPosted = false
        /// How often the field has reported that it has taken or lost the focus.
        ///
        /// If a move offers the focus to another field and the count of the focused field stays the same, the other
        /// field has refused the focus.
        var reportCount = 0
        var isTakingFocusByMove = false
    }

    private enum Widget {
        /// The widget is the field itself, or a C widget that retains the field.
        case field
        case object(WeakReference)
        case destroyed
    }

    private struct WeakReference {
        weak let object: AnyObject?
    }

    private struct Membership {
        weak let order: FocusOrder?
    }

    private struct ReportedTraits {
        var returnKeyType = ReturnKeyType.default
        weak var accessory: (any FieldAccessory)?
        /// Whether the latest report contained an accessory, even if the accessory has since been deallocated.
        var hasAccessory = false
    }
}
