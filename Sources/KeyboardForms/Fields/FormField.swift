public import Foundation

/// A widget that takes text, as a form sees it. A toolkit's widget adopts it in a few lines.
///
/// ```swift
/// final class Entry: Widget, FormField {
///     let formNode = FormNode()
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
/// What a form needs to be told, the widget tells with four calls:
///
/// | when | call |
/// | --- | --- |
/// | it has taken the focus, before the keyboard comes | ``fieldDidBeginEditing()`` |
/// | it has lost the focus | ``fieldDidEndEditing()`` |
/// | its text, its being enabled, its visibility or its frame has changed | ``fieldDidChange()`` |
/// | return was tapped | ``fieldReturnKeyTapped()`` |
///
/// Forms hold fields weakly.
@MainActor
public protocol FormField: FormElement {
    /// What has been typed.
    var text: String { get set }

    /// Whether it takes input. `true` unless written.
    var isEnabled: Bool { get }

    /// How opaque it is, from 0 to 1. 1 unless written.
    var opacity: Double { get }

    /// Whether something that it stands in is hidden. `false` unless written.
    var isHiddenByAncestor: Bool { get }

    /// Whether it takes more than one line, so that return is a line break unless a form wants it. `false` unless
    /// written.
    var isMultiLine: Bool { get }

    /// Where it is, in points, in coordinates that all fields of a form share; origin top left. Needed for orders by
    /// position only: `.zero` unless written.
    var frame: CGRect { get }

    /// What the return key says.
    var returnKeyType: ReturnKeyType { get set }

    /// Which keys it wants.
    var keyboardType: KeyboardType { get set }

    /// What stands above the keys while it is edited. To be held weakly: it belongs to the screen.
    var inputAccessory: (any InputAccessory)? { get set }

    /// Whether it has the focus.
    var isFirstResponder: Bool { get }

    /// Whether it would take the focus now. `true` unless written.
    var canBecomeFirstResponder: Bool { get }

    /// Whether it would let the focus go now. `true` unless written.
    var canResignFirstResponder: Bool { get }

    /// Takes the focus from whoever has it. The keyboard must not go and come again for it.
    ///
    /// - Returns: whether it has the focus now; it may refuse.
    @discardableResult
    func becomeFirstResponder() -> Bool

    /// Lets the focus go, and the keyboard with it.
    ///
    /// - Returns: whether it is without the focus now; it may refuse.
    @discardableResult
    func resignFirstResponder() -> Bool
}

extension FormField {
    public var isEnabled: Bool { true }
    public var isHidden: Bool { false }
    public var opacity: Double { 1 }
    public var isHiddenByAncestor: Bool { false }
    public var isMultiLine: Bool { false }
    public var frame: CGRect { .zero }
    public var canBecomeFirstResponder: Bool { true }
    public var canResignFirstResponder: Bool { true }
}
