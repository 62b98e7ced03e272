import Foundation

/// What people type and paste, with one spelling for what means the same.
enum NumberText {
    /// ASCII digits, "-" and "+" for all minus and plus signs, " " for all spaces, nothing of what only steers the
    /// direction of writing. `nil` where digits of several scripts are mixed.
    static func unified(_ text: String) -> String? {
        var unified = String.UnicodeScalarView()
        var zeros: Set<UInt32> = []
        for scalar in text.unicodeScalars where !isInvisible(scalar) {
            if let digit = digit(scalar) {
                zeros.insert(scalar.value - digit)
                unified.append(Unicode.Scalar(UInt8(48 + digit)))
            } else {
                unified.append(unifiedSymbol(scalar))
            }
        }
        return zeros.count > 1 ? nil : String(unified).trimmingCharacters(in: .whitespaces)
    }

    /// What may stand between digits, unified; `nil` where it is more than that, such as an exponent's "E".
    static func separator(_ text: String) -> Character? {
        guard let unified = unified(text), unified.unicodeScalars.count <= 1 else { return nil }
        guard let scalar = unified.unicodeScalars.first else { return text.isEmpty ? nil : " " }
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .connectorPunctuation, .finalPunctuation, .initialPunctuation, .currencySymbol:
            return Character(scalar)
        default:
            return nil
        }
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
        // Not every scalar with a numeric value is a digit: "²" and "½" are none.
        guard scalar.properties.generalCategory == .decimalNumber else { return nil }
        return scalar.properties.numericValue.map { UInt32($0) }
    }

    /// Marks of direction, and what has no width.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func unifiedSymbol(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{2010}"..."\u{2013}", "\u{2212}", "\u{FE63}": "-"
        case "\u{FE62}": "+"
        case "\u{2019}": "'"
        case "\u{066A}": "%"
        // Wide forms, as Japanese keyboards type them.
        case "\u{FFE0}": "¢"
        case "\u{FFE1}": "£"
        case "\u{FFE5}": "¥"
        case "\u{FFE6}": "₩"
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
        default: scalar.properties.isWhitespace ? " " : scalar
        }
    }
}
