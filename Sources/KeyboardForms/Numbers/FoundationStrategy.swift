import Foundation

/// A strategy of Foundation's own, which refuses nothing because it does not want it.
protocol FoundationStrategy {}

extension IntegerParseStrategy: FoundationStrategy {}
extension FloatingPointParseStrategy: FoundationStrategy {}
extension Decimal.ParseStrategy: FoundationStrategy {}
