/// A range that contains its bounds: `0...10`, `0...` or `...10`.
///
/// The three ranges of the standard library conform. Other conformances have no effect.
public protocol InclusiveRange<Bound> {
    /// The type of the bounds.
    associatedtype Bound: Comparable
}

extension InclusiveRange {
    /// The lowest and the highest number of the range; `nil` if the range has no such bound.
    var inclusiveBounds: (lowest: Bound?, highest: Bound?) {
        switch self {
        case let range as ClosedRange<Bound>: (range.lowerBound, range.upperBound)
        case let range as PartialRangeFrom<Bound>: (range.lowerBound, nil)
        case let range as PartialRangeThrough<Bound>: (nil, range.upperBound)
        default: (nil, nil)
        }
    }
}

extension ClosedRange: InclusiveRange {}
extension PartialRangeFrom: InclusiveRange {}
extension PartialRangeThrough: InclusiveRange {}
