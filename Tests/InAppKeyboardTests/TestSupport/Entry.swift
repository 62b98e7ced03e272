import Foundation
import InAppKeyboard
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
final class ScalarEntry: PlainEntry, ReplacingField {
    var typedRange = 0..<0

    func replaceText(in range: Range<Int>, with inserted: String) {
        text.unicodeScalars.replaceSubrange(scalarIndices(of: range), with: inserted.unicodeScalars)
        let caret = range.lowerBound + inserted.unicodeScalars.count
        typedRange = caret..<caret
    }

    private func scalarIndices(of range: Range<Int>) -> Range<String.Index> {
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
        return start..<scalars.index(start, offsetBy: range.count)
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
