import Foundation

/// A parse strategy of Foundation, which does not intentionally refuse valid numbers.
protocol FoundationStrategy {}

extension IntegerParseStrategy: FoundationStrategy {}
extension FloatingPointParseStrategy: FoundationStrategy {}
extension Decimal.ParseStrategy: FoundationStrategy {}
