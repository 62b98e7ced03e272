package import Foundation

/// An estimate of a screen's unknown bounds, from the frames of docked keyboards.
///
/// The estimate assumes that the origin of the screen is (0, 0).
package struct ScreenEstimate {
    package private(set) var bottom: CGFloat?
    package private(set) var width: CGFloat?

    package init() {}

    package mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        guard placement == .docked || placement == .accessoryBarOnly else { return }
        (bottom, width) = (frame.maxY, frame.width)
    }

    func isBottom(_ y: CGFloat) -> Bool? {
        bottom.map { abs($0 - y) < 1 }
    }
}
