import Foundation

enum TextNormalization {
    /// Returns `nil` if the text mixes digits of incompatible scripts.
    ///
    /// ASCII digits, full-width digits and the format's own digits are compatible.
    ///
    /// Tabs and line breaks inside the text do not change. If a tab became a space, a format with spaces between groups
    /// could read a pasted list as one number.
    static func normalized(_ text: String, ownZero: UInt32 = asciiZero) -> String? {
        scalars(text, ownZero: ownZero).map { String($0).trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    static let asciiZero: UInt32 = 0x30
    private static let fullWidthZero: UInt32 = 0xFF10

    /// Returns the digit zero in the script of a text, such as "٠" for Arabic.
    static func zero(of text: String) -> UInt32? {
        text.unicodeScalars.lazy.compactMap { scalar in digit(scalar).map { scalar.value - $0 } }.first
    }

    static func withDigits(_ text: String, zero: UInt32) -> String {
        replacing(text) { (48...57).contains($0.value) ? Unicode.Scalar(zero + $0.value - asciiZero) : nil }
    }

    static func asciiDigits(_ text: String) -> String {
        replacing(text) { digit($0).map { Unicode.Scalar(UInt8(48 + $0)) } }
    }

    /// Foundation writes U+202F before "PM", and keyboards type U+0020.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        withPlainSpaces(one).caseInsensitiveCompare(withPlainSpaces(other)) == .orderedSame
    }

    private static func withPlainSpaces(_ text: String) -> String {
        replacing(text) { $0.properties.generalCategory == .spaceSeparator ? " " : nil }
    }

    private static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { replacement($0) ?? $0 }))
    }

    static func separator(_ text: String) -> Character? {
        guard let scalars = scalars(text), scalars.count == 1 else { return nil }
        return Character(scalars[scalars.startIndex])
    }

    private static func scalars(_ text: String, ownZero: UInt32 = asciiZero) -> String.UnicodeScalarView? {
        var scalars = String.UnicodeScalarView()
        var script: UInt32?
        var isMixed = false
        for scalar in text.unicodeScalars where !isInvisible(scalar) {
            if let digit = digit(scalar) {
                let zero = scalar.value - digit
                let newScript = zero == ownZero || zero == fullWidthZero ? asciiZero : zero
                if let script, script != newScript { isMixed = true }
                script = newScript
                scalars.append(Unicode.Scalar(UInt8(48 + digit)))
            } else {
                scalars.append(normalizedSymbol(scalar))
            }
        }
        return isMixed ? nil : scalars
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
        if scalar.isASCII { return (48...57).contains(scalar.value) ? scalar.value - 48 : nil }
        // "²" and "½" have a numeric value, but are not digits.
        guard scalar.properties.generalCategory == .decimalNumber else { return nil }
        return scalar.properties.numericValue.map { UInt32($0) }
    }

    /// Returns whether a scalar has no width or is a mark of the writing direction.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func normalizedSymbol(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        return switch scalar {
        case "\u{2010}"..."\u{2013}", "\u{2212}", "\u{FE63}": "-"
        case "\u{FE62}": "+"
        case "\u{2019}": "'"
        case "\u{066A}": "%"
        // Japanese keyboards type full-width currency signs.
        case "\u{FFE0}": "¢"
        case "\u{FFE1}": "£"
        case "\u{FFE5}": "¥"
        case "\u{FFE6}": "₩"
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
        default: scalar.properties.generalCategory == .spaceSeparator ? " " : scalar
        }
    }
}

extension Character {
    /// A digit with a combining accent is not an ASCII digit, and neither is a keycap emoji.
    var isASCIIDigit: Bool {
        guard utf8.count == 1, let byte = utf8.first else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// A format can write punctuation, a space or a currency symbol between digits, as in "1,250.00" or "1234567$50".
    var isPunctuationOrSpace: Bool {
        guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
        return switch scalar.properties.generalCategory {
        case .otherPunctuation, .connectorPunctuation, .finalPunctuation, .initialPunctuation, .currencySymbol,
            .spaceSeparator:
            true
        default: false
        }
    }

    var isDecimalDigit: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }
}
