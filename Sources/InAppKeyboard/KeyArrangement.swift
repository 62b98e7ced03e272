import Foundation
import KeyboardForms

struct KeyArrangement {
    enum Shift {
        case off, once, locked
    }

    var layout: AppKeyboard.Layout
    var nextLayout: AppKeyboard.Layout?
    var page = AppKeyboard.Key.Page.letters
    var shift = Shift.off
    var keyboardType = KeyboardType.default
    var returnKeyType = ReturnKeyType.default
    var decimalSeparator = "."
    var hasSignKey = false
    var needsASCIIDigits = false
    var width: CGFloat = 0
    var rowHeight: CGFloat = 0
    var widestKey: CGFloat = 0

    /// All pages have the height of four rows, even a page with another number of rows.
    static let rowCount = 4

    /// A key of a row, or a gap in the row if `kind` is `nil`.
    private struct Cell {
        var kind: AppKeyboard.Key.Kind?
        var width: CGFloat = 1
    }

    func keys() -> [AppKeyboard.Key] {
        let rows = rows()
        let columns = rows.map(Self.width).max() ?? 1
        let unit = min(width / columns, widestKey)
        let height = rowHeight * CGFloat(Self.rowCount) / CGFloat(max(rows.count, 1))
        return rows.enumerated().flatMap { number, row in
            var x = (width - Self.width(of: row) * unit) / 2
            return row.compactMap { cell -> AppKeyboard.Key? in
                let frame = CGRect(x: x, y: CGFloat(number) * height, width: cell.width * unit, height: height)
                x = frame.maxX
                return cell.kind.map { key($0, frame) }
            }
        }
    }

    /// The first alternative is directly above the key.
    ///
    /// The other alternatives follow on its left or on its right, on the side with more space.
    func alternatives(for key: AppKeyboard.Key) -> [AppKeyboard.Key] {
        guard case .character(let text) = key.kind, key.frame.width > 0 else { return [] }
        // A field with a number pad reads only the characters of the pad.
        guard page != .numbers else { return [] }
        let texts = layout.alternatives(for: text, isShifted: shift != .off)
            .filter { !needsASCIIDigits || $0.allSatisfy { !$0.isNumber || $0.isASCII } }
        let goesRight = key.frame.midX < width / 2
        let space = goesRight ? width - key.frame.minX : key.frame.maxX
        let cellWidth = min(key.frame.width, space / CGFloat(max(texts.count, 1)))
        return texts.enumerated().map { number, text in
            let offset = CGFloat(number) * cellWidth
            let frame = CGRect(
                x: goesRight ? key.frame.minX + offset : key.frame.maxX - offset - cellWidth,
                y: key.frame.minY - key.frame.height,
                width: cellWidth,
                height: key.frame.height
            )
            return self.key(.character(text), frame)
        }
    }

    private static func width(of row: [Cell]) -> CGFloat {
        row.reduce(0) { $0 + $1.width }
    }
}

// MARK: - Rows

extension KeyArrangement {
    private func rows() -> [[Cell]] {
        switch page {
        case .letters:
            rows(
                shift == .off ? layout.rows : layout.shiftedRows,
                beside: layout.hasShift ? .shift : nil,
                above: .symbols
            )
        case .symbols: rows([digits, firstSymbols, lastSymbols], beside: .page(.moreSymbols), above: .letters)
        case .moreSymbols:
            rows(
                [
                    ["[", "]", "{", "}", "#", "%", "^", "*", "+", "="],
                    ["_", "\\", "|", "~", "<", ">", "€", "£", "¥", "•"], ["?", "!", "'", "§", "°", "`"],
                ],
                beside: .page(.symbols),
                above: .letters
            )
        case .numbers: numberRows()
        }
    }

    private var firstSymbols: [String] {
        var symbols = layout.symbols.first ?? []
        symbols.insert(layout.currency, at: min(6, symbols.count))
        return symbols
    }

    private var lastSymbols: [String] { layout.symbols.dropFirst().first ?? [] }

