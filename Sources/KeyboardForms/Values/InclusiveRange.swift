/// A range that contains its bounds: `0...10`, `0...` or `...10`.
public protocol InclusiveRange<Bound> {
    /// The type of the bounds.
    associatedtype Bound: Comparable

    /// The lowest number of the range; `nil` if there is no such bound.
    var inclusiveLowerBound: Bound? { get }

    /// The highest number of the range; `nil` if there is no such bound.
    var inclusiveUpperBound: Bound? { get }
}

extension ClosedRange: InclusiveRange {
    /// The lowest number of the range.
    public var inclusiveLowerBound: Bound? { lowerBound }

    /// The highest number of the range.
    public var inclusiveUpperBound: Bound? { upperBound }
}

extension PartialRangeFrom: InclusiveRange {
    /// The lowest number of the range.
    public var inclusiveLowerBound: Bound? { lowerBound }

    /// The range has no upper bound.
    public var inclusiveUpperBound: Bound? { nil }
}

extension PartialRangeThrough: InclusiveRange {
    /// The range has no lower bound.
    public var inclusiveLowerBound: Bound? { nil }

    /// The highest number of the range.
    public var inclusiveUpperBound: Bound? { upperBound }
}
