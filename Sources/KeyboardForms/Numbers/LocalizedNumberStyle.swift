import Foundation

/// A number style of Foundation.
///
/// Its parse strategy refuses some texts that the style itself writes.
protocol LocalizedNumberStyle {
    var locale: Locale { get }
}

protocol CurrencyStyle: LocalizedNumberStyle {
    /// The ISO 4217 code of the currency.
    var currencyCode: String { get }
}

extension IntegerFormatStyle: LocalizedNumberStyle {}
extension IntegerFormatStyle.Percent: LocalizedNumberStyle {}
extension IntegerFormatStyle.Currency: CurrencyStyle {}
extension FloatingPointFormatStyle: LocalizedNumberStyle {}
extension FloatingPointFormatStyle.Percent: LocalizedNumberStyle {}
extension FloatingPointFormatStyle.Currency: CurrencyStyle {}
extension Decimal.FormatStyle: LocalizedNumberStyle {}
extension Decimal.FormatStyle.Percent: LocalizedNumberStyle {}
extension Decimal.FormatStyle.Currency: CurrencyStyle {}
