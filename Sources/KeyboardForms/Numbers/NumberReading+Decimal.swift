import Foundation

extension NumberReading {
    /// The number as a `Decimal`, or `nil` if a `Decimal` would omit digits.
    var decimal: Decimal? {
        let ascii = ascii
        // `Decimal` parses only the beginning of the text. All of `ascii` is parsed, because it contains only digits,
        // "-" and ".".
        guard let decimal = Decimal(string: ascii, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite,
            NumberReading("\(decimal)")?.ascii == ascii
        else { return nil }
        return decimal
    }
}
