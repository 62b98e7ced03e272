public import Foundation

/// The closures that supply what a widget knows about itself.
///
/// A closure that is `nil` supplies nothing, and the value that is stored in the ``FormElementState`` is used. The
/// state retains the closures. Capture the widget weakly. If the result of ``opacity``, ``isHiddenByAncestor`` or
/// ``canBecomeFirstResponder`` changes, the widget calls ``FormField/fieldDidChange()``.
public struct FormFieldProviders: Sendable {
    /// Returns the opacity of the field, from 0 to 1.
    public var opacity: (@MainActor @Sendable () -> Double)?
    /// Returns whether a view that contains the field is hidden.
    public var isHiddenByAncestor: (@MainActor @Sendable () -> Bool)?
    /// Returns the frame of the field, for toolkits that do not signal a change of a frame.
    ///
    /// An order that sorts by position reads the frame again at each move, and when a field takes the focus without one.
    public var frame: (@MainActor @Sendable () -> CGRect)?
    /// Returns whether the field would take the focus now.
    public var canBecomeFirstResponder: (@MainActor @Sendable () -> Bool)?
    /// Returns whether the field would give up the focus now.
    ///
    /// A toolkit that asks the app whether editing should end asks it here. A form asks once per move, before
    /// it offers the focus to another field or closes the keyboard, and does neither if the result is `false`.
    public var canResignFirstResponder: (@MainActor @Sendable () -> Bool)?
    /// Returns the rectangle of the caret.
    public var caretRectangle: (@MainActor @Sendable () -> CGRect?)?

    /// Creates providers that supply nothing.
    public init() {}
}

/// The values that are stored about a field.
struct FormFieldTraits {
    var opacity = 1.0
    var isHiddenByAncestor = false
    var frame = CGRect.zero
    var canBecomeFirstResponder = true
    var canResignFirstResponder = true
    var caretRectangle: CGRect?
    var returnKeyType = ReturnKeyType.default
    var keyboardType = KeyboardType.default
    weak var inputAccessory: (any InputAccessory)?
    var accessibilityLabel: String?
    var placeholder: String?
    var isSecureTextEntry = false
    var maximumLength: Int?
    var inputFilter: (@MainActor (String) -> Bool)?
    var selectsAllOnFocus = false
}

/// The traits that the orders of a field determine.
///
/// They end with the orders.
struct FormOrderTraits {
    var returnKeyType = ReturnKeyType.default
    weak var returnKeyOrder: (any FormOrder)?
}

/// The traits that the toolkit has received last, of those that change without a call of the state.
struct ReportedFormTraits {
    var returnKeyType = ReturnKeyType.default
    weak var accessory: (any InputAccessory)?
    /// Whether there was an accessory, which may have been deallocated since.
    var hasAccessory = false
}

extension FormElementState {
    /// A property that an app or a form sets and that the toolkit shows or enforces.
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

    // MARK: Set by the widget

    /// The field's opacity, from 0 to 1.
    ///
    /// The default is 1.
    public var opacity: Double {
        get { providers.opacity?() ?? traits.opacity }
        set { set(\.opacity, to: newValue) }
    }

    /// Whether a view that contains the field is hidden.
    ///
    /// The default is `false`.
    public var isHiddenByAncestor: Bool {
        get { providers.isHiddenByAncestor?() ?? traits.isHiddenByAncestor }
        set { set(\.isHiddenByAncestor, to: newValue) }
    }

    /// The field's frame, in points, in coordinates that all fields of the form share; origin top left.
    ///
    /// Only ``FocusOrder/Sorting/byPosition(rowTolerance:direction:)`` reads the frame. The default is `.zero`.
    public var frame: CGRect {
        get { providers.frame?() ?? traits.frame }
        set { set(\.frame, to: newValue) }
    }

    /// Whether the field would take the focus now.
    ///
    /// The default is `true`.
    public var canBecomeFirstResponder: Bool {
        get { providers.canBecomeFirstResponder?() ?? traits.canBecomeFirstResponder }
        set { set(\.canBecomeFirstResponder, to: newValue) }
    }

    /// Whether the field would give up the focus now.
    ///
    /// The default is `true`.
    public var canResignFirstResponder: Bool {
        get { providers.canResignFirstResponder?() ?? traits.canResignFirstResponder }
        set { traits.canResignFirstResponder = newValue }
    }

    /// The rectangle of the caret in the coordinates of ``frame``, or `nil`.
    ///
    /// An app reads the rectangle to keep the caret above the keyboard. A form does not read it.
    public var caretRectangle: CGRect? {
        get { providers.caretRectangle.map { $0() } ?? traits.caretRectangle }
        set { traits.caretRectangle = newValue }
    }

    // MARK: Honored by the toolkit

    /// The label of the field's return key.
    ///
    /// An order that handles the return key of the field determines the label, until the order is deallocated or no
    /// longer contains the field. The label is then the one that was set before.
    public var returnKeyType: ReturnKeyType {
        get { orderTraits.returnKeyOrder == nil ? traits.returnKeyType : orderTraits.returnKeyType }
        set {
            orderTraits.returnKeyOrder = nil
            traits.returnKeyType = newValue
            reportReturnKeyType()
        }
    }

    /// The keys that the field needs.
    public var keyboardType: KeyboardType {
        get { traits.keyboardType }
        set { set(\.keyboardType, to: newValue, .keyboardType) }
    }

