package import Foundation

/// Unknown bounds of a screen with the origin (0, 0), estimated from the frames of docked keyboards.
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
