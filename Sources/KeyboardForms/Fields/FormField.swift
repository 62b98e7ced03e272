public import Foundation

/// A text field or text view of a form.
///
/// A toolkit's widget adopts the protocol in a few lines:
///
/// ```swift
/// final class Entry: Widget, FormField {
///     let formState = FormElementState()
///     var text: String { get { buffer } set { buffer = newValue } }
///     var isFirstResponder: Bool { hasFocus }
///     var returnKeyType = ReturnKeyType.default
///     var keyboardType = KeyboardType.default
///     weak var inputAccessory: (any InputAccessory)?
///     func becomeFirstResponder() -> Bool { grabFocus() }
///     func resignFirstResponder() -> Bool { dropFocus() }
/// }
/// ```
///
/// The widget reports its changes with five calls:
///
/// | when | call |
/// | --- | --- |
/// | it has taken the focus, before the keyboard appears | ``fieldDidBeginEditing()`` |
/// | it has lost the focus | ``fieldDidEndEditing()`` |
/// | its text, visibility, frame, ``isEnabled`` or ``canBecomeFirstResponder`` changed | ``fieldDidChange()`` |
/// | return was tapped | ``fieldReturnKeyTapped()`` |
/// | Escape was tapped | ``fieldEscapeKeyTapped()`` |
///
/// A widget that knows its selection also adopts ``TextInputField``.
///
/// A form holds its fields weakly.
@MainActor
public protocol FormField: FormElement {
    /// The text that the field holds.
    var text: String { get set }

    /// Whether the field accepts input. The default is `true`.
    var isEnabled: Bool { get }

    /// The field's opacity, from 0 to 1. The default is 1.
    var opacity: Double { get }

    /// Whether a view that contains the field is hidden. The default is `false`.
    var isHiddenByAncestor: Bool { get }

    /// Whether the field accepts more than one line. The default is `false`.
    ///
    /// The return key inserts a line break into a multi-line field, unless the field has a handler or links.
    var isMultiLine: Bool { get }

    /// The field's frame, in points, in coordinates that all fields of the form share; origin top left.
    ///
    /// Only ``FocusOrder/Sorting/byPosition(rowTolerance:direction:)`` reads the frame. The default is `.zero`.
    var frame: CGRect { get }

    /// The label of the field's return key.
    var returnKeyType: ReturnKeyType { get set }

    /// The keys that the field needs.
    var keyboardType: KeyboardType { get set }

    /// The view above the keys while the field is edited.
    ///
    /// The field holds the view weakly, and the screen retains the view.
    var inputAccessory: (any InputAccessory)? { get set }

    /// The name of the field for screen readers, or `nil`.
    ///
    /// ``ValueField`` sets the property to its title. By default the field's ``FormElementState`` stores the
    /// name.
    var accessibilityLabel: String? { get set }

    /// Whether the field has the focus.
    var isFirstResponder: Bool { get }

    /// Whether the field would take the focus now. The default is `true`.
    var canBecomeFirstResponder: Bool { get }

    /// Whether the field would give up the focus now. The default is `true`.
    var canResignFirstResponder: Bool { get }

    /// Takes the focus from the focused field.
    ///
    /// The keyboard stays on screen.
    ///
    /// - Returns: Whether this field has the focus now. A field may refuse the focus.
    @discardableResult
    func becomeFirstResponder() -> Bool

    /// Gives up the focus, and closes the keyboard.
    ///
    /// - Returns: Whether this field does not have the focus now. A field may refuse to give up the focus.
    @discardableResult
    func resignFirstResponder() -> Bool
}

extension FormField {
    /// The default is `true`.
    public var isEnabled: Bool { true }

    /// The default is `false`.
    public var isHidden: Bool { false }

    /// The default is 1.
    public var opacity: Double { 1 }

    /// The default is `false`.
    public var isHiddenByAncestor: Bool { false }

    /// The default is `false`.
    public var isMultiLine: Bool { false }

    /// The default is `.zero`.
    public var frame: CGRect { .zero }

    /// By default, the field's ``FormElementState`` stores the label.
    public var accessibilityLabel: String? {
        get { formState.accessibilityLabel }
        set { formState.accessibilityLabel = newValue }
    }

    /// The text that the widget shows while its own text is empty, or `nil`.
    ///
    /// The field's ``FormElementState`` stores the placeholder.
    public var placeholder: String? {
        get { formState.placeholder }
        set { formState.placeholder = newValue }
    }

    /// The value for screen readers, as its format displays it; `nil` if the field has no ``ValueField``.
    public var accessibilityValue: String? {
        formState.value?.displayText
    }

    /// The default is `true`.
    public var canBecomeFirstResponder: Bool { true }

    /// The default is `true`.
    public var canResignFirstResponder: Bool { true }
}
