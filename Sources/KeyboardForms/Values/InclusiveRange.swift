/// A range that contains its bounds: `0...10`, `0...` or `...10`.
public protocol InclusiveRange<Bound> {
    /// The type of the bounds.
    associatedtype Bound: Comparable

    /// The lowest and the highest number of the range.
    ///
    /// If the range has no upper bound, the highest number is `nil`. If the range has no lower bound, the lowest number
    /// is `nil`.
    var inclusiveBounds: (lowest: Bound?, highest: Bound?) { get }
}

extension ClosedRange: InclusiveRange {
    /// The lowest and the highest number of the range.
    public var inclusiveBounds: (lowest: Bound?, highest: Bound?) { (lowerBound, upperBound) }
}

extension PartialRangeFrom: InclusiveRange {
    /// The lowest number of a range without an upper bound.
    public var inclusiveBounds: (lowest: Bound?, highest: Bound?) { (lowerBound, nil) }
}

extension PartialRangeThrough: InclusiveRange {
    /// The highest number of a range without a lower bound.
    public var inclusiveBounds: (lowest: Bound?, highest: Bound?) { (nil, upperBound) }
}
