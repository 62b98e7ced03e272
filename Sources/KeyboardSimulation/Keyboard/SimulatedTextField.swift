public import Foundation
public import KeyboardForms
import KeyboardObservation

/// A text field without a window, for tests of forms.
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
/// The field reports each change to the forms that contain the field. The keyboard does not retain the field. If the
/// focused field is deallocated, the keyboard hides.
@MainActor
@dynamicMemberLookup
public final class SimulatedTextField: FormChangeable, SelectableField {
    /// The state that forms keep for this field.
    public let formState: FieldState

    private let keyboard: SimulatedKeyboard

    /// Whether the field has more than one line.
    public let isMultiLine: Bool

    /// The text of the field.
    ///
    /// If you set a different text, a running composition ends, and the caret moves to the end of the text.
    public var text: String {
        didSet {
            guard text != oldValue, !isReplacing else { return }
            markedRange = nil
            selectedTextRange = text.count..<text.count
            fieldDidChange()
        }
    }

    /// The selected characters of the text, or the position of the caret.
    public var selectedTextRange: Range<Int>

    private var markedRange: Range<Int>?
    /// Whether the method `replace` is setting the property `text`.
    ///
    /// `replace` itself sets the selection and reports the change, so `didSet` of `text` does nothing.
    private var isReplacing = false

    /// Whether the field accepts input.
    public var isEnabled = true {
        didSet { if isEnabled != oldValue { fieldDidChange() } }
    }

    /// Whether the field is hidden.
    public var isHidden = false {
        didSet { if isHidden != oldValue { fieldDidChange() } }
    }

    /// The frame of the field, in points, in screen coordinates.
    public var frame: CGRect {
        didSet { if frame != oldValue { fieldDidChange() } }
    }

    /// Whether the field can take the focus.
    public var canBecomeFirstResponder = true {
        didSet { if canBecomeFirstResponder != oldValue { fieldDidChange() } }
    }

    package var canResignFirstResponder = true

    /// Accesses a property of the field's state, such as ``/KeyboardForms/FieldState/keyboardType``.
    ///
    /// If you change the keyboard type or the accessory bar of the focused field, the keyboard changes at once.
    public subscript<Value>(dynamicMember property: ReferenceWritableKeyPath<FieldState, Value>) -> Value {
        get { formState[keyPath: property] }
        set { formState[keyPath: property] = newValue }
    }

    private var hasKeyboard = false

    /// Creates a field that does not have the focus.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard that types into the field. The field retains the keyboard.
    ///   - text: The text of the field.
    ///   - frame: The frame of the field, in points, in screen coordinates.
    ///   - keyboardType: The keys that the keyboard shows for the field.
    ///   - isMultiLine: Whether the field has more than one line.
    ///   - center: The notification center. The field posts to this center when editing begins and when editing ends.
    ///   - diagnostics: The object that receives the issues of the field.
    public init(
        on keyboard: SimulatedKeyboard,
        text: String = "",
        frame: CGRect = .zero,
        keyboardType: KeyboardType = .default,
        isMultiLine: Bool = false,
        center: NotificationCenter = .default,
        diagnostics: FormDiagnostics = .shared
    ) {
        formState = FieldState(center: center, diagnostics: diagnostics)
        self.keyboard = keyboard
        self.text = text
        selectedTextRange = text.count..<text.count
        self.isMultiLine = isMultiLine
        self.frame = frame
        formState.keyboardType = keyboardType
        formState.frame = { [weak self] in self?.frame ?? .zero }
        formState.canBecomeFirstResponder = { [weak self] in self?.canBecomeFirstResponder ?? false }
        formState.onTraitChangeOfWidget = { [weak self] trait in
            if [.keyboardType, .accessory, .wantsKeyboard].contains(trait) { self?.updateKeyboard() }
        }
        keyboard.addField(self)
    }

    deinit {
        guard isFirstResponder else { return }
        if MainActorCheck.isOnMainActor {
            MainActor.assumeIsolated { [keyboard] in keyboard.dropFocus() }
        } else {
            Task { @MainActor [keyboard] in keyboard.dropFocus() }
        }
    }

    /// Whether the field has the focus.
    public private(set) var isFirstResponder = false

    /// Whether an input method is composing a part of the text.
    public var hasMarkedText: Bool {
        markedRange != nil
    }

