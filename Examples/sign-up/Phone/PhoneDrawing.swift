import Foundation
import KeyboardObservation
import TerminalToolkit

/// The text that the phone shows in front of its screen.
enum Overlay: Equatable {
    case none, help
}

/// The drawing of the phone in a terminal, with the events and commands next to the phone.
@MainActor
struct PhoneDrawing {
    typealias Command = (key: String, words: String)

    static let minimumColumns = 50
    static let minimumRows = 20

    let window: Window
    let keyboardView: KeyboardView
    let pool: KeyboardObserverPool
    let log: EventLog
    var isAlertPresented = false
    var overlay = Overlay.none
    var showsPool = false
    /// The keys of the terminal and their effects.
    var commands: [Command] = []
    /// Further lines of the help.
    var hints: [Command] = []
    /// The line below the phone.
    var status = ""
    /// Whether `status` asks a person to do something.
    var isInvitation = false

    /// Returns the drawing for a terminal of this size.
    func grid(columns: Int, rows: Int) -> Grid {
        var canvas = Canvas(columns: columns, rows: rows)
        guard columns >= Self.minimumColumns, rows >= Self.minimumRows else {
            let need = "The phone needs \(Self.minimumColumns) columns and \(Self.minimumRows) rows."
            let notice = need.wrapped(to: columns) + "This terminal has \(columns) and \(rows).".wrapped(to: columns)
            for (row, line) in notice.enumerated() { canvas.write(line, column: 0, row: row) }
            return canvas.grid
        }
        let phone = window.cell.cells(of: window.bounds)
        drawPhone(on: &canvas)
        // In landscape, the help also needs the rows of the phone's border.
        if overlay == .help { Dialog(lines: help).draw(on: &canvas, columns: phone.columns + 2, rows: phone.rows + 2) }
        // A tall terminal has room for the help below the phone.
        let hasHelpBelow = rows >= phone.rows + 4 + help.count
        if hasHelpBelow {
            for (index, line) in help.enumerated() { canvas.write(line, column: 0, row: phone.rows + 4 + index) }
        }
        let panel = CellFrame(column: phone.columns + 4, row: 0, columns: columns - phone.columns - 4, rows: rows)
        let hasPanel = panel.columns >= 26
        if hasPanel {
            let commands = hasHelpBelow ? [] : commands
            canvas.draw(in: panel) { drawPanel(commands, on: &$0, columns: panel.columns, rows: rows) }
        }
        let statusColumns = hasPanel ? phone.columns + 3 : columns
        let style: Style = isInvitation ? .title : .faint
        canvas.write(status.fitted(to: statusColumns), column: 0, row: phone.rows + 2, style)
        return canvas.grid
    }

    /// Draws the phone alone, as lines of text.
    func lines() -> [String] {
        let phone = window.cell.cells(of: window.bounds)
        var canvas = Canvas(columns: phone.columns + 2, rows: phone.rows + 2)
        drawPhone(on: &canvas)
        return canvas.grid.lines
    }

    private var help: [String] {
        (commands + hints).map { $0.key.fitted(to: 6) + $0.words }
    }

    private func drawPhone(on canvas: inout Canvas) {
        let phone = window.cell.cells(of: window.bounds)
        canvas.box(CellFrame(column: 0, row: 0, columns: phone.columns + 2, rows: phone.rows + 2), .faint)
        canvas.draw(in: CellFrame(column: 1, row: 1, columns: phone.columns, rows: phone.rows)) { canvas in
            window.draw(on: &canvas)
            keyboardView.draw(on: &canvas)
            if isAlertPresented { Dialog.alert.draw(on: &canvas, columns: phone.columns, rows: phone.rows) }
        }
    }

    /// Draws the state of the keyboard, the last events and the commands.
    private func drawPanel(_ commands: [Command], on canvas: inout Canvas, columns: Int, rows: Int) {
        let keyboard = pool.keyboard
        canvas.write("Keyboard", column: 0, row: 0, .title)
        canvas.write("\(keyboard.phase), \(keyboard.placement)", column: 0, row: 1)
        let eventsRow = showsPool ? 4 : 3
        if showsPool { canvas.write("pool: count \(pool.count), orphanCount \(pool.orphanCount)", column: 0, row: 2) }

        let inColumn = columns >= 38 ? (commands.count + 1) / 2 : commands.count
        let keysRow = rows - inColumn - (commands.isEmpty ? 0 : 1)
        canvas.write("Events", column: 0, row: eventsRow, .title)
        for (index, entry) in log.entries.suffix(max(keysRow - eventsRow - 2, 0)).enumerated() {
            let line = entry.line(columns: columns).fitted(to: columns)
            canvas.write(line, column: 0, row: eventsRow + 1 + index)
        }
        if !commands.isEmpty { canvas.write("Keys", column: 0, row: keysRow, .title) }
        for (index, command) in commands.enumerated() {
            let text = command.key.fitted(to: 4) + command.words
            canvas.write(text, column: index / inColumn * 17, row: keysRow + 1 + index % inColumn)
        }
    }
}

extension Phone {
    var drawing: PhoneDrawing {
        var drawing = PhoneDrawing(window: window, keyboardView: keyboardView, pool: pool, log: log)
        drawing.isAlertPresented = isAlertPresented
        drawing.commands = [
            ("F1", "help"), ("F2", "rotate"), ("F6", "hide or show"), ("F7", "alert"), ("F8", "pool"),
            ("F9", reducesMotion ? "reduced motion: on" : "reduced motion"), ("F10", "leave"),
        ]
        drawing.hints = [
            ("Tab", "next field"), ("Esc", "close the keyboard"), ("Mouse", "press fields, keys, the bar"),
            ("Hold", "a key for other characters"), ("Wheel", "scroll"),
        ]
        drawing.isInvitation = window.focusedWidget == nil && !isAlertPresented
        drawing.status =
            if isAlertPresented {
                "Esc stay  Return leave the page"
            } else if drawing.isInvitation {
                "Tab, or click a field  F1 help  q leave"
            } else {
                "Esc close  F1 help  F10 leave"
            }
        if reducesMotion { drawing.status += "  F9 on" }
        return drawing
    }
}
