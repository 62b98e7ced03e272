package import Foundation
import KeyboardForms

extension AppKeyboard {
    /// The characters on the keys for a language.
    ///
    /// A layout contains only data. An app can add its own layout:
    ///
    /// ```swift
    /// let icelandic = AppKeyboard.Layout(
    ///     language: "is",
    ///     rows: ["q w e r t y u i o p ð", "a s d f g h j k l æ", "z x c v b n m þ ö"],
    ///     alternatives: ["a": "á", "e": "é"]
    /// )
    /// appKeyboard.layouts = [icelandic]
    /// ```
    ///
    /// A string lists the characters of a row from left to right, separated by spaces. A key can type several
    /// characters at once, or a combining mark.
    ///
    /// Chinese, Japanese and Korean need an input method, which composes a text from several keys. The keyboard has no
    /// input method.
    public struct Layout: Sendable, Hashable {
        /// The code of the language, such as `de`.
        public let language: String

        /// Whether the language is written from right to left.
        package let isRightToLeft: Bool

        package let rows: [[String]]
        package let shiftedRows: [[String]]
        let punctuation: [String]
        private(set) var digits: [String]
        let symbols: [[String]]
        private(set) var currency: String
        private let alternatives: [String: [String]]
        private var words: [Word: String] = [:]

        /// Creates a layout.
        ///
        /// The names of the keys, such as *Next*, come from the built-in layout for the same language. Without a
        /// built-in layout for the language, the names are English.
        ///
        /// - Parameters:
        ///   - language: The code of the language, such as `de`.
        ///   - rows: The rows of letters, from top to bottom. The shift key and the delete key are in the last row.
        ///   - shiftedRows: The rows while the shift key is on. If the array is empty, the shift key types the
        ///     uppercase letters of `rows`. If the shifted rows are equal to `rows`, the layout has no shift key.
        ///   - alternatives: A dictionary from the text of a key to the characters that a long press on this key
        ///     offers. While the shift key is on, the long press offers the uppercase forms of these characters.
        ///   - punctuation: The two keys beside the space bar.
        ///   - digits: The ten digits, beginning with 1.
        ///   - symbols: The two rows below the digits.
        ///   - currency: The sign of the currency.
        ///   - isRightToLeft: Whether the language is written from right to left. The writing direction does not change
        ///     the places of the keys. In a right-to-left layout, the symbol of the delete key points to the right.
        public init(
            language: String,
            rows: [String],
            shiftedRows: [String] = [],
            alternatives: [String: String] = [:],
            punctuation: String = ", .",
            digits: String = "1 2 3 4 5 6 7 8 9 0",
            symbols: [String] = ["- / : ; ( ) & @ \"", "? ! ' * + ="],
            currency: String = "$",
            isRightToLeft: Bool = false
        ) {
            self.language = language
            self.rows = rows.map(Self.texts)
            self.shiftedRows =
                shiftedRows.isEmpty
                ? self.rows.map { $0.map { Self.uppercase($0, language) } } : shiftedRows.map(Self.texts)
            self.alternatives = alternatives.mapValues(Self.texts)
            self.punctuation = Self.texts(punctuation)
            self.digits = Self.texts(digits)
            self.symbols = symbols.map(Self.texts)
            self.currency = currency
            self.isRightToLeft = isRightToLeft
        }
    }
}

extension AppKeyboard.Layout {
    /// The layouts of the package, in the order of their language codes.
    public static let builtIn: [AppKeyboard.Layout] = [
        arabic, german, greek, english, spanish, french, hebrew, hindi, russian, swedish, turkish, ukrainian,
    ].sorted { $0.language < $1.language }

    package static func layouts(for locale: Locale) -> [AppKeyboard.Layout] {
        let language = locale.language.languageCode?.identifier
        let own = builtIn.first { $0.language == language } ?? english
        return (own.isLatin ? [own] : [own, english]).map { layout in
            var layout = layout
            if locale.numberingSystem == Locale.NumberingSystem("latn") { layout.digits = english.digits }
            if let sign = locale.currencySymbol, currencySigns.contains(sign) { layout.currency = sign }
            return layout
        }
    }

    var isLatin: Bool { rows.joined().contains("a") }

    var hasShift: Bool { shiftedRows != rows }

    var hasCapitals: Bool {
        shiftedRows.joined().contains { $0 != $0.lowercased() }
    }

    /// The first letters of the alphabet, such as "ABC".
    var firstLetters: String {
        let texts = rows.joined().filter { $0.unicodeScalars.first?.isMark == false }
        let letters = texts.filter { $0.allSatisfy(\.isLetter) }.sorted()
        let first = (letters.isEmpty ? texts : letters).prefix(3).joined()
        return Self.firstLetters[language] ?? (hasShift ? Self.uppercase(first, language) : first)
    }

    /// For these languages, the sorted letters of `rows` do not begin with the first letters of the alphabet.
    private static let firstLetters = ["ar": "أ ب ج", "hi": "कखग"]

    package func alternatives(for text: String, isShifted: Bool) -> [String] {
        if let own = alternatives[text] ?? Self.symbolAlternatives[text] { return own }
        if Self.currencySigns.contains(text) { return Self.currencySigns.filter { $0 != text } }
        let keys = zip(shiftedRows, rows).lazy.flatMap { zip($0, $1) }
        guard isShifted, let plain = keys.first(where: { $0.0 == text })?.1 else { return [] }
        return (alternatives[plain] ?? []).map { Self.uppercase($0, language) }
    }

    /// The method splits the row's Unicode scalars, because Swift joins a space and a following combining mark into one
    /// character.
    private static func texts(_ row: String) -> [String] {
        row.unicodeScalars.split(separator: " ").map { String(String.UnicodeScalarView($0)) }
    }

    /// A text such as "ß" has a longer uppercase form, and stays as it is.
    private static func uppercase(_ text: String, _ language: String) -> String {
        if text == "i", ["tr", "az"].contains(language) { return "İ" }
        let uppercase = text.uppercased()
        return uppercase.count == text.count ? uppercase : text
    }

    private static let symbolAlternatives = [
        "-": "– — ·", "/": "\\", ":": "…", "(": "[ { <", ")": "] } >", "&": "§", "\"": "„ “ ” « »",
        ".": "? ! … : ; ' \" -", ",": "; : '", "?": "¿", "!": "¡", "'": "’ ‘ ‚ `", "%": "‰", "+": "±", "=": "≠ ≈",
        "*": "° †", "1": "¹ ½ ¼", "2": "²", "3": "³ ¾", "0": "°",
    ].mapValues(texts)

    private static let currencySigns = texts("$ € £ ¥ ₽ ₴ ₺ ₹ ₪")
}

extension AppKeyboard.Layout {
    /// The string contains the names in the order of ``Word/all``, separated by commas.
    func named(_ words: String) -> AppKeyboard.Layout {
        let names = words.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        var named = self
        named.words = Dictionary(zip(Word.all, names)) { first, _ in first }
        return named
    }

    func name(_ word: Word) -> String {
        let builtIn = words.isEmpty ? Self.builtIn.first { $0.language == language } ?? .english : self
        return builtIn.words[word] ?? ""
    }

    /// A name that the toolkit draws on a key, or that a screen reader reads.
    enum Word: Sendable, Hashable {
        case space, delete, shift, capsLock, letters, symbols, moreSymbols, nextLanguage, hide
        case returnKey(ReturnKeyType)

        static let all: [Word] =
            [.space, .delete, .shift, .capsLock, .letters, .symbols, .moreSymbols, .nextLanguage, .hide]
            + ReturnKeyType.allCases.map { .returnKey($0) }
    }
}