    /// Taps the field.
    ///
    /// A field does not take the focus if it is hidden or disabled, or if ``canBecomeFirstResponder`` is `false`. A tap
    /// has no effect while an alert or a password prompt is presented, or while a finger drags the keyboard.
    ///
    /// - Parameter offset: The number of characters before the tapped position. Pass `nil` for the end of the text.
    /// - Returns: Whether the field has the focus.
    @discardableResult
    public func tap(at offset: Int? = nil) -> Bool {
        guard keyboard.transitions.situation.canTakeFocus, takesFocusWhenTapped else { return isFirstResponder }
        let caret = min(max(offset ?? text.count, 0), text.count)
        selectedTextRange = caret..<caret
        return becomeFirstResponder()
    }

    /// The field inserts the result of ``/KeyboardForms/FormField/acceptedInput(_:after:before:)``.
    package func replaceSelection(with characters: String) {
        replace(selectedTextRange, with: characters, isMarked: false)
    }

    package func deleteSelection() {
        var range = selectedTextRange.clamped(to: 0..<text.count)
        if range.isEmpty { range = max(range.lowerBound - 1, 0)..<range.upperBound }
        replace(range, with: "", isMarked: false)
    }

    /// The new characters replace a running composition.
    package func compose(_ characters: String) {
        replace(markedRange ?? selectedTextRange, with: characters, isMarked: true)
    }

    package func endComposition(inserting characters: String? = nil) {
        guard let range = markedRange else { return }
        markedRange = nil
        if let characters { replace(range, with: characters, isMarked: false) }
        fieldDidChange()
    }

    private func replace(_ range: Range<Int>, with characters: String, isMarked: Bool) {
        var new = Array(text)
        let range = range.clamped(to: 0..<new.count)
        let (head, tail) = (String(new[..<range.lowerBound]), String(new[range.upperBound...]))
        guard let characters = acceptedInput(characters, after: head, before: tail) else { return }
        new.replaceSubrange(range, with: Array(characters))
        isReplacing = true
        text = String(new)
        isReplacing = false
        // An inserted accent can merge with the character before the caret, so the characters are counted again.
        let end = String(new[..<(range.lowerBound + characters.count)]).count
        markedRange = isMarked ? min(range.lowerBound, end)..<end : nil
        selectedTextRange = end..<end
        fieldDidChange()
    }

    /// Takes the focus.
    ///
    /// As in UIKit, the previously focused field ends editing before this field begins editing. The keyboard appears or
    /// changes its keys. A disabled field refuses the focus, but a hidden field accepts it.
    ///
    /// - Returns: Whether the field has the focus.
    @discardableResult
    public func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard isEnabled, canBecomeFirstResponder else { return false }
        if keyboard.focusedField != nil {
            // When the previous field ends editing, an observer may move the focus.
            guard keyboard.endEditing() else { return isFirstResponder }
            guard isEnabled, canBecomeFirstResponder else {
                keyboard.dropFocus()
                return false
            }
        }
        isFirstResponder = true
        keyboard.focusedField = self
        fieldDidBeginEditing()
        guard isFirstResponder else { return false }
        hasKeyboard = true
        updateKeyboard()
        return true
    }

    /// Resigns the focus.
    ///
    /// The keyboard hides. If an observer focuses another field when editing ends, the keyboard stays.
    ///
    /// - Returns: `false` if the field refuses to resign the focus; otherwise `true`.
    @discardableResult
    public func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        loseFocus()
        if keyboard.focusedField == nil { keyboard.dropFocus() }
        return true
    }

    /// Ends editing, even if the field refuses to resign.
    ///
    /// The keyboard stays on screen.
    func loseFocus() {
        isFirstResponder = false
        hasKeyboard = false
        keyboard.focusedField = nil
        fieldDidEndEditing()
    }

    var takesFocusWhenTapped: Bool {
        !isHidden && isEnabled && canBecomeFirstResponder
    }

    private func updateKeyboard() {
        guard hasKeyboard else { return }
        guard formState.wantsKeyboard else { return keyboard.dropFocus() }
        keyboard.showKeys(formState.keyboardType.layout, accessoryHeight: formState.accessory?.height ?? 0)
    }
}

extension KeyboardType {
    fileprivate var layout: SimulatedKeyboard.Layout {
        if !hasReturnKey { return .numberPad }
        return self == .default ? .lettersWithPredictions : .letters
    }
}
