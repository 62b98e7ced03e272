import Foundation

extension NumberSymbols {
    /// Sets the symbols that the samples do not contain.
    mutating func complete(from locale: Locale) {
        complete(decimal: locale.decimalSeparator, grouping: locale.groupingSeparator)
    }

    /// Sets the symbols that the samples do not contain.
    mutating func complete(from formatter: NumberFormatter) {
        switch formatter.numberStyle {
        case .currency, .currencyAccounting, .currencyISOCode, .currencyPlural:
            complete(decimal: formatter.currencyDecimalSeparator, grouping: formatter.currencyGroupingSeparator)
            insert(currencyCode: formatter.currencyCode)
        default:
            complete(decimal: formatter.decimalSeparator, grouping: formatter.groupingSeparator)
        }
        complete(from: formatter.locale)
    }
}

extension NumberFormatter {
    /// Whether the formatter can parse.
    ///
    /// On Linux, Foundation traps if a pattern contains a tilde.
    var canParse: Bool {
        let patterns = [positivePrefix, positiveSuffix, negativePrefix, negativeSuffix, positiveFormat, negativeFormat]
        return !patterns.contains { $0?.contains { "~≈∼".contains($0) } ?? false }
    }
}
