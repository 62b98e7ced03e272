package import Foundation

package enum KeyboardVerb: Int, CaseIterable {
    case show, hide, frame
}

extension KeyboardEvent.Kind {
    var verb: KeyboardVerb {
        switch self {
        case .willShow, .didShow: .show
        case .willHide, .didHide: .hide
        case .willChangeFrame, .didChangeFrame: .frame
        }
    }
}

/// Determines the placement of a keyboard from a change of its frame.
package struct FrameChange {
    package var verb: KeyboardVerb
    package var frame: CGRect
    package var begin: CGRect?
    package var previous: KeyboardState.Placement

    /// UIKit's accessory bars are 44 to 55 points high, and keyboards with keys are taller than 100 points.
    private static let tallestBar: CGFloat = 100
    /// Reported coordinates are rounded, so a docked keyboard can seem to be slightly away from the edge.
    private static let edgeTolerance: CGFloat = 1
    private static let sideTolerance: CGFloat = 16

    package init(verb: KeyboardVerb = .show, frame: CGRect, begin: CGRect? = nil, previous: KeyboardState.Placement) {
        (self.verb, self.frame, self.begin, self.previous) = (verb, frame, begin, previous)
    }

    /// Returns the placement on a screen with known bounds.
    ///
    /// Even in a corner, a keyboard counts as floating if its width is less than half of the screen's width. A *hide*
    /// event with equal begin and end frames hides the keyboard in place. An accessory bar at the bottom edge is an
    /// exception and stays on screen.
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
        // A panel of the desktop can be below a docked keyboard. A finger can drag a docked keyboard past the edge.
        // After a *hide*, only an accessory bar can stay near the edge.
        let mayBeAwayFromEdge =
            atBottom == .accessoryBarOnly || verb == .show || verb == .frame && previous.edge == .bottom
        let isNearBottom =
            isFullWidth && gapBelow < frame.height / 2 || isWide && gapBelow < 0 && previous.edge == .bottom
        if isNearBottom, mayBeAwayFromEdge { return atBottom }
        if isPushedOut(screenWidth: bounds.width) { return .offScreen }
        return isFullWidth ? .split : .floating
    }

    /// If the frames fit several placements, the verb of the event determines the placement.
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
            // An estimate that is narrower than the keyboard belongs to another screen.
            let isNarrow = isWide == false && frame.width < estimate.width ?? 0
            return isNarrow || previous == .offScreen ? .floating : previous
        }
    }

    private var isLow: Bool {
        frame.height <= Self.tallestBar
    }

    /// After a *hide* event, a keyboard that is still at the bottom edge is an accessory bar if it is no taller than
    /// `tallestBar`.
    private var atBottom: KeyboardState.Placement {
        switch (verb, previous) {
        case (.hide, _) where isLow, (_, .accessoryBarOnly) where isLow: .accessoryBarOnly
        case (.hide, _) where begin == frame: .offScreen
        default: .docked
        }
    }

    /// Returns whether a *hide* event moves the keyboard down and off the screen.
    ///
    /// During a rotation, the bounds can have the wrong orientation, so the method ignores the screen's height. With
    /// wrong bounds, a docked keyboard can be wider than the bounds and seem undocked. An undocked keyboard that fits
    /// the screen can move down within the screen.
    private func isPushedOut(screenWidth: CGFloat?) -> Bool {
        guard verb == .hide, previous != .dockedAtTop, let begin else { return false }
        let fitsScreen = screenWidth.map { frame.width <= $0 + 2 * Self.sideTolerance } ?? false
        if previous.isUndocked, fitsScreen { return false }
        return isInColumn(of: begin) && frame.minY >= begin.maxY
    }

    /// Returns whether an accessory bar stays on screen after a *hide* event with equal begin and end frames.
    ///
    /// If the bottom edge is unknown, a keyboard that was off screen counts as a bar if it is no taller than
    /// `tallestBar` and touches or crosses the left edge.
    private func staysAsBar(_ estimate: ScreenEstimate) -> Bool {
        guard isLow else { return false }
        let isUnknownBar = previous == .accessoryBarOnly || previous == .offScreen && frame.minX <= 0
        return estimate.isBottom(frame.maxY) ?? isUnknownBar
    }

    private func isInColumn(of other: CGRect) -> Bool {
        other.minX == frame.minX && other.width == frame.width
    }

    /// Returns whether the keyboard is off screen at its end frame.
    ///
    /// A *frame* event can move a docked keyboard off the screen, or a hidden keyboard onto the screen.
    private func leaves(_ estimate: ScreenEstimate) -> Bool {
        guard verb != .show, verb == .hide || !previous.isUndocked else { return false }
        // A keyboard that moves up stays on screen. A keyboard that only grows or shrinks also stays on screen. After a
        // rotation, the end frame can be below the estimated screen.
        if let begin, isInColumn(of: begin), frame.minY < begin.minY || frame.maxY == begin.maxY, frame.minY >= 0 {
            return false
        }
        // Without an estimate, the bottom of the begin frame stands for the bottom of the screen. The begin frame is
        // not at the bottom of the screen if the keyboard moves in from above the screen, or if the keyboard floats.
        let isFromAbove = begin.map { $0.maxY <= 0 } ?? false
        let mayFloat = verb == .frame && previous == .offScreen && frame.minX > 0
        if let bottom = estimate.bottom ?? (isFromAbove || mayFloat ? nil : begin?.maxY), frame.minY >= bottom {
            return true
        }
        if isPushedOut(screenWidth: estimate.width) { return true }
        // The origin of an estimated screen is (0, 0). Before iOS 8, the keyboard of a rotated screen moved out
        // sideways.
        if frame.maxX <= 0 || frame.maxY <= 0 { return true }
        return previous == .dockedAtTop && begin.map { frame.maxY <= $0.minY } ?? false
    }

    /// The begin frame can reveal the placement of a keyboard that appears or that grows in place.
    private func placementByBegin(_ estimate: ScreenEstimate) -> KeyboardState.Placement? {
        guard let begin, isInColumn(of: begin) else { return nil }
        if begin.maxY == frame.maxY, begin != frame, previous == .offScreen || previous == .docked { return atBottom }
        guard previous == .offScreen else { return nil }
        if begin.minY > frame.minY {
            switch verb {
            case .show: return atBottom
            // After a *hide*, a keyboard that is still on screen has undocked, or is only an accessory bar.
            case .hide: return isLow ? atBottom : nil
            // The begin frame of a keyboard that appears is below the end frame. The begin frame of a drag can overlap
            // the end frame.
            case .frame: return begin.minY >= frame.maxY - frame.height / 8 && frame.minY >= 0 ? atBottom : nil
            }
        }
        // A *frame* event that moves the keyboard down can come from the drag of an undocked keyboard.
        guard verb != .frame || begin.minY < 0 else { return nil }
        return begin.minY < frame.minY && begin.maxY <= frame.minY + Self.sideTolerance ? .dockedAtTop : nil
    }
}
