import Foundation
import KeyboardObservation
import TerminalToolkit

/// The text that the phone shows in front of its screen.
enum Overlay: Equatable {
    case none, help
}

/// The phone with the events and commands beside it, in the cells of a terminal.
@MainActor
struct PhoneDrawing {
    static let minimumColumns = 50
    static let minimumRows = 20

    /// The keys of the phone.
    ///
    /// Letters type into the focused field.
    static let phoneCommands: [(key: String, words: String)] = [
        ("F1", "help"), ("F2", "rotate"), ("F6", "hide or show"), ("F7", "alert"), ("F9", "reduced motion"),
        ("F10", "leave"),
    ]

    let window: Window
    let keyboardView: KeyboardView
    let pool: KeyboardObserverPool
    let log: EventLog
    var isAlertPresented = false
    var overlay = Overlay.none
    /// The keys of the terminal and their effects.
    var commands = Self.phoneCommands
    /// The line below the phone.
    var status = "F1 help  Esc close  F10 leave"

    /// Draws for a terminal of this size.
    func grid(columns: Int, rows: Int) -> Grid {
        var canvas = Canvas(columns: columns, rows: rows)
        guard columns >= Self.minimumColumns, rows >= Self.minimumRows else {
            let minimum = "\(Self.minimumColumns) columns and \(Self.minimumRows) rows"
            canvas.write("The phone needs \(minimum).", column: 0, row: 0)
            canvas.write("This terminal has \(columns) and \(rows).", column: 0, row: 1)
            return canvas.grid
        }
        let phone = window.cell.cells(of: window.bounds)
        canvas.box(CellFrame(column: 0, row: 0, columns: phone.columns + 2, rows: phone.rows + 2), .faint)
        canvas.draw(in: CellFrame(column: 1, row: 1, columns: phone.columns, rows: phone.rows)) { canvas in
            drawScreen(on: &canvas, columns: phone.columns, rows: phone.rows)
        }
        if overlay == .help {
            // In landscape, the help does not fit without the rows of the phone's border.
            let commands = commands + [("Tab", "next field"), ("Esc", "close the keyboard")]
            let lines = commands.map { $0.key.fitted(to: 5) + $0.words }
            drawDialog(lines, on: &canvas, columns: phone.columns + 2, rows: phone.rows + 2)
        }
        let panel = CellFrame(column: phone.columns + 4, row: 0, columns: columns - phone.columns - 4, rows: rows)
        let hasPanel = panel.columns >= 26
        if hasPanel { canvas.draw(in: panel) { drawPanel(on: &$0, columns: panel.columns, rows: rows) } }
        let statusColumns = hasPanel ? phone.columns + 2 : columns
        canvas.write(status.fitted(to: statusColumns), column: 0, row: phone.rows + 2, .faint)
        return canvas.grid
    }

    /// Draws the screen alone, as lines of text.
    func lines() -> [String] {
        let phone = window.cell.cells(of: window.bounds)
        var canvas = Canvas(columns: phone.columns + 2, rows: phone.rows + 2)
        canvas.box(CellFrame(column: 0, row: 0, columns: phone.columns + 2, rows: phone.rows + 2), .faint)
        canvas.draw(in: CellFrame(column: 1, row: 1, columns: phone.columns, rows: phone.rows)) { canvas in
            drawScreen(on: &canvas, columns: phone.columns, rows: phone.rows)
        }
        return canvas.grid.lines
    }

    private func drawScreen(on canvas: inout Canvas, columns: Int, rows: Int) {
        window.draw(on: &canvas)
        keyboardView.draw(on: &canvas)
        if isAlertPresented {
            drawDialog(["Leave this page?", "", "[ Return: stay ]"], on: &canvas, columns: columns, rows: rows)
        }
    }

    private func drawDialog(_ lines: [String], on canvas: inout Canvas, columns: Int, rows: Int) {
        let width = (lines.map(\.columnCount).max() ?? 0) + 4
        let height = min(lines.count + 2, rows)
        let frame = CellFrame(column: (columns - width) / 2, row: (rows - height) / 2, columns: width, rows: height)
        canvas.fill(frame, .dialog)
        canvas.box(frame, .dialog)
        for (index, line) in lines.prefix(height - 2).enumerated() {
            canvas.write(line, column: frame.column + 2, row: frame.row + 1 + index, .dialog)
        }
    }

    /// Draws the last events and the counts of the pool.
    private func drawPanel(on canvas: inout Canvas, columns: Int, rows: Int) {
        canvas.write("Events", column: 0, row: 0, .title)
        let room = max(rows - 8 - (columns >= 38 ? 5 : 10), 4)
        for (index, entry) in log.entries.suffix(room).enumerated() {
            canvas.write(entry.line(columns: columns).fitted(to: columns), column: 0, row: 1 + index)
        }
        let keyboard = pool.keyboard
        canvas.write("Keyboard", column: 0, row: room + 2, .title)
        canvas.write("\(keyboard.phase), \(keyboard.placement)", column: 0, row: room + 3)
        canvas.write("pool: count \(pool.count), orphanCount \(pool.orphanCount)", column: 0, row: room + 4)
        canvas.write("Keys", column: 0, row: room + 6, .title)
        let inColumns = columns >= 38 ? 5 : 10
        for (index, command) in commands.enumerated() {
            let text = command.key.fitted(to: 4) + command.words
            canvas.write(text, column: index / inColumns * 17, row: room + 7 + index % inColumns)
        }
    }
}

extension Phone {
    var drawing: PhoneDrawing {
        PhoneDrawing(
            window: window,
            keyboardView: keyboardView,
            pool: pool,
            log: log,
            isAlertPresented: isAlertPresented
        )
    }
}
