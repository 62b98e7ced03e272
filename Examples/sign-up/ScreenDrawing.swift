import Foundation
import KeyboardForms
import KeyboardSimulation

/// A screen as characters: its fields, its focus, the part that the keyboard covers, and the bar above the keys.
@MainActor
struct ScreenDrawing {
    private static let columns = 46
    private static let rows = 18

    private let size: CGSize
    private var cells: [[Character]]

    init(_ form: Form, keyboard: CGRect?, size: CGSize) {
        self.size = size
        cells = Array(repeating: Array(repeating: " ", count: Self.columns), count: Self.rows)
        write(form.title, column: (Self.columns - form.title.count) / 2, y: 40 - form.offset)
        for row in form.rows {
            let isFocused = row.field.isFirstResponder
            let text = row.isSecret ? String(repeating: "•", count: row.field.text.count) : row.field.text
            let box =
                "\(isFocused ? "▸" : " ") \(row.label)".padded(to: 12)
                + (isFocused ? "❰" : "[")
                + " \(text)\(isFocused ? "│" : "")".padded(to: Self.columns - 16)
                + (isFocused ? "❱" : "]")
            write(box, column: 1, y: row.field.frame.midY - form.offset)
        }
        if let message = form.message?() {
            write("✗ \(message.text)", column: 1, y: form.rows[message.row].field.frame.maxY + 25 - form.offset)
        }
        if let keyboard { shade(keyboard, form) }
    }

    var lines: [String] {
        let edge = String(repeating: "─", count: Self.columns)
        return ["  ┌\(edge)┐"] + cells.map { "  │\(String($0))│" } + ["  └\(edge)┘"]
    }

    private mutating func write(_ text: String, column: Int, y: CGFloat) {
        guard y >= 0, y < size.height else { return }
        let row = Int(y / size.height * CGFloat(Self.rows))
        for (index, character) in text.enumerated() where cells[row].indices.contains(column + index) {
            cells[row][column + index] = character
        }
    }

    private mutating func shade(_ keyboard: CGRect, _ form: Form) {
        let covered = keyboard.intersection(CGRect(origin: .zero, size: size))
        guard !covered.isEmpty else { return }
        var shadedRows: [Int] = []
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let middle = CGPoint(
                    x: (CGFloat(column) + 0.5) / CGFloat(Self.columns) * size.width,
                    y: (CGFloat(row) + 0.5) / CGFloat(Self.rows) * size.height
                )
                if covered.contains(middle) {
                    cells[row][column] = "░"
                    if shadedRows.last != row { shadedRows.append(row) }
                }
            }
        }
        if let top = shadedRows.first, form.order.focusedField?.formState.inputAccessory != nil {
            drawBar(form, row: top)
        }
    }

    /// Draws the bar as a toolkit would: a disabled item is faint.
    private mutating func drawBar(_ form: Form, row: Int) {
        let labels = form.bar.items.map { item in
            item.isEnabled ? "[\(item.symbol ?? item.label)]" : " · "
        }
        let gap = Self.columns - 2 - labels.reduce(0) { $0 + $1.count }
        let bar = " \(labels[0])\(labels[1])" + String(repeating: " ", count: gap) + labels[2] + " "
        cells[row] = Array(bar)
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 0))
    }
}