    private func rows(
        _ texts: [[String]],
        beside first: AppKeyboard.Key.Kind?,
        above other: AppKeyboard.Key.Page
    ) -> [[Cell]] {
        var rows = texts.map(characters)
        let columns = max(rows.map(Self.width).max() ?? 0, 10)
        if rows.isEmpty { rows.append([]) }
        let last = rows.count - 1
        let side = min(max((columns - Self.width(of: rows[last])) / (first == nil ? 1 : 2), 1), 2)
        if let first { rows[last].insert(Cell(kind: first, width: side), at: 0) }
        rows[last].append(Cell(kind: .delete, width: side))
        return rows + [bottomRow(other, columns)]
    }

    private func bottomRow(_ page: AppKeyboard.Key.Page, _ columns: CGFloat) -> [Cell] {
        let first =
            switch keyboardType {
            case .emailAddress: "@"
            case .url: "/"
            default: layout.punctuation.first ?? ","
            }
        let isAddress = [.emailAddress, .url].contains(keyboardType)
        var row = [Cell(kind: .page(page), width: 1.5)]
        if nextLayout != nil { row.append(Cell(kind: .nextLayout)) }
        row.append(Cell(kind: .character(first)))
        let end = [
            Cell(kind: .character(isAddress ? "." : layout.punctuation.dropFirst().first ?? ".")), Cell(kind: .hide),
            Cell(kind: .returnKey(returnKeyType), width: 1.5),
        ]
        let space = columns - Self.width(of: row) - Self.width(of: end)
        return row + [Cell(kind: .character(" "), width: max(space, 1))] + end
    }

    private func numberRows() -> [[Cell]] {
        let digits = [.numberPad, .decimalPad].contains(keyboardType) ? digits : Self.asciiDigits
        var rows = stride(from: 0, to: 9, by: 3).map { characters(Array(digits.dropFirst($0).prefix(3))) }
        let corners: (String?, String?, String?) =
            switch keyboardType {
            case .phonePad: ("*", "#", "+")
            case .decimalPad:
                (
                    hasSignKey ? "-" : nil, nil,
                    needsASCIIDigits && !decimalSeparator.allSatisfy(\.isASCII) ? "." : decimalSeparator
                )
            default: (nil, nil, nil)
            }
        rows[0].append(Cell(kind: .delete))
        rows[1].append(Cell(kind: .hide))
        rows[2].append(corner(corners.2))
        return rows + [[corner(corners.0), Cell(kind: .character(digits.last ?? "0")), corner(corners.1), Cell()]]
    }

    private var digits: [String] { needsASCIIDigits ? Self.asciiDigits : layout.digits }

    private static let asciiDigits = (1...9).map(String.init) + ["0"]

    private func corner(_ text: String?) -> Cell {
        Cell(kind: text.map { .character($0) })
    }

    private func characters(_ texts: [String]) -> [Cell] {
        texts.map { Cell(kind: .character($0)) }
    }
}

// MARK: - Labels

extension KeyArrangement {
    private func key(_ kind: AppKeyboard.Key.Kind, _ frame: CGRect) -> AppKeyboard.Key {
        let (label, word) = names(of: kind)
        let name = if case .character(let text) = kind, word == nil { text } else { word.map(layout.name) ?? label }
        return AppKeyboard.Key(
            kind: kind,
            label: label,
            accessibilityLabel: name,
            frame: frame,
            isOn: kind == .shift && shift != .off
        )
    }

    private func names(of kind: AppKeyboard.Key.Kind) -> (label: String, word: AppKeyboard.Layout.Word?) {
        switch kind {
        case .character(" "): ("", .space)
        case .character(let text): (Self.label(of: text), nil)
        case .delete: (layout.isRightToLeft ? "⌦" : "⌫", .delete)
        case .shift: (shift == .locked ? "⇪" : "⇧", shift == .locked ? .capsLock : .shift)
        case .page(.letters): (layout.firstLetters, .letters)
        case .page(.symbols), .page(.numbers): (digits.prefix(3).joined(), .symbols)
        case .page(.moreSymbols): ("#+=", .moreSymbols)
        case .nextLayout: ((nextLayout?.language ?? "").uppercased(), .nextLanguage)
        case .hide: ("⌄", .hide)
        case .returnKey(let type): (type == .default ? "⏎" : layout.name(.returnKey(type)), .returnKey(type))
        }
    }

    private static func label(of text: String) -> String {
        guard let first = text.unicodeScalars.first, first.isMark else { return text }
        return "◌" + text
    }
}

extension Unicode.Scalar {
    var isMark: Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
    }
}
