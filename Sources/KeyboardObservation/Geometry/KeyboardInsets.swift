public import Foundation

/// By how much a view's content should keep away from its edges, in points, so that the keyboard covers none of it.
public struct KeyboardInsets: Sendable, Hashable {
    /// Away from the top edge: where a keyboard floats over the upper part.
    public var top: CGFloat

    /// Away from the bottom edge.
    public var bottom: CGFloat

    /// Makes insets, of nothing unless given.
    public init(top: CGFloat = 0, bottom: CGFloat = 0) {
        self.top = top
        self.bottom = bottom
    }
}
