/// A text with a selection.
package struct TextBuffer: Sendable, Hashable {
    private(set) var characters: [Character] = []
    /// The selected characters, or the position of the caret.
    package var selection = 0..<0 {
        didSet { selection = selection.clamped(to: 0..<characters.count) }
    }

    package init(_ text: String = "") {
        self.text = text
    }

    /// The text.
    ///
    /// When the text is replaced, the caret moves to the end.
    package var text: String {
        get { String(characters) }
        set {
            characters = Array(newValue)
            selection = characters.count..<characters.count
        }
    }

    /// Returns a buffer in which a text replaces the selection.
    ///
    /// A typed accent or joiner becomes a part of the previous character.
    package func inserting(_ text: String) -> TextBuffer {
        let beginning = String(characters[..<selection.lowerBound]) + text
        var new = TextBuffer(beginning + String(characters[selection.upperBound...]))
        new.moveCaret(to: beginning.count)
        return new
    }

    /// Deletes the selected characters, or the character before or after the caret.
    package mutating func delete(forward: Bool = false) {
        if selection.isEmpty {
            let caret = selection.lowerBound
            selection = forward ? caret..<min(caret + 1, characters.count) : max(caret - 1, 0)..<caret
        }
        self = inserting("")
    }

    /// Moves the caret by a number of characters.
    package mutating func moveCaret(by count: Int) {
        moveCaret(to: (count < 0 ? selection.lowerBound : selection.upperBound) + count)
    }

    package mutating func moveCaret(to offset: Int) {
        let caret = min(max(offset, 0), characters.count)
        selection = caret..<caret
    }
}
