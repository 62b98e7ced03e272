import Foundation

/// The base class of an entry and a text area.
///
/// The class contains a text and a caret, and handles the keys that edit the text. It does not depend on forms. A
/// subclass overrides the signals.
@MainActor
package class TextWidget: Widget {
    package private(set) var buffer = TextBuffer()
    package var isSensitive = true {
        didSet { if isSensitive != oldValue { textDidChange() } }
    }
    /// The text of the line below the field, such as an error.
    package var message: String? {
        didSet { setNeedsDisplay() }
    }

    // MARK: Signals

    func focusDidEnter() {}
    func focusDidLeave() {}
    func textDidChange() {}
    /// Called after the caret has moved or the text has changed.
    func caretDidMove() {}
    /// - Returns: Whether the key was handled.
    func returnKeyWasPressed() -> Bool { false }
    /// - Returns: Whether the key was handled.
    func escapeKeyWasPressed() -> Bool { false }
    func tabKeyWasPressed(backward: Bool) {}
    /// Returns the part of an input to insert; `nil` if the input is refused.
    func accepted(_ input: String, after head: String, before tail: String) -> String? { input }

    // MARK: The focus

    package var hasFocus: Bool {
        window?.focusedWidget === self
    }

    package func grabFocus() -> Bool {
        isSensitive && window?.focus(self) == true
    }

    package func dropFocus() -> Bool {
        if hasFocus { window?.focus(nil) }
        return !hasFocus
    }

    // MARK: The text

    package func setText(_ text: String) {
        guard text != buffer.text else { return }
        buffer.text = text
        edited()
    }

    package func select(_ range: Range<Int>) {
        buffer.selection = range
        moved()
    }

    /// Replaces the selection with typed characters.
    package func insert(_ characters: String) {
        let (text, selection) = (buffer.characters, buffer.selection)
        let (head, tail) = (String(text[..<selection.lowerBound]), String(text[selection.upperBound...]))
        guard let accepted = accepted(characters, after: head, before: tail) else { return }
        buffer = buffer.inserting(accepted)
        edited()
    }

    package func handle(_ key: Key) {
        switch key {
        case .character(let character): insert(String(character))
        case .return: if !returnKeyWasPressed(), acceptsLineBreaks { insert("\n") }
        case .tab: tabKeyWasPressed(backward: false)
        case .backTab: tabKeyWasPressed(backward: true)
        case .escape: if !escapeKeyWasPressed() { _ = dropFocus() }
        case .backspace: edit { $0.delete() }
        case .delete: edit { $0.delete(forward: true) }
        case .left: move { $0.moveCaret(by: -1) }
        case .right: move { $0.moveCaret(by: 1) }
        case .home: move { $0.moveCaret(to: 0) }
        case .end: move { $0.moveCaret(to: .max) }
        case .up: moveCaret(lines: -1)
        case .down: moveCaret(lines: 1)
        case .pageUp, .pageDown, .function, .control: break
        }
    }

    var acceptsLineBreaks: Bool { false }

    func moveCaret(lines: Int) {}

    /// Replaces the selection with a pasted text.
    ///
    /// In a field of one line, line breaks become spaces.
    package func paste(_ text: String) {
        let lineBreak: Character = acceptsLineBreaks ? "\n" : " "
        let characters = text.map { $0.isNewline ? lineBreak : $0 }
        insert(String(characters.filter { $0 == "\n" || !$0.isControl }))
    }

    /// Returns the position of the character at a column, in a part of the text.
    func position(at column: Int, in part: Range<Int>, width: (Character) -> Int = \.columnCount) -> Int {
        var end = 0
        for index in part {
            end += width(buffer.characters[index])
            if column < end { return index }
        }
        return part.upperBound
    }

    func move(_ change: (inout TextBuffer) -> Void) {
        change(&buffer)
        moved()
    }

    private func edit(_ change: (inout TextBuffer) -> Void) {
        let old = buffer.text
        change(&buffer)
        if buffer.text != old { edited() }
    }

    private func edited() {
        textDidChange()
        moved()
    }

    private func moved() {
        caretDidMove()
        window?.caretDidMove()
    }
}
