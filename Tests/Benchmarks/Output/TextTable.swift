/// A table with aligned columns.
///
/// The first column is aligned to the left. The other columns are aligned to the right.
struct TextTable {
    private var lines: [[String]]

    init(_ header: [String]) {
        lines = [header]
    }

    mutating func append(_ cells: [String]) {
        lines.append(cells)
    }

    var description: String {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + padding : padding + cell.0
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
