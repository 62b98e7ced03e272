/// A range that contains its bounds, such as `0...10`, `0...` or `...10`.
///
/// Three range types of the standard library conform to the protocol. A range of any other conforming type is ignored.
public protocol InclusiveRange<Bound> {
    /// The type of the bounds.
    associatedtype Bound: Comparable
}

extension InclusiveRange {
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
