import KeyboardForms

/// A field that a ``SimulatedKeyboard`` types into.
@MainActor
protocol KeyboardInputField: FormField {
    /// Ends editing, even if the field would refuse.
    ///
    /// The keyboard does not change.
    func loseFocus()

    /// Takes the focus, as if the user tapped the field.
    ///
    /// - Parameter offset: The position that is tapped, in characters of the text; `nil` for the end of the text.
    /// - Returns: Whether the field has the focus.
    @discardableResult
    func tap(at offset: Int?) -> Bool

    /// Replaces the selected characters, or inserts characters at the caret.
    func replaceSelection(with characters: String)

    /// Deletes the selected characters, or the character before the caret.
    func deleteSelection()
}

/// The fields of a keyboard in the order of their creation, held weakly.
@MainActor
struct KeyboardInputFields {
    private struct Entry {
        weak var field: (any KeyboardInputField)?
    }

    private var entries: [Entry] = []
    private var countAfterPurge = 0

    var live: [any KeyboardInputField] {
        entries.compactMap(\.field)
    }

    /// Appends a field in O(1), amortised.
    mutating func append(_ field: any KeyboardInputField) {
        if entries.count >= 2 * countAfterPurge + 16 {
            entries.removeAll { $0.field == nil }
            countAfterPurge = entries.count
        }
        entries.append(Entry(field: field))
    }
}

extension FormField {
    /// Whether the field takes the focus when the user taps it.
    var takesFocusWhenTapped: Bool {
        !isHidden && isEnabled && formState.opacity >= 0.01 && !formState.isHiddenByAncestor
            && formState.canBecomeFirstResponder
    }
}
