import Foundation

/// What the events have let out of the screen, which no event tells: where its bottom is, and how wide it is.
struct ScreenGuess {
    /// Where a move goes.
    struct Destination {
        var placement: KeyboardState.Placement
        /// `nil` where it was not told.
        var frame: CGRect?
    }

    /// An accessory bar is 44 to 55 points tall in UIKit; keys alone are taller than that on any known device.
    private static let tallestBar: CGFloat = 100

    private var bottom: CGFloat?
    private var width: CGFloat?

    /// Looks at where the keyboard is, and from where it comes: one at the bottom ends there, and one that comes on
    /// screen begins right below it.
    mutating func learn(from state: KeyboardState, begin: CGRect?, end: CGRect?) {
        switch state.placement {
        case .docked, .accessoryBarOnly:
            guard let frame = state.frame else { return }
            (bottom, width) = (frame.maxY, frame.width)
        case .offScreen:
            guard let begin, let end, begin.minY > end.minY, begin.minY != bottom else { return }
            // The device may have been turned while the keyboard was away.
            (bottom, width) = (begin.minY, nil)
        case .floating, .split:
            break
        }
    }

    /// A hide takes the keyboard off the screen, or off its dock.
    func placementAfterHide(to end: CGRect, from begin: CGRect?) -> KeyboardState.Placement {
        if isOffScreen(end, begin) { return .offScreen }
        let isAtBottom = abs(end.maxY - (bottom ?? end.maxY)) < 1
        return isAtBottom && end.height <= Self.tallestBar ? .accessoryBarOnly : undocked(end)
    }

    /// A move that is no show and no hide leaves the keyboard docked only where it was so, and stays.
    func placementAfterMove(to end: CGRect, from state: KeyboardState, begin: CGRect?) -> KeyboardState.Placement {
        if end.isEmpty || isOffScreen(end, begin) { return .offScreen }
        if state.placement == .docked, let frame = state.frame, end.maxY == frame.maxY, end.width == frame.width {
            return .docked
        }
        // One that comes up to the bottom is docked, whether or not a show says so as well.
        if state.placement == .offScreen, let begin, begin.minX == end.minX, begin.width == end.width,
            abs(begin.minY - end.maxY) < 1
        {
            return .docked
        }
        return undocked(end)
    }

    /// Where a move has ended that did not say where it would: a drag.
    func placementAfterDrag(to end: CGRect) -> KeyboardState.Placement {
        end.isEmpty || bottom.map { end.minY >= $0 } == true ? .offScreen : undocked(end)
    }

    private func isOffScreen(_ end: CGRect, _ begin: CGRect?) -> Bool {
        // To the left: before iOS 8 frames did not turn with the device.
        if let bottom { return end.minY >= bottom || end.maxX <= 0 }
        guard let begin else { return false }
        return end.minY >= begin.maxY || end.maxX <= begin.minX
    }

    private func undocked(_ frame: CGRect) -> KeyboardState.Placement {
        guard frame.minX == 0 else { return .floating }
        return frame.width < width ?? frame.width ? .floating : .split
    }
}
