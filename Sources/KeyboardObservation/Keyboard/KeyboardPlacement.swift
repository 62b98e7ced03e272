package import Foundation

/// The change that an event reports.
///
/// An event shows the keyboard, hides the keyboard, or only changes the keyboard's frame.
package enum KeyboardVerb: Int, CaseIterable {
    case show, hide, frame
}

extension KeyboardEvent.Kind {
    /// The change that an event of this kind reports.
    var verb: KeyboardVerb {
        switch self {
        case .willShow, .didShow: .show
        case .willHide, .didHide: .hide
        case .willChangeFrame, .didChangeFrame: .frame
        }
    }
}

/// A change of the keyboard's frame, which determines the placement.
package struct FrameChange {
    /// The change that the event reports.
    package var verb: KeyboardVerb
    /// The keyboard's frame after the event.
    package var frame: CGRect
    /// The keyboard's frame before the event; `nil` if the event does not report the frame.
    package var begin: CGRect?
    /// The placement before the event; `offScreen` if the event is the first event.
    package var previous: KeyboardState.Placement

    /// The largest height of an accessory bar, in points.
    ///
    /// UIKit's accessory bars are 44 to 55 points high. Keyboards with keys are higher than 100 points.
    private static let tallestBar: CGFloat = 100
    /// The largest distance between a docked keyboard and the edge of the screen, in points.
    ///
    /// The distance can be greater than 0, because keyboards report rounded frames.
    private static let edgeTolerance: CGFloat = 1
    /// The largest distance between a full-width keyboard and the screen's left or right edge, in points.
    private static let sideTolerance: CGFloat = 16

    package init(verb: KeyboardVerb = .show, frame: CGRect, begin: CGRect? = nil, previous: KeyboardState.Placement) {
        (self.verb, self.frame, self.begin, self.previous) = (verb, frame, begin, previous)
    }

    /// Returns the placement on a screen with known bounds.
    ///
    /// The edge at or near the frame decides, unless the keyboard is less than half as wide as the screen, or hidden in
    /// place: one at the side or in a corner floats.
    package func placement(in bounds: CGRect) -> KeyboardState.Placement {
        let edge = Self.edgeTolerance
        let visible = (
            width: min(frame.maxX, bounds.maxX) - max(frame.minX, bounds.minX),
            height: min(frame.maxY, bounds.maxY) - max(frame.minY, bounds.minY)
        )
        guard visible.width >= edge, visible.height >= edge else { return .offScreen }
        let gapBelow = bounds.maxY - frame.maxY
        let isWide = frame.width >= bounds.width / 2
        if isWide, abs(gapBelow) <= edge { return atBottom }
        if verb == .hide, begin == frame { return .offScreen }
        if isWide, abs(frame.minY - bounds.minY) <= edge { return .dockedAtTop }
        let isFullWidth =
            frame.minX <= bounds.minX + Self.sideTolerance && frame.maxX >= bounds.maxX - Self.sideTolerance
        // A docked keyboard does not always touch the bottom edge. For example, a panel can lie between the keyboard
        // and the edge, or a finger can drag the keyboard past the edge. After a *hide* event, an accessory bar can
        // stay near the bottom edge, but a keyboard with keys cannot.
        let mayBeAwayFromEdge =
            atBottom == .accessoryBarOnly || verb == .show || verb == .frame && previous.edge == .bottom
        let isNearBottom =
            isFullWidth && gapBelow < frame.height / 2 || isWide && gapBelow < 0 && previous.edge == .bottom
        if isNearBottom, mayBeAwayFromEdge { return atBottom }
        if isPushedOut(screenWidth: bounds.width) { return .offScreen }
        return isFullWidth ? .split : .floating
    }

    /// Returns the placement on a screen with estimated bounds.
    ///
    /// The method first compares the frames with the estimated bounds. If this comparison does not determine the
    /// placement, the event's verb (*show*, *hide* or *frame*) determines the placement.
    package func placement(in estimate: ScreenEstimate) -> KeyboardState.Placement {
        let isHideInPlace = verb == .hide && begin == frame
        if frame.isEmpty || isHideInPlace && !staysAsBar(estimate) || leaves(estimate) { return .offScreen }
        if let placement = placementByBegin(estimate) { return placement }
        if estimate.isBottom(frame.maxY) == true { return atBottom }
        let isWide = estimate.width.map { abs(frame.width - $0) <= 2 * Self.sideTolerance }
        if isWide == true { return .split }
        switch verb {
        case .show:
            let appearsInPlace = begin == nil || begin == frame
            return appearsInPlace && frame.minX > 0 ? .floating : .docked
        case .hide:
            if begin == nil, estimate.bottom == nil { return .offScreen }
            return isLow && estimate.bottom == nil ? .accessoryBarOnly : .floating
        case .frame:
            // If the keyboard is wider than the estimated screen, the estimate belongs to another screen. In this case,
            // the widths do not show whether the keyboard floats.
            let isNarrow = isWide == false && frame.width < estimate.width ?? 0
            return isNarrow || previous == .offScreen ? .floating : previous
        }
    }

    private var isLow: Bool {
        frame.height <= Self.tallestBar
    }

    /// The placement at the bottom edge, where a keyboard disappears in place or leaves its bar.
    private var atBottom: KeyboardState.Placement {
        switch (verb, previous) {
        case (.hide, _) where isLow, (_, .accessoryBarOnly) where isLow: .accessoryBarOnly
        case (.hide, _) where begin == frame: .offScreen
        default: .docked
        }
    }

    /// Returns whether a *hide* event pushes the keyboard off the screen.
    ///
    /// A *hide* event pushes the keyboard off the screen if the keyboard moves down by at least its own height.
    ///
    /// The method does not use the height of the screen, because the known bounds can have the wrong orientation during
    /// a rotation. If the keyboard is wider than the bounds, the bounds have the wrong orientation. While the bounds
    /// have the wrong orientation, a docked keyboard can have the placement `floating` or `split`.
    ///
    /// If the keyboard is undocked and fits the screen, the result is `false`. In this case, the *hide* event can move
    /// the keyboard within the screen.
    private func isPushedOut(screenWidth: CGFloat?) -> Bool {
        guard verb == .hide, previous != .dockedAtTop, let begin else { return false }
        let fitsScreen = screenWidth.map { frame.width <= $0 + 2 * Self.sideTolerance } ?? false
        if previous.isUndocked, fitsScreen { return false }
        return isInColumn(of: begin) && frame.minY >= begin.maxY
    }

    /// Returns whether an accessory bar stays on screen after a *hide* event that does not change the frame.
    ///
    /// If the bottom edge of the screen is unknown, the method assumes in two cases that a low keyboard is an accessory
    /// bar. In the first case, the keyboard was an accessory bar before the event. In the second case, the keyboard was
    /// off screen before the event, and its frame is at the left edge.
    private func staysAsBar(_ estimate: ScreenEstimate) -> Bool {
        guard isLow else { return false }
        let isUnknownBar = previous == .accessoryBarOnly || previous == .offScreen && frame.minX <= 0
        return estimate.isBottom(frame.maxY) ?? isUnknownBar
    }

    private func isInColumn(of other: CGRect) -> Bool {
        other.minX == frame.minX && other.width == frame.width
    }

    /// Returns whether the event moves the keyboard off the estimated screen.
    ///
    /// A *frame* event can move a docked keyboard off the screen. A *frame* event cannot move a floating keyboard off
    /// the screen. A *frame* event can also bring a hidden keyboard onto the screen. If the bottom edge is unknown and
    /// the end frame is away from the left edge, the method assumes that this keyboard floats.
    private func leaves(_ estimate: ScreenEstimate) -> Bool {
        guard verb != .show, verb == .hide || !previous.isUndocked else { return false }
        // A keyboard stays on screen if it moves up, or if only its top edge moves. This rule applies even if the end
        // frame is below the estimated screen. In this case, the screen has probably been rotated since the last update
        // of the estimate.
        if let begin, isInColumn(of: begin), frame.minY < begin.minY || frame.maxY == begin.maxY, frame.minY >= 0 {
            return false
        }
        // If the begin frame is above the screen, the keyboard appears at the top.
        let isFromAbove = begin.map { $0.maxY <= 0 } ?? false
        let mayFloat = verb == .frame && previous == .offScreen && frame.minX > 0
        if let bottom = estimate.bottom ?? (isFromAbove || mayFloat ? nil : begin?.maxY), frame.minY >= bottom {
            return true
        }
        if isPushedOut(screenWidth: estimate.width) { return true }
        // The origin of an estimated screen is (0, 0). Therefore a keyboard is off screen if it is to the left of the
        // origin or above the origin. Before iOS 8, the keyboard of a rotated screen moved sideways off the screen.
        if frame.maxX <= 0 || frame.maxY <= 0 { return true }
        return previous == .dockedAtTop && begin.map { frame.maxY <= $0.minY } ?? false
    }

    /// Returns the placement if the begin frame determines the placement; otherwise `nil`.
    ///
    /// The begin frame can determine the placement in two cases:
    ///
    /// - The keyboard was off screen before the event.
    /// - The height of a docked keyboard changes.
    private func placementByBegin(_ estimate: ScreenEstimate) -> KeyboardState.Placement? {
        guard let begin, isInColumn(of: begin) else { return nil }
        if begin.maxY == frame.maxY, begin != frame, previous == .offScreen || previous == .docked { return atBottom }
        guard previous == .offScreen else { return nil }
        if begin.minY > frame.minY {
            switch verb {
            case .show: return atBottom
            // The end frame of a *hide* event can be on screen for two reasons. Either the event undocks the keyboard,
            // or only an accessory bar stays at the bottom edge.
            case .hide: return isLow ? atBottom : nil
            // If a keyboard appears, its begin frame is below its end frame. If a finger drags an undocked keyboard up,
            // the frames can overlap.
            case .frame: return begin.minY >= frame.maxY - frame.height / 8 && frame.minY >= 0 ? atBottom : nil
            }
        }
        // If a finger drags an undocked keyboard down, a *frame* event can report the movement.
        guard verb != .frame || begin.minY < 0 else { return nil }
        return begin.minY < frame.minY && begin.maxY <= frame.minY + Self.sideTolerance ? .dockedAtTop : nil
    }
}
