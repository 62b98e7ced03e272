/// A text field or text view of a form.
///
/// A toolkit's widget adopts the protocol in a few lines:
///
/// ```swift
/// final class Entry: Widget, FormField {
///     let formState = FieldState()
///     var text: String { get { buffer } set { buffer = newValue } }
///     var isHidden: Bool { !isVisible }
///     var isEnabled: Bool { isSensitive }
///     var isMultiLine: Bool { false }
///     var isFirstResponder: Bool { hasFocus }
///     func becomeFirstResponder() -> Bool { grabFocus() }
///     func resignFirstResponder() -> Bool { dropFocus() }
/// }
/// ```
///
/// The requirements have no default implementations. So a base class implements all requirements, and a subclass can
/// override them. The widget's ``FieldState`` stores the other properties of a field, such as the placeholder. A
/// subclass of ``FormFieldAdapter`` adapts a widget that is a C pointer.
///
/// The widget reports its changes with five calls:
///
/// | when | call |
/// | --- | --- |
/// | the widget has taken the focus, before the keyboard appears | ``fieldDidBeginEditing()`` |
/// | the widget has lost the focus | ``fieldDidEndEditing()`` |
/// | the text or the result of a requirement has changed | ``fieldDidChange()`` |
/// | return was tapped | ``fieldReturnKeyTapped()`` |
/// | Escape was tapped | ``fieldEscapeKeyTapped()`` |
///
/// If a widget does not report a change of its focus, the bar above the keyboard does not appear, and the field's value
/// is not committed. After the missing report, ``FormDiagnostics`` receives an issue when return, Escape or Tab is
/// tapped in the widget, or when a form moves the focus from or to the widget. The issue names
/// ``fieldDidBeginEditing()`` and ``fieldDidEndEditing()``.
///
/// A widget that knows its selection also adopts ``SelectableField``.
///
/// A form holds its fields weakly.
@MainActor
public protocol FormField: FormElement {
    /// The text that the field holds.
    var text: String { get set }

    /// Whether the field accepts input.
    var isEnabled: Bool { get }

    /// Whether the field accepts more than one line.
    ///
    /// If a multi-line field has no ``returnKeyHandler`` and no links, the return key inserts a line break.
    var isMultiLine: Bool { get }

    /// Whether the field has the focus.
    var isFirstResponder: Bool { get }

    /// Takes the focus from the focused field.
    ///
    /// The keyboard stays on screen.
    ///
    /// - Returns: Whether this field has the focus now. A field can refuse the focus.
    @discardableResult
    func becomeFirstResponder() -> Bool

    /// Gives up the focus, and closes the keyboard.
    ///
    /// - Returns: `true` if this field does not have the focus now. A field can refuse to give up the focus.
    @discardableResult
    func resignFirstResponder() -> Bool
}
