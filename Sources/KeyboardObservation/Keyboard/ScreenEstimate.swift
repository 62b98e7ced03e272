package import Foundation

/// The bounds of a screen, estimated from the frames of docked keyboards.
///
/// It counts only if the bounds of the screen are unknown.
///
/// The estimate assumes that the screen's origin is (0, 0).
package struct ScreenEstimate {
    /// The y coordinate of the screen's bottom edge, in points; `nil` if the edge is unknown.
    package private(set) var bottom: CGFloat?
    /// The width of the screen, in points; `nil` if the width is unknown.
    package private(set) var width: CGFloat?

    /// Creates an estimate with an unknown bottom edge and an unknown width.
    package init() {}

    /// Updates the estimate with the frame of a keyboard that is docked at the bottom edge.
    package mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        guard placement == .docked || placement == .accessoryBarOnly else { return }
        (bottom, width) = (frame.maxY, frame.width)
    }

    /// Returns whether `y` is at the bottom edge; `nil` if the edge is unknown.
    func isBottom(_ y: CGFloat) -> Bool? {
        bottom.map { abs($0 - y) < 1 }
    }
}
