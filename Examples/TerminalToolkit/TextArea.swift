package import Foundation
package import KeyboardForms

/// A field of several lines.
///
/// The lines between the two *Copy* marks make the text area a field of a form. An ``Entry`` has the same lines, except
/// for ``isMultiLine`` and the rectangle of the caret.
package final class TextArea: TextWidget, SelectableField {
    private var firstLine = 0

    // MARK: - Copy from here: a field of a form

    package let formState = FieldState()

    package override init() {
        super.init()
        formState.frame = { [weak self] in self?.frame ?? .zero }
        formState.caretRectangle = { [weak self] in self?.caretRectangle }
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
    package var isMultiLine: Bool { true }
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

    // MARK: Lines

    override var acceptsLineBreaks: Bool { true }

    /// The range of characters in each line of the wrapped text.
    private var lines: [Range<Int>] {
        let width = max(Int((frame.width / cell.width).rounded()) - 3, 1)
        var (lines, start, columns): ([Range<Int>], Int, Int) = ([], 0, 0)
        for (index, character) in buffer.characters.enumerated() {
            if character == "\n" {
                lines.append(start..<index)
                (start, columns) = (index + 1, 0)
            } else {
                if columns + character.columnCount > width {
                    lines.append(start..<index)
                    (start, columns) = (index, 0)
                }
                columns += character.columnCount
            }
        }
        return lines + [start..<buffer.characters.count]
    }

    private var caretLine: Int {
        let caret = buffer.selection.upperBound
        return lines.lastIndex { $0.lowerBound <= caret } ?? 0
    }

    private var rows: Int {
        max(Int((frame.height / cell.height).rounded()), 1)
    }

    private var caretRectangle: CGRect {
        let y = frame.minY + CGFloat(caretLine - firstLine) * cell.height
        return CGRect(x: frame.minX, y: y, width: frame.width, height: cell.height)
    }

    override func caretDidMove() {
        firstLine = min(max(firstLine, caretLine - rows + 1), caretLine)
    }

    override func moveCaret(lines count: Int) {
        let (lines, line) = (lines, caretLine)
        let column = buffer.selection.upperBound - lines[line].lowerBound
        guard lines.indices.contains(line + count) else { return }
        let target = lines[line + count]
        move { $0.moveCaret(to: min(target.lowerBound + column, target.upperBound)) }
    }

    // MARK: Drawing

    package override func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        let style: Style = hasFocus ? .focusedField : .field
        let lines = lines
        for row in 0..<rows {
            let edges = hasFocus ? ("❰", "❱") : ("[", "]")
            canvas.fill(CellFrame(column: 0, row: row, columns: columns, rows: 1), style)
            canvas.write(edges.0, column: 0, row: row, style)
            canvas.write(edges.1, column: columns - 1, row: row, style)
            guard lines.indices.contains(firstLine + row) else { continue }
            let line = lines[firstLine + row]
            var column = 1
            for index in line {
                let isSelected = hasFocus && (buffer.selection.contains(index) || buffer.selection == index..<index)
                let look: Style = isSelected ? (buffer.selection.isEmpty ? .caret : .selection) : style
                canvas.write(String(buffer.characters[index]), column: column, row: row, look)
                column += buffer.characters[index].columnCount
            }
            let isCaretLine = firstLine + row == caretLine
            if hasFocus, isCaretLine, buffer.selection.lowerBound == line.upperBound {
                canvas.write("▏", column: column, row: row, style)
            }
        }
        if buffer.characters.isEmpty, let placeholder = formState.placeholder {
            canvas.write(placeholder.fitted(to: columns - 3), column: 2, row: 0, .faint)
        }
    }

    package override func press(at point: CGPoint) {
        // The method computes the position before the field takes the focus, because the focus can scroll the text.
        let lines = lines
        let line = lines[min(max(firstLine + Int(point.y / cell.height), 0), lines.count - 1)]
        let target = position(at: Int(point.x / cell.width) - 1, in: line)
        guard grabFocus() else { return }
        move { $0.moveCaret(to: target) }
    }
}
