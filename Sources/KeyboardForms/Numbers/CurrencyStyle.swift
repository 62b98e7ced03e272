import Foundation

/// A style of Foundation for amounts of one currency.
protocol CurrencyStyle {
    /// The ISO 4217 code of the currency.
    var currencyCode: String { get }
}

extension IntegerFormatStyle.Currency: CurrencyStyle {}
extension FloatingPointFormatStyle.Currency: CurrencyStyle {}
extension Decimal.FormatStyle.Currency: CurrencyStyle {}
