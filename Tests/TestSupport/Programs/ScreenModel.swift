/// The screen of a terminal that interprets the output of a program.
package struct ScreenModel: Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    private var cells: [[Character]]
    private var (row, column) = (0, 0)
    private var pending: [UInt8] = []
    /// The modes that are set, such as 1049 for the alternate screen.
    package private(set) var modes: Set<Int> = [25]
    /// The attributes that were set, such as 31 for red.
    package private(set) var attributes: Set<Int> = []
    package private(set) var clearCount = 0

    package init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    package mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The lines without spaces at their ends.
    package var lines: [String] {
        cells.map(Self.text)
    }

    /// The row of the first line that contains a text.
    package func row(of text: String) -> Int? {
        cells.firstIndex { Self.text(of: $0).contains(text) }
    }

    private static func text(of cells: [Character]) -> String {
        let line = cells.filter { $0 != "\0" }
        return String(line[...(line.lastIndex { $0 != " " } ?? -1)])
    }

    package mutating func interpret(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while let first = pending.first {
            if first == 0x1B {
                guard let end = endOfSequence else { return }
                let sequence = String(decoding: pending[2..<end], as: UTF8.self)
                control(sequence, Character(UnicodeScalar(pending[end])))
                pending.removeFirst(end + 1)
            } else {
                let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
                guard pending.count >= length else { return }
                put(String(decoding: pending.prefix(length), as: UTF8.self))
                pending.removeFirst(length)
            }
        }
    }

    private var endOfSequence: Int? {
        guard pending.count > 2 else { return nil }
        return pending.indices.dropFirst(2).first { (0x40...0x7E).contains(pending[$0]) }
    }

    private mutating func control(_ text: String, _ final: Character) {
        let numbers = text.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
        switch final {
        case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "J":
            clearCount += 1
            resize(columns: columns, rows: rows)
        case "m": attributes.formUnion(numbers)
        case "h": modes.formUnion(numbers)
        case "l": modes.subtract(numbers)
        default: break
        }
    }

    private mutating func put(_ text: String) {
        guard let character = text.first, cells.indices.contains(row), cells[row].indices.contains(column)
        else { return }
        cells[row][column] = character
        column += 1
        guard character.unicodeScalars.first?.value ?? 0 >= 0x1100, "語字".contains(character) else { return }
        if cells[row].indices.contains(column) { cells[row][column] = "\0" }
        column += 1
    }
}
