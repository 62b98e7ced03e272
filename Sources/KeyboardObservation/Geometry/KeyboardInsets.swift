public import Foundation

/// How far a view's content should keep away from its edges, in points, so that the keyboard covers none of it.
public struct KeyboardInsets: Sendable, Hashable {
    /// The distance from the top edge: for a keyboard that is docked at the top, or floats over the upper part.
    public var top: CGFloat

    /// The distance from the bottom edge.
    public var bottom: CGFloat

    /// Creates insets. Both are 0 by default.
    public init(top: CGFloat = 0, bottom: CGFloat = 0) {
        self.top = top
        self.bottom = bottom
    }
}
