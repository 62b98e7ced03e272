import Foundation

extension NumberSymbols {
    /// Fills in what samples did not tell.
    mutating func complete(from locale: Locale) {
        complete(decimal: locale.decimalSeparator, grouping: locale.groupingSeparator)
    }

    /// Fills in what samples did not tell.
    mutating func complete(from formatter: NumberFormatter) {
        switch formatter.numberStyle {
        case .currency, .currencyAccounting, .currencyISOCode, .currencyPlural:
            complete(decimal: formatter.currencyDecimalSeparator, grouping: formatter.currencyGroupingSeparator)
        default:
            complete(decimal: formatter.decimalSeparator, grouping: formatter.groupingSeparator)
        }
        complete(from: formatter.locale)
    }
}

extension NumberFormatter {
    /// On Linux Foundation ends the process where it parses by a pattern that has a tilde.
    var canParse: Bool {
        let patterns = [positivePrefix, positiveSuffix, negativePrefix, negativeSuffix, positiveFormat, negativeFormat]
        return !patterns.contains { $0?.contains { "~≈∼".contains($0) } ?? false }
    }
}