    /// The view above the keys while the field is edited.
    ///
    /// The state holds the view weakly, and the screen retains the view. While the field is the focused field of an
    /// order with an accessory, the property is that accessory.
    ///
    /// The release of a ``TextFieldNavigator`` is reported immediately, and that of another view at the next call of the
    /// field.
    public var inputAccessory: (any InputAccessory)? {
        get { orderAccessory ?? traits.inputAccessory }
        set {
            traits.inputAccessory = newValue
            reportAccessory()
        }
    }

    /// The name of the field for screen readers, or `nil`.
    ///
    /// ``ValueField`` sets the property to its title.
    public var accessibilityLabel: String? {
        get { traits.accessibilityLabel }
        set { set(\.accessibilityLabel, to: newValue, .accessibilityLabel) }
    }

    /// The value for screen readers, as its format displays it; `nil` if the field has no ``ValueField``.
    public var accessibilityValue: String? {
        value?.displayText
    }

    /// The text that the widget shows while its own text is empty, or `nil`.
    public var placeholder: String? {
        get { traits.placeholder }
        set { set(\.placeholder, to: newValue, .placeholder) }
    }

    /// Whether the widget hides the characters of its text.
    ///
    /// The default is `false`.
    public var isSecureTextEntry: Bool {
        get { traits.isSecureTextEntry }
        set { set(\.isSecureTextEntry, to: newValue, .isSecureTextEntry) }
    }

    /// The largest number of characters that a person can type; `nil` if there is no limit.
    public var maximumLength: Int? {
        get { traits.maximumLength }
        set { set(\.maximumLength, to: newValue, .maximumLength) }
    }

    /// Returns whether a person can type a text; `nil` if every text can be typed.
    ///
    /// The closure receives the whole text that the input would result in. The state retains the closure.
    public var inputFilter: (@MainActor (String) -> Bool)? {
        get { traits.inputFilter }
        set {
            traits.inputFilter = newValue
            report(.inputFilter)
        }
    }

    /// Whether the widget selects its text when it takes the focus.
    ///
    /// The default is `false`.
    ///
    /// A ``TextInputField`` selects its text without code of the toolkit.
    public var selectsAllOnFocus: Bool {
        get { traits.selectsAllOnFocus }
        set { set(\.selectsAllOnFocus, to: newValue, .selectsAllOnFocus) }
    }

    /// Returns whether ``maximumLength`` and ``inputFilter`` permit a text.
    ///
    /// A toolkit that filters input asks for the whole text that the input would result in. If the field already holds
    /// a text, the toolkit asks ``acceptsInput(_:replacing:)``.
    public func acceptsInput(_ text: String) -> Bool {
        acceptsInput(text, replacing: "")
    }

    /// Returns whether ``maximumLength`` and ``inputFilter`` permit an input.
    ///
    /// A deletion is always permitted. A text that is too long may be replaced with a shorter one.
    ///
    /// - Parameters:
    ///   - text: The whole text that the input would result in.
    ///   - current: The text that the field holds.
    /// - Returns: Whether the field may hold the text.
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

    private func set<Value: Equatable>(
        _ property: WritableKeyPath<FormFieldTraits, Value>,
        to value: Value,
        _ trait: Trait? = nil
    ) {
        guard traits[keyPath: property] != value else { return }
        traits[keyPath: property] = value
        if let trait { report(trait) }
        // A skip rule may read any trait.
        reportChange()
    }

    /// Reports a change of a trait to the widget and to the app.
    private func report(_ trait: Trait) {
        onTraitChangeOfWidget?(trait)
        onTraitChange?(trait)
    }

    // MARK: Determined by orders

    /// Returns the first of the suitable orders.
    ///
    /// In a field with links, orders that follow links precede the other ones. Orders with an accessory precede those
    /// without one.
    func leadingOrder(where isSuitable: (any FormOrder) -> Bool) -> (any FormOrder)? {
        let suitable = orders.filter(isSuitable)
        let following = isLinked ? suitable.filter { $0.followsLinks } : []
        let candidates = following.isEmpty ? suitable : following
        return candidates.first { $0.accessory != nil } ?? candidates.first
    }

    /// The accessory of an order of which this field is the focused field.
    private var orderAccessory: (any InputAccessory)? {
        leadingOrder { $0.isFocused(self) && $0.accessory != nil }?.accessory
    }

    /// Lets an order determine the label of the return key.
    func setReturnKeyType(_ type: ReturnKeyType, of order: any FormOrder) {
        orderTraits.returnKeyType = type
        orderTraits.returnKeyOrder = order
        reportReturnKeyType()
    }

    /// Ends what an order determines about the return key.
    func removeReturnKeyType(of order: any FormOrder) {
        guard orderTraits.returnKeyOrder === order else { return }
        orderTraits.returnKeyOrder = nil
        reportReturnKeyType()
    }

    /// Reports the label of the return key if it is not the one that was reported last.
    func reportReturnKeyType() {
        guard returnKeyType != reportedTraits.returnKeyType else { return }
        reportedTraits.returnKeyType = returnKeyType
        report(.returnKeyType)
    }

    /// Reports the accessory if it is not the one that was reported last.
    func reportAccessory() {
        let accessory = inputAccessory
        let isUnchanged = accessory === reportedTraits.accessory && (accessory != nil) == reportedTraits.hasAccessory
        guard !isUnchanged else { return }
        reportedTraits.accessory = accessory
        reportedTraits.hasAccessory = accessory != nil
        report(.inputAccessory)
    }

    /// Reports that the accessory was deallocated.
    ///
    /// An accessory of the app does not report its deallocation.
    func reportDeallocatedAccessory() {
        if reportedTraits.hasAccessory, reportedTraits.accessory == nil { reportFormsChange() }
    }
}
