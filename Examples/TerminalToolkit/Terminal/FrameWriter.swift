/// Computes the bytes that a terminal needs to show the next grid instead of the current grid.
package struct FrameWriter: Sendable {
    private let usesUTF8: Bool
    private let usesColor: Bool
    /// The grid that the terminal shows; `nil` if the grid is not known.
    private var shown: Grid?

    package init(usesUTF8: Bool = true, usesColor: Bool = true) {
        self.usesUTF8 = usesUTF8
        self.usesColor = usesColor
    }

    /// Returns the bytes to write for a grid.
    ///
    /// If nothing has changed, the result is empty.
    package mutating func output(for grid: Grid) -> String {
        var output = ""
        let old = shown.flatMap { $0.columns == grid.columns && $0.rows == grid.rows ? $0 : nil }
        if old == nil { output = "\u{1B}[0m\u{1B}[2J" }
        var style = Style.plain
        for row in 0..<grid.rows {
            // The column of the cursor in this row; `nil` if the cursor may be elsewhere.
            var cursor: Int?
            for column in 0..<grid.columns {
                let cell = grid[row, column]
                let isNew = cell != (old?[row, column] ?? Cell()) || isHalfNew(row, column, grid, old)
                guard isNew, let character = cell.character else { continue }
                if cursor != column { output += "\u{1B}[\(row + 1);\(column + 1)H" }
                if cell.style != style {
                    output += attributes(cell.style)
                    style = cell.style
                }
                output.append(shownCharacter(character))
                cursor = column + (usesUTF8 ? character.columnCount : 1)
                // A character can consist of several scalars, such as an emoji of a family. Terminals use different
                // widths for such a character.
                if usesUTF8, character.unicodeScalars.count > 1 { cursor = nil }
                // A narrow ASCII character replaces the wide character, so a space fills the second column.
                if !usesUTF8, character.columnCount == 2 {
                    output += " "
                    cursor = column + 2
                }
            }
        }
        if style != .plain { output += attributes(.plain) }
        shown = grid
        return output
    }

    /// Forgets the grid that the terminal shows.
    package mutating func reset() {
        shown = nil
    }

    /// Returns whether a wide character covers the next cell in `grid`, but not in `old`.
    private func isHalfNew(_ row: Int, _ column: Int, _ grid: Grid, _ old: Grid?) -> Bool {
        guard let old, column + 1 < grid.columns else { return false }
        return grid[row, column + 1].character == nil && old[row, column + 1].character != nil
    }

    private func shownCharacter(_ character: Character) -> Character {
        usesUTF8 ? character : character.inASCII
    }

    private func attributes(_ style: Style) -> String {
        "\u{1B}[0\(usesColor ? style.colors : style.monochrome)m"
    }
}

extension Style {
    fileprivate var colors: String {
        switch self {
        case .plain: ""
        case .title: ";1;34"
        case .faint: ";2"
        case .field: ""
        case .focusedField: ";1;36"
        case .caret: ";7"
        case .selection: ";30;46"
        case .error: ";31"
        case .button: ";1;34"
        case .bar: ";30;47"
        case .key: ";37;100"
        case .dialog: ";30;47"
        }
    }

    fileprivate var monochrome: String {
        switch self {
        case .plain, .field, .key: ""
        case .title, .focusedField, .error, .button: ";1"
        case .faint: ";2"
        case .caret, .selection, .bar, .dialog: ";7"
        }
    }
}

extension Character {
    /// The ASCII character that replaces this character if the terminal cannot show it.
    package var inASCII: Character {
        if isASCII { return self }
        return Self.standIns[self] ?? "?"
    }

    private static let standIns: [Character: Character] = [
        "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "─": "-", "│": "|", "▸": ">", "❰": "<", "❱": ">",
        "▏": "_", "•": "*", "✗": "!", "⟨": "(", "⟩": ")", "↑": "^", "↓": "v", "⇧": "^", "⇪": "^", "⌫": "<", "→": ">",
        "×": "x", "⏎": ">", "⌄": "v", "░": "#", "—": "-", "…": ".", "€": "E", "“": "\"", "”": "\"",
    ]
}
