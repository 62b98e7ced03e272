/// A grid on which widgets draw, with an origin and a clipping area.
package struct Canvas {
    package private(set) var grid: Grid
    private var origin = (column: 0, row: 0)
    private var clip: CellFrame

    package init(columns: Int, rows: Int) {
        grid = Grid(columns: columns, rows: rows)
        clip = CellFrame(column: 0, row: 0, columns: grid.columns, rows: grid.rows)
    }

    /// Draws in the coordinates of a frame.
    ///
    /// Cells outside of the frame are not drawn.
    package mutating func draw(in frame: CellFrame, _ draw: (inout Canvas) -> Void) {
        let outer = (origin, clip)
        let moved = CellFrame(
            column: frame.column + origin.column,
            row: frame.row + origin.row,
            columns: frame.columns,
            rows: frame.rows
        )
        clip = clip.intersection(moved)
        origin = (moved.column, moved.row)
        draw(&self)
        (origin, clip) = outer
    }

    /// Draws with the origin moved up by a number of rows.
    ///
    /// The clipping area does not move.
    package mutating func draw(movedUp rows: Int, _ draw: (inout Canvas) -> Void) {
        origin.row -= rows
        draw(&self)
        origin.row += rows
    }

    /// Writes a text in one row.
    package mutating func write(_ text: String, column: Int, row: Int, _ style: Style = .plain) {
        var column = column
        for character in text {
            put(character, column: column, row: row, style)
            column += character.columnCount
        }
    }

    /// Fills a frame with a character.
    package mutating func fill(_ frame: CellFrame, with character: Character = " ", _ style: Style = .plain) {
        for row in frame.row..<frame.row + frame.rows {
            for column in frame.column..<frame.column + frame.columns {
                put(character, column: column, row: row, style)
            }
        }
    }

    /// Draws a box.
    package mutating func box(_ frame: CellFrame, _ style: Style = .plain) {
        guard frame.columns >= 2, frame.rows >= 2 else { return }
        let edge = String(repeating: "─", count: frame.columns - 2)
        write("┌\(edge)┐", column: frame.column, row: frame.row, style)
        for row in frame.row + 1..<frame.row + frame.rows - 1 {
            put("│", column: frame.column, row: row, style)
            put("│", column: frame.column + frame.columns - 1, row: row, style)
        }
        write("└\(edge)┘", column: frame.column, row: frame.row + frame.rows - 1, style)
    }

    private mutating func put(_ character: Character, column: Int, row: Int, _ style: Style) {
        let (column, row) = (column + origin.column, row + origin.row)
        guard clip.contains(column: column, row: row) else { return }
        let isWide = character.columnCount == 2
        // If only one half of a wide character is visible, the character is not drawn.
        guard !isWide || clip.contains(column: column + 1, row: row) else {
            return set(Cell(" ", style), column, row)
        }
        set(Cell(character.isControl ? "?" : character.withBase, style), column, row)
        if isWide { set(Cell(nil, style), column + 1, row) }
    }

    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        // If one half of a wide character is overwritten, a space replaces the other half.
        if grid[row, column].character == nil, cell.character != nil, column > 0 {
            grid[row, column - 1].character = " "
        }
        if column + 1 < grid.columns, grid[row, column + 1].character == nil, grid[row, column].character != nil {
            grid[row, column + 1].character = " "
        }
        grid[row, column] = cell
    }
}

extension Character {
    /// The character, with a leading space if the character begins with an accent or a joiner.
    ///
    /// Without the space, a terminal would draw the accent in the previous cell.
    fileprivate var withBase: Character {
        switch unicodeScalars.first?.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: Character(" \(self)")
        default: self
        }
    }

    /// The number of columns that a terminal uses for the character, including the space of `withBase`.
    package var columnCount: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x1100 { return 1 }
        let isWide = Self.wideScalars.contains { $0.contains(first.value) }
        return isWide || first.properties.isEmojiPresentation ? 2 : 1
    }

    /// The East Asian characters that Unicode classifies as wide.
    private static let wideScalars: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]

    /// Whether the character contains a scalar that the toolkit does not draw.
    ///
    /// These scalars are control characters, line separators, paragraph separators, unassigned scalars, and format
    /// characters other than joiners.
    package var isControl: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
            // A joiner is a part of an emoji or of a script. Other format characters can change the direction of the
            // text.
            case .format: scalar.value != 0x200D && scalar.value != 0x200C
            default: false
            }
        }
    }
}

extension String {
    /// The number of columns that a terminal uses for the text.
    package var columnCount: Int {
        reduce(0) { $0 + $1.columnCount }
    }

    /// Returns the text, fitted to this number of columns.
    ///
    /// A shorter text is filled with spaces, and a longer text is cut.
    package func fitted(to columns: Int) -> String {
        var (text, count) = ("", 0)
        for character in self {
            guard count + character.columnCount <= columns else { break }
            text.append(character)
            count += character.columnCount
        }
        return text + String(repeating: " ", count: max(columns - count, 0))
    }

    /// Breaks the text at spaces into lines of at most this number of columns.
    ///
    /// A word that is too long for a line is not broken, and has a line of its own.
    package func wrapped(to columns: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.columnCount + 1 + String(word).columnCount <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
