import Foundation

extension NumberReading {
    /// `nil` where a `Decimal` would leave digits out.
    var decimal: Decimal? {
        let ascii = ascii
        // Reads as far as it can, so it gets nothing that it could stop at.
        guard let decimal = Decimal(string: ascii, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite,
            NumberReading("\(decimal)")?.ascii == ascii
        else { return nil }
        return decimal
    }
}
