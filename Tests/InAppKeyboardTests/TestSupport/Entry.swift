import Foundation
import KeyboardForms

/// A window in which at most one entry has the focus.
@MainActor
final class Window {
    fileprivate(set) weak var focused: Entry?

    @discardableResult
    func focus(_ entry: Entry?) -> Bool {
        guard entry !== focused else { return true }
        let former = focused
        focused = entry
        former?.fieldDidEndEditing()
        if let entry, entry === focused { entry.fieldDidBeginEditing() }
        return entry === focused
    }
}

/// A widget of a toolkit that does not support on-screen keyboards.
@MainActor
final class Entry: SelectableField {
    let formState: FieldState
    var isHidden = false
    var isEnabled = true
    var isMultiLine = false
    var hasMarkedText = false
    /// Whether the entry refuses to give up the focus.
    var refusesToResign = false
    var selectedTextRange = 0..<0
    /// The number of times that the text was set.
    var changeCount = 0
    private let window: Window

    var text = "" {
        didSet {
            selectedTextRange = 0..<0
            changeCount += 1
        }
    }

    init(in window: Window, center: NotificationCenter, _ keyboardType: KeyboardType = .default) {
        self.window = window
        formState = FieldState(center: center, diagnostics: FormDiagnostics())
        formState.keyboardType = keyboardType
    }

    var isFirstResponder: Bool { window.focused === self }

    @discardableResult
    func becomeFirstResponder() -> Bool { window.focus(self) }

    @discardableResult
    func resignFirstResponder() -> Bool {
        if isFirstResponder, !refusesToResign { window.focus(nil) }
        return !isFirstResponder
    }
}

/// A widget that does not report its selection.
@MainActor
class PlainEntry: FormField {
    let formState: FieldState
    var text = ""
    let isHidden = false
    let isEnabled = true
    let isMultiLine = false
    private(set) var isFirstResponder = false

    init(center: NotificationCenter) {
        formState = FieldState(center: center, diagnostics: FormDiagnostics())
    }

    @discardableResult
    func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        fieldDidBeginEditing()
        return true
    }

    @discardableResult
    func resignFirstResponder() -> Bool {
        isFirstResponder = false
        fieldDidEndEditing()
        return true
    }
}

/// A widget that counts Unicode scalars, as GTK does.
@MainActor
class ScalarEntry: PlainEntry, ScalarSelectableField {
    var selectedScalarRange = 0..<0
    let hasMarkedText = false

    var selectedTextRange: Range<Int> {
        get { text.characterRange(ofUnicodeScalars: selectedScalarRange) }
        set { selectedScalarRange = text.unicodeScalarRange(ofCharacters: newValue) }
    }
}

/// A widget that keeps its caret when its text changes.
///
/// The app changes all letters to uppercase.
@MainActor
final class UppercaseEntry: PlainEntry, SelectableField {
    var selectedTextRange = 0..<0
    let hasMarkedText = false

    override var text: String {
        didSet {
            if text != text.uppercased() { text = text.uppercased() }
            selectedTextRange = selectedTextRange.clamped(to: 0..<text.count)
        }
    }
}

/// A widget that counts Unicode scalars, of an app that removes a typed "x".
@MainActor
final class ClearedScalarEntry: ScalarEntry {
    override var text: String {
        didSet { if text == "x" { text = "" } }
    }
}
