public import Foundation
public import KeyboardForms
import KeyboardObservation

/// A text field without a window, for end-to-end tests of forms.
///
/// A ``SimulatedKeyboard`` types into it.
///
/// ```swift
/// let name = SimulatedTextField(on: keyboard), mail = SimulatedTextField(on: keyboard, keyboardType: .emailAddress)
/// [name, mail].registerNextForm()
/// name.tap()               // shows the keyboard
/// keyboard.type("Ada\n")   // types "Ada", then focuses the mail field and shows its keys
/// ```
///
/// The field behaves as a widget of a toolkit does: it reports every change to its forms, and takes the focus even if
/// it is hidden. The keyboard does not retain it. The keyboard hides when a focused field is deallocated.
@MainActor
public final class SimulatedTextField: FormChangeable, KeyboardInputField {
    /// The state that forms keep for this field.
    public let formState: FormElementState

    /// The keyboard that types into the field.
    ///
    /// The field retains it.
    public let keyboard: SimulatedKeyboard

    /// Whether the field has more than one line.
    public let isMultiLine: Bool

    /// The text of the field.
    public var text: String {
        didSet { if text != oldValue { fieldDidChange() } }
    }

    /// Whether the field accepts input.
    public var isEnabled = true {
        didSet { if isEnabled != oldValue { fieldDidChange() } }
    }

    /// Whether the field is hidden.
    public var isHidden = false {
        didSet { if isHidden != oldValue { fieldDidChange() } }
    }

    /// The opacity of the field, from 0 to 1.
    public var opacity = 1.0 {
        didSet { if opacity != oldValue { fieldDidChange() } }
    }

    /// The frame of the field, in points, in screen coordinates.
    public var frame: CGRect {
        didSet { if frame != oldValue { fieldDidChange() } }
    }

    /// Whether the field accepts the focus.
    public var canBecomeFirstResponder = true {
        didSet { if canBecomeFirstResponder != oldValue { fieldDidChange() } }
    }

    /// Whether the field resigns the focus on request.
    public var canResignFirstResponder = true

    /// The label of the return key.
    public var returnKeyType = ReturnKeyType.default

    /// The keys that the keyboard shows for the field.
    ///
    /// A change affects a shown keyboard at once.
    public var keyboardType: KeyboardType {
        didSet { updateKeyboard() }
    }

    /// The bar above the keys.
    ///
    /// A change affects a shown keyboard at once. The field does not retain it.
    public weak var inputAccessory: (any InputAccessory)? {
        didSet { updateKeyboard() }
    }

    /// The container of the field.
    ///
    /// The setter is internal because the container sets it.
    public internal(set) weak var container: SimulatedContainer?

    private var hasFocus = false
    /// Whether the keyboard shows the keys of this field.
    private var hasKeyboard = false

    /// Creates a field without the focus.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard that types into the field. The field retains it.
    ///   - text: The text of the field.
    ///   - frame: The frame of the field, in points, in screen coordinates.
    ///   - keyboardType: The keys that the keyboard shows for the field.
    ///   - isMultiLine: Whether the field has more than one line.
    ///   - center: The center to which the field posts the begin and the end of editing.
    public init(
        on keyboard: SimulatedKeyboard,
        text: String = "",
        frame: CGRect = .zero,
        keyboardType: KeyboardType = .default,
        isMultiLine: Bool = false,
        center: NotificationCenter = .default
    ) {
        formState = FormElementState(center: center)
        self.keyboard = keyboard
        self.text = text
        self.frame = frame
        self.keyboardType = keyboardType
        self.isMultiLine = isMultiLine
    }

    deinit {
        guard hasFocus else { return }
        if MainActorCheck.isOnMainActor {
            MainActor.assumeIsolated { [keyboard] in keyboard.dropFocus() }
        } else {
            Task { @MainActor [keyboard] in keyboard.dropFocus() }
        }
    }

    /// Whether a container of the field is hidden.
    public var isHiddenByAncestor: Bool {
        container?.isHiddenWithAncestors ?? false
    }

    /// Whether the field has the focus.
    public var isFirstResponder: Bool {
        hasFocus
    }

    /// Taps the field.
    ///
    /// A visible field takes the focus, unless it refuses.
    ///
    /// - Returns: Whether the field has the focus.
    @discardableResult
    public func tap() -> Bool {
        guard !isHidden, !isHiddenByAncestor, opacity >= 0.01 else { return false }
        return becomeFirstResponder()
    }

    /// Takes the focus.
    ///
    /// A disabled field refuses.
    ///
    /// As in UIKit, the focused field ends editing first, then this field begins editing, then the keyboard shows or
    /// changes its keys.
    ///
    /// - Returns: Whether the field has the focus.
    @discardableResult
    public func becomeFirstResponder() -> Bool {
        if hasFocus { return true }
        guard isEnabled, canBecomeFirstResponder else { return false }
        if keyboard.firstResponder != nil {
            // An observer of the end of editing may have focused this field or another one.
            guard keyboard.endEditing() else { return hasFocus }
            guard isEnabled, canBecomeFirstResponder else {
                keyboard.dropFocus()
                return false
            }
        }
        hasFocus = true
        keyboard.setFocusedField(self)
        fieldDidBeginEditing()
        guard hasFocus else { return false }
        keyboard.showKeys(keyboardType.layout, accessoryHeight: inputAccessory?.height ?? 0)
        hasKeyboard = true
        return true
    }

    /// Resigns the focus.
    ///
    /// The keyboard hides, unless an observer of the end of editing focuses another field.
    ///
    /// - Returns: Whether the field is without the focus.
    @discardableResult
    public func resignFirstResponder() -> Bool {
        guard hasFocus else { return true }
        guard canResignFirstResponder else { return false }
        loseFocus()
        if keyboard.firstResponder == nil { keyboard.dropFocus() }
        return true
    }

    func loseFocus() {
        hasFocus = false
        hasKeyboard = false
        keyboard.setFocusedField(nil)
        fieldDidEndEditing()
    }

    private func updateKeyboard() {
        guard hasKeyboard else { return }
        keyboard.showKeys(keyboardType.layout, accessoryHeight: inputAccessory?.height ?? 0, isRefocusing: false)
    }
}

extension KeyboardType {
    fileprivate var layout: SimulatedKeyboard.Layout {
        if !hasReturnKey { return .numberPad }
        return self == .default ? .lettersWithPredictions : .letters
    }
}
