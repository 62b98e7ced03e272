import Foundation
import KeyboardObservation
import TerminalToolkit

/// A drawing of the screen and its keyboard, with their properties, in the cells of a terminal.
struct MonitorDrawing {
    static let minimumColumns = 40
    static let minimumRows = 12
    private static let panelColumns = 40

    /// The name of the monitored source.
    var title: String
    /// The bounds of the screen; `nil` if they are unknown.
    var screen: CGRect?
    /// The part of the screen that the keyboard covers, in the same coordinates as the bounds.
    var covered = CGRect.zero
    var keyboard = KeyboardState.unknown
    var events: [MonitoredEvent] = []
    /// The lines of the help, which replace the events; empty if the help is not shown.
    var help: [String] = []
    /// A message for a person, above the last line.
    var notice: String?
    /// The text that the panel shows before the first event.
    var opening = ""
    /// The last line, which lists the keys of the program.
    var keys = ""

    /// Returns the drawing for a terminal of this size.
    func grid(columns: Int, rows: Int) -> Grid {
        var canvas = Canvas(columns: columns, rows: rows)
        guard columns >= Self.minimumColumns, rows >= Self.minimumRows else {
            canvas.write("The monitor needs \(Self.minimumColumns) columns", column: 0, row: 0)
            canvas.write("and \(Self.minimumRows) rows.", column: 0, row: 1)
            return canvas.grid
        }
        canvas.write(keys.fitted(to: columns), column: 0, row: rows - 1, .faint)
        if let notice { canvas.write(notice, column: 0, row: rows - 2, .error) }
        let rows = rows - (notice == nil ? 1 : 2)
        let isPanelBeside = columns >= Self.panelColumns + 36
        let room = CellFrame(
            column: 0,
            row: 0,
            columns: isPanelBeside ? columns - Self.panelColumns - 2 : columns,
            rows: isPanelBeside ? rows : (rows + 1) / 2
        )
        let picture = drawScreen(on: &canvas, in: room)
        let panel = CellFrame(
            column: isPanelBeside ? picture.columns + 2 : 0,
            row: isPanelBeside ? 0 : picture.rows,
            columns: isPanelBeside ? columns - picture.columns - 2 : columns,
            rows: rows - (isPanelBeside ? 0 : picture.rows)
        )
        canvas.draw(in: panel) { drawPanel(on: &$0, rows: panel.rows) }
        return canvas.grid
    }

    /// Draws the screen as large as `room` allows, and returns the used cells.
    private func drawScreen(on canvas: inout Canvas, in room: CellFrame) -> CellFrame {
        // A recording may contain a screen of any size.
        guard let screen, (1...1e9).contains(screen.width), (1...1e9).contains(screen.height) else {
            canvas.write("The screen is not known yet.", column: 0, row: 0, .faint)
            return CellFrame(column: 0, row: 0, columns: 28, rows: 1)
        }
        // A cell is about twice as high as it is wide.
        let width = max(screen.width / CGFloat(room.columns - 2), screen.height / CGFloat(2 * (room.rows - 2)))
        let cell = CellSize(width: width, height: 2 * width)
        let inside = cell.cells(of: CGRect(origin: .zero, size: screen.size))
        let (columns, rows) = (max(inside.columns, 1), max(inside.rows, 1))
        let frame = CellFrame(column: 0, row: 0, columns: columns + 2, rows: rows + 2)
        canvas.box(frame, .faint)
        let visible = covered.intersection(screen)
        guard !visible.isEmpty else { return frame }
        var keys = cell.cells(of: visible.offsetBy(dx: -screen.minX, dy: -screen.minY))
        // The minimum of 1 makes a covered part visible even if the part is smaller than half a cell.
        (keys.columns, keys.rows) = (max(keys.columns, 1), max(keys.rows, 1))
        (keys.column, keys.row) = (min(keys.column, columns - keys.columns), min(keys.row, rows - keys.rows))
        canvas.draw(in: CellFrame(column: 1, row: 1, columns: columns, rows: rows)) { canvas in
            canvas.fill(keys, with: "░", .key)
            canvas.box(keys, .key)
        }
        return frame
    }

    private func drawPanel(on canvas: inout Canvas, rows: Int) {
        canvas.write(title, column: 0, row: 0, .title)
        canvas.write("\(keyboard.phase), \(keyboard.placement)", column: 0, row: 1)
        canvas.write("screen  " + (screen?.text ?? "unknown"), column: 0, row: 2)
        canvas.write("frame   " + (keyboard.frame?.text ?? "none"), column: 0, row: 3)
        canvas.write("overlap " + (covered.isEmpty ? "none" : covered.text), column: 0, row: 4)
        guard help.isEmpty else {
            canvas.write("Help", column: 0, row: 6, .title)
            for (index, line) in help.prefix(max(rows - 7, 0)).enumerated() {
                canvas.write(line, column: 0, row: 7 + index)
            }
            return
        }
        canvas.write("Events", column: 0, row: 6, .title)
        if events.isEmpty {
            for (index, line) in opening.split(separator: ".").enumerated() {
                canvas.write(line.trimmingCharacters(in: .whitespaces) + ".", column: 0, row: 7 + index, .faint)
            }
        }
        for (index, event) in events.suffix(max(rows - 7, 0)).enumerated() {
            canvas.write(event.shortLine, column: 0, row: 7 + index)
        }
    }
}
