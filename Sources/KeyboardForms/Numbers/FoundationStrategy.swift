import Foundation

/// A parse strategy of Foundation, which refuses no valid number on purpose.
protocol FoundationStrategy {}

extension IntegerParseStrategy: FoundationStrategy {}
extension FloatingPointParseStrategy: FoundationStrategy {}
extension Decimal.ParseStrategy: FoundationStrategy {}
