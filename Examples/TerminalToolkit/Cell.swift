package import Foundation

/// The look of a cell.
///
/// The terminal determines the colors and attributes of each look.
package enum Style: Sendable, Hashable, CaseIterable {
    case plain, title, faint, field, focusedField, caret, selection, error, button, bar, key, dialog
}

/// One character of the screen and its look.
package struct Cell: Sendable, Hashable {
    /// The character; `nil` if the wide character on the left covers the cell.
    package var character: Character?
    package var style: Style

    package init(_ character: Character? = " ", _ style: Style = .plain) {
        self.character = character
        self.style = style
    }
}

/// A rectangle of cells.
package struct CellFrame: Sendable, Hashable {
    package var column: Int
    package var row: Int
    package var columns: Int
    package var rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        (self.column, self.row) = (column, row)
        (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
    }

    package func intersection(_ other: CellFrame) -> CellFrame {
        let (left, top) = (max(column, other.column), max(row, other.row))
        let right = min(column + columns, other.column + other.columns)
        let bottom = min(row + rows, other.row + other.rows)
        return CellFrame(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    package func contains(column: Int, row: Int) -> Bool {
        (self.column..<self.column + columns).contains(column) && (self.row..<self.row + rows).contains(row)
    }
}

/// The size of a cell, in points.
///
/// Widgets use this size to convert frames in points to cells of the terminal.
package struct CellSize: Sendable, Hashable {
    package var width: CGFloat
    package var height: CGFloat

    package init(width: CGFloat, height: CGFloat) {
        self.width = width
        self.height = height
    }

    /// Returns the cells that a frame covers.
    package func cells(of frame: CGRect) -> CellFrame {
        let (left, right) = (Int((frame.minX / width).rounded()), Int((frame.maxX / width).rounded()))
        let (top, bottom) = (Int((frame.minY / height).rounded()), Int((frame.maxY / height).rounded()))
        return CellFrame(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    /// Returns the center of a cell, in points.
    package func center(column: Int, row: Int) -> CGPoint {
        CGPoint(x: (CGFloat(column) + 0.5) * width, y: (CGFloat(row) + 0.5) * height)
    }
}

/// The cells of a screen.
package struct Grid: Sendable, Hashable {
    package let columns: Int
    package let rows: Int
    private var cells: [Cell]

    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    package subscript(row: Int, column: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    /// The characters of each row, without spaces at the end.
    package var lines: [String] {
        (0..<rows).map { row in
            let line = (0..<columns).compactMap { self[row, $0].character }
            return String(line[...(line.lastIndex { $0 != " " } ?? -1)])
        }
    }
}
