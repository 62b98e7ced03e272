import Foundation

/// A screen as characters: its fields, the focused one, and the part that the keyboard covers.
struct ScreenDrawing {
    private static let columns = 38
    private static let rows = 16

    private let size: CGSize
    private var cells: [[Character]]

    init(_ form: Form, keyboard: CGRect?, size: CGSize) {
        self.size = size
        cells = Array(repeating: Array(repeating: " ", count: Self.columns), count: Self.rows)
        write(form.title, column: (Self.columns - form.title.count) / 2, y: 40 - form.offset)
        for (index, field) in form.fields.enumerated() {
            let isFocused = form.focus == index
            let box =
                "\(isFocused ? "▸" : " ") \(field.label)".padded(to: 12)
                + (isFocused ? "❰" : "[")
                + " \(field.text)\(isFocused ? "│" : "")".padded(to: Self.columns - 16)
                + (isFocused ? "❱" : "]")
            write(box, column: 1, y: field.frame.midY - form.offset)
        }
        if let keyboard { shade(keyboard) }
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

    private mutating func shade(_ keyboard: CGRect) {
        let covered = keyboard.intersection(CGRect(origin: .zero, size: size))
        guard !covered.isEmpty else { return }
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let middle = CGPoint(
                    x: (CGFloat(column) + 0.5) / CGFloat(Self.columns) * size.width,
                    y: (CGFloat(row) + 0.5) / CGFloat(Self.rows) * size.height
                )
                if covered.contains(middle) { cells[row][column] = "░" }
            }
        }
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 0))
    }
}
