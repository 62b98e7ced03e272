public import Foundation
public import KeyboardForms
import KeyboardObservation

/// A text field without a window, wired to a ``SimulatedKeyboard``: to test a form from end to end.
///
/// ```swift
/// let name = SimulatedTextField(on: keyboard), mail = SimulatedTextField(on: keyboard, keyboardType: .emailAddress)
/// [name, mail].registerNextForm()
/// name.tap()               // the keyboard comes
/// keyboard.type("Ada\n")   // "Ada" goes in, return moves on: the keyboard stays, with the mail's keys
/// ```
///
/// It behaves as a widget of a toolkit does: it tells its forms of every change by itself, and takes the focus even
/// where it is hidden, which is for the form to know. The keyboard holds it weakly; a field that dies with the focus
/// takes the keyboard with it.
@MainActor
public final class SimulatedTextField: FormChangeable {
    public let formState: FormElementState

    /// The keyboard that types into it. Held.
    public let keyboard: SimulatedKeyboard

    public let isMultiLine: Bool

    public var text: String {
        didSet { if text != oldValue { fieldDidChange() } }
    }

    public var isEnabled = true {
        didSet { if isEnabled != oldValue { fieldDidChange() } }
    }

    public var isHidden = false {
        didSet { if isHidden != oldValue { fieldDidChange() } }
    }

    public var opacity = 1.0 {
        didSet { if opacity != oldValue { fieldDidChange() } }
    }

    public var frame: CGRect {
        didSet { if frame != oldValue { fieldDidChange() } }
    }

    public var canBecomeFirstResponder = true {
        didSet { if canBecomeFirstResponder != oldValue { fieldDidChange() } }
    }

    public var canResignFirstResponder = true

    public var returnKeyType = ReturnKeyType.default

    public var keyboardType: KeyboardType {
        didSet { updateKeyboard() }
    }

    public weak var inputAccessory: (any InputAccessory)? {
        didSet { updateKeyboard() }
    }

    /// The container that it stands in, set by the container.
    public internal(set) weak var container: SimulatedContainer?

    private var hasFocus = false
    /// Whether the keyboard has come for this field, so that what it wants now is a change.
    private var hasKeyboard = false

    /// Makes a field without the focus.
    ///
    /// - Parameters:
    ///   - keyboard: what types into it. Held.
    ///   - text: what it holds.
    ///   - frame: where it is, in points, on the keyboard's screen.
    ///   - keyboardType: which keys it wants.
    ///   - isMultiLine: whether it takes more than one line.
    ///   - center: where its begin and end of editing are posted.
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
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { [keyboard] in keyboard.dropFocus() }
        } else {
            Task { @MainActor [keyboard] in keyboard.dropFocus() }
        }
    }

    public var isHiddenByAncestor: Bool {
        container?.isHiddenWithAncestors ?? false
    }

    public var isFirstResponder: Bool {
        hasFocus
    }

    /// A finger taps the field: it takes the focus, where it can be seen and wants to.
    ///
    /// - Returns: whether it has the focus now.
    @discardableResult
    public func tap() -> Bool {
        guard !isHidden, !isHiddenByAncestor, opacity >= 0.01 else { return false }
        return becomeFirstResponder()
    }

    /// Takes the focus. The field that has it ends editing first, then this one begins, then the keyboard comes or
    /// changes its keys, as in UIKit. A disabled field refuses.
    @discardableResult
    public func becomeFirstResponder() -> Bool {
        if hasFocus { return true }
        guard isEnabled, canBecomeFirstResponder else { return false }
        if let other = keyboard.firstResponder {
            guard other.canResignFirstResponder else { return false }
            other.loseFocus()
            // Who heard of that may have given the focus to somebody else.
            guard keyboard.firstResponder == nil else { return hasFocus }
            guard isEnabled, canBecomeFirstResponder else {
                keyboard.dropFocus()
                return false
            }
        }
        hasFocus = true
        keyboard.firstResponder = self
        fieldDidBeginEditing()
        guard hasFocus else { return false }
        keyboard.takeFocus(keyboardType.layout, accessoryHeight: inputAccessory?.height ?? 0)
        hasKeyboard = true
        return true
    }

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
        keyboard.firstResponder = nil
        fieldDidEndEditing()
    }

    private func updateKeyboard() {
        guard hasKeyboard else { return }
        keyboard.takeFocus(keyboardType.layout, accessoryHeight: inputAccessory?.height ?? 0, isRefocusing: false)
    }
}

extension KeyboardType {
    fileprivate var layout: SimulatedKeyboard.Layout {
        if !hasReturnKey { return .numberPad }
        return self == .default ? .lettersWithPredictions : .letters
    }
}
