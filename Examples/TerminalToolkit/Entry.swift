package import Foundation
package import KeyboardForms

/// A field of one line.
///
/// The lines between the two *Copy* marks make the entry a field of a form. Copy these lines to a widget of your
/// toolkit.
package final class Entry: TextWidget, SelectableField {
    // MARK: - Copy from here: a field of a form

    package let formState = FieldState()

    package override init() {
        super.init()
        formState.frame = { [weak self] in self?.frame ?? .zero }
        formState.caretRectangle = { [weak self] in self?.frame }
        formState.onTraitChange = { [weak self] _ in self?.setNeedsDisplay() }
    }

    // The requirements of FormField and SelectableField.
    package var text: String {
        get { buffer.text }
        set { setText(newValue) }
    }
    package var selectedTextRange: Range<Int> {
        get { buffer.selection }
        set { select(newValue) }
    }
    package var hasMarkedText: Bool { false }
    package var isHidden: Bool { !isVisible }
    package var isEnabled: Bool { isSensitive }
    package var isMultiLine: Bool { false }
    package var isFirstResponder: Bool { hasFocus }
    @discardableResult package func becomeFirstResponder() -> Bool { grabFocus() }
    @discardableResult package func resignFirstResponder() -> Bool { dropFocus() }

    // The widget reports these signals to the form.
    override func focusDidEnter() { fieldDidBeginEditing() }
    override func focusDidLeave() { fieldDidEndEditing() }
    override func textDidChange() { fieldDidChange() }
    override func returnKeyWasPressed() -> Bool { fieldReturnKeyTapped() }
    override func escapeKeyWasPressed() -> Bool { fieldEscapeKeyTapped() }
    override func tabKeyWasPressed(backward: Bool) { moveFocus(backward ? .previous : .next) }
    override func accepted(_ input: String, after head: String, before tail: String) -> String? {
        acceptedInput(input, after: head, before: tail)
    }

    // MARK: - Copy to here

    // MARK: Drawing

    package override func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        let style: Style = hasFocus ? .focusedField : .field
        canvas.fill(CellFrame(column: 0, row: 0, columns: columns, rows: 1), style)
        canvas.write(hasFocus ? "❰" : "[", column: 0, row: 0, style)
        canvas.write(hasFocus ? "❱" : "]", column: columns - 1, row: 0, style)
        guard columns > 3 else { return }
        let shown = buffer.characters.map { drawn($0) }
        if shown.isEmpty, let placeholder = formState.placeholder {
            canvas.write(placeholder.fitted(to: columns - 3), column: 2, row: 0, .faint)
        }
        let field = CellFrame(column: 1, row: 0, columns: columns - 2, rows: 1)
        canvas.draw(in: field) { canvas in
            var column = firstColumn
            for (index, character) in shown.enumerated() {
                let isSelected = hasFocus && buffer.selection.contains(index)
                let isCaret = hasFocus && buffer.selection.isEmpty && buffer.selection.lowerBound == index
                let look: Style = isCaret ? .caret : isSelected ? .selection : style
                canvas.write(String(character), column: column, row: 0, look)
                column += character.columnCount
            }
            if hasFocus, buffer.selection.lowerBound == shown.count { canvas.write("▏", column: column, row: 0, style) }
        }
    }

    /// The character that is drawn for a character of the text.
    private func drawn(_ character: Character) -> Character {
        formState.isSecureTextEntry ? "•" : character
    }

    /// The column of the first character.
    ///
    /// If the text is scrolled to keep the caret in the field, the column is negative.
    private var firstColumn: Int {
        let columns = cell.cells(of: frame).columns
        let caretColumn = buffer.characters[..<buffer.selection.upperBound].reduce(0) { $0 + drawn($1).columnCount }
        return min(columns - 3 - caretColumn, 0)
    }

    package override func press(at point: CGPoint) {
        // The method computes the position before the field takes the focus, because the focus can change the text.
        let column = Int(point.x / cell.width) - 1 - firstColumn
        let target = position(at: column, in: 0..<buffer.characters.count) { drawn($0).columnCount }
        guard grabFocus() else { return }
        move { $0.moveCaret(to: target) }
    }
}
