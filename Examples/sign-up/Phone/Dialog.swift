import TerminalToolkit

/// Lines of text in a box in the middle of the screen.
struct Dialog {
    /// The button that leaves the page.
    static let leave = "[ Return: leave ]"
    static let alert = Dialog(lines: ["Leave this page?", "What you typed is lost.", "", "[ Esc: stay ] \(leave)"])

    let lines: [String]

    /// Returns the frame of the box, in cells, on a screen of this size.
    private func frame(columns: Int, rows: Int) -> CellFrame {
        let width = (lines.map(\.columnCount).max() ?? 0) + 4
        let height = min(lines.count + 2, rows)
        return CellFrame(column: (columns - width) / 2, row: (rows - height) / 2, columns: width, rows: height)
    }

    /// Returns the cells that show a text of the dialog; `nil` if the dialog does not contain the text.
    func place(of text: String, columns: Int, rows: Int) -> CellFrame? {
        let frame = frame(columns: columns, rows: rows)
        for (index, line) in lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let column = frame.column + 2 + String(line[..<range.lowerBound]).columnCount
            return CellFrame(column: column, row: frame.row + 1 + index, columns: text.columnCount, rows: 1)
        }
        return nil
    }

    func draw(on canvas: inout Canvas, columns: Int, rows: Int) {
        let frame = frame(columns: columns, rows: rows)
        canvas.fill(frame, .dialog)
        canvas.box(frame, .dialog)
        for (index, line) in lines.prefix(frame.rows - 2).enumerated() {
            canvas.write(line, column: frame.column + 2, row: frame.row + 1 + index, .dialog)
        }
    }
}
