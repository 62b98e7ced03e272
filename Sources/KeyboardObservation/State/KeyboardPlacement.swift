package import Foundation

/// The kind of change that an event reports: the keyboard appears, disappears, or only changes its frame.
package enum KeyboardVerb: CaseIterable {
    case show, hide, frame
}

extension KeyboardEvent.Kind {
    /// The kind of change that an event of this kind reports.
    var verb: KeyboardVerb {
        switch self {
        case .willShow, .didShow: .show
        case .willHide, .didHide: .hide
        case .willChangeFrame, .didChangeFrame: .frame
        }
    }
}

/// The values that determine a keyboard's next placement: an event, and the placement before the event.
package struct KeyboardPlacementQuestion {
    /// Whether the event shows the keyboard, hides it, or only changes its frame.
    package var verb: KeyboardVerb
    /// The keyboard's frame after the event.
    package var frame: CGRect
    /// The keyboard's frame before the event, if the event reports it.
    package var begin: CGRect?
    /// The placement before the event; `offScreen` before the first event.
    package var previous: KeyboardState.Placement

    /// The largest height of an accessory bar, in points.
    ///
    /// UIKit's accessory bars are 44 to 55 points high. Keyboards with keys are higher than 100 points.
    private static let tallestBar: CGFloat = 100
    /// The largest distance between a docked keyboard and the edge of the screen, in points.
    ///
    /// The limit is greater than 0, because reported frames are rounded.
    private static let edgeTolerance: CGFloat = 1
    /// The largest distance between a full-width keyboard and the screen's left or right edge, in points.
    private static let sideTolerance: CGFloat = 16

    /// Creates a question.
    package init(
        verb: KeyboardVerb,
        frame: CGRect,
        begin: CGRect?,
        previous: KeyboardState.Placement
    ) {
        self.verb = verb
        self.frame = frame
        self.begin = begin
        self.previous = previous
    }

    /// Returns the placement on a screen with known bounds.
    ///
    /// The frame determines the placement. The method first checks whether the frame touches the bottom or top edge of
    /// the screen.
    package func placement(in bounds: CGRect) -> KeyboardState.Placement {
        let edge = Self.edgeTolerance
        let visible = (
            width: min(frame.maxX, bounds.maxX) - max(frame.minX, bounds.minX),
            height: min(frame.maxY, bounds.maxY) - max(frame.minY, bounds.minY)
        )
        guard visible.width >= edge, visible.height >= edge else { return .offScreen }
        let isFullWidth =
            frame.minX <= bounds.minX + Self.sideTolerance && frame.maxX >= bounds.maxX - Self.sideTolerance
        let gapBelow = bounds.maxY - frame.maxY
        let isAtBottom = abs(gapBelow) <= edge
        if verb == .hide, begin == frame, !(isAtBottom && isLow) { return .offScreen }
        if isAtBottom { return atBottom }
        if abs(frame.minY - bounds.minY) <= edge { return .dockedAtTop }
        // A panel can lie between a docked keyboard and the bottom edge. A drag can push a docked keyboard past the
        // bottom edge. After a *hide* event, only an accessory bar can be near the bottom edge.
        let mayBeAwayFromEdge =
            atBottom == .accessoryBarOnly || verb == .show || verb == .frame && previous.edge == .bottom
        let isNearBottom = isFullWidth && gapBelow < frame.height / 2 || gapBelow < 0 && previous.edge == .bottom
        if isNearBottom, mayBeAwayFromEdge { return atBottom }
        if isPushedOut(screenWidth: bounds.width) { return .offScreen }
        return isFullWidth ? .split : .floating
    }

    /// Returns the placement on a screen with estimated bounds.
    ///
    /// The verb determines the placement, unless the frame contradicts the verb.
    package func placement(in estimate: ScreenEstimate) -> KeyboardState.Placement {
        let isHideInPlace = verb == .hide && begin == frame && !staysAsBar(estimate)
        if frame.isEmpty || isHideInPlace || leaves(estimate) { return .offScreen }
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
            // If the keyboard is wider than the estimated screen, the estimate describes another screen. Such a wide
            // keyboard does not float.
            let isNarrow = isWide == false && frame.width < estimate.width ?? 0
            return isNarrow || previous == .offScreen ? .floating : previous
        }
    }

    private var isLow: Bool {
        frame.height <= Self.tallestBar
    }

    private var atBottom: KeyboardState.Placement {
        isLow && (verb == .hide || previous == .accessoryBarOnly) ? .accessoryBarOnly : .docked
    }

    /// Returns whether a *hide* event moves the keyboard off screen, by moving it down by at least its own height.
    ///
    /// The height of the screen is not used. The bounds can date from before the last rotation, or from after the
    /// event. A keyboard that is wider than the screen belongs to another orientation. On such a screen, a docked
    /// keyboard only seems to be undocked.
    ///
    /// An undocked keyboard can be undocked again. Such a *hide* event moves the keyboard on the screen.
    private func isPushedOut(screenWidth: CGFloat?) -> Bool {
        guard verb == .hide, previous != .dockedAtTop, let begin else { return false }
        let fitsScreen = screenWidth.map { frame.width <= $0 + 2 * Self.sideTolerance } ?? false
        if previous.isUndocked, fitsScreen { return false }
        return isInColumn(of: begin) && frame.minY >= begin.maxY
    }

    /// Returns whether an accessory bar stays after a *hide* event that does not change the frame.
    ///
    /// The bottom edge of the screen can be unknown. In this case, a low keyboard at the left edge is assumed to be a
    /// bar.
    private func staysAsBar(_ estimate: ScreenEstimate) -> Bool {
        guard isLow else { return false }
        let isUnknownBar = previous == .accessoryBarOnly || previous == .offScreen && frame.minX <= 0
        return estimate.isBottom(frame.maxY) ?? isUnknownBar
    }

    private func isInColumn(of other: CGRect) -> Bool {
        other.minX == frame.minX && other.width == frame.width
    }

    /// Returns whether the frame is off the estimated screen.
    ///
    /// A *frame* event can move a docked keyboard off the screen. A *frame* event cannot move a floating keyboard off
    /// the screen. A keyboard that was off screen can have a frame away from the left edge. Such a keyboard is assumed
    /// to float.
    private func leaves(_ estimate: ScreenEstimate) -> Bool {
        guard verb != .show, verb == .hide || !previous.isUndocked else { return false }
        // A keyboard that moves up does not leave the screen. A new height above a fixed bottom edge does not move the
        // keyboard off the screen. If such a keyboard is below the estimated screen, the screen has probably been
        // rotated. A rotation makes the estimate outdated.
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
        // If the bounds are not reported, the origin of the screen is assumed to be 0. Before iOS 8, keyboards moved
        // off a rotated screen sideways.
        if frame.maxX <= 0 || frame.maxY <= 0 { return true }
        return previous == .dockedAtTop && begin.map { frame.maxY <= $0.minY } ?? false
    }

    /// Returns the placement, if the begin frame determines it; otherwise returns `nil`.
    ///
    /// The begin frame determines the placement in two cases:
    ///
    /// - The keyboard was off screen.
    /// - The keyboard stays at its edge.
    private func placementByBegin(_ estimate: ScreenEstimate) -> KeyboardState.Placement? {
        guard let begin, isInColumn(of: begin) else { return nil }
        if begin.maxY == frame.maxY, begin != frame, previous == .offScreen || previous == .docked { return atBottom }
        guard previous == .offScreen else { return nil }
        if begin.minY > frame.minY {
            switch verb {
            case .show: return atBottom
            // The end frame of a *hide* event can be on screen. In this case, either a bar stays at the bottom, or the
            // keyboard undocks.
            case .hide: return isLow ? atBottom : nil
            // An appearing keyboard starts close to the bottom edge. A finger can drag an undocked keyboard up from any
            // height.
            case .frame: return abs(begin.minY - frame.maxY) <= frame.height / 8 && frame.minY >= 0 ? atBottom : nil
            }
        }
        // A finger can also drag an undocked keyboard down.
        guard verb != .frame || begin.minY < 0 else { return nil }
        return begin.minY < frame.minY && begin.maxY <= frame.minY + Self.sideTolerance ? .dockedAtTop : nil
    }
}

/// The bounds of a screen, estimated from the frames of docked keyboards.
///
/// The estimate is used if no event reports the bounds.
///
/// The origin of the screen is assumed to be 0.
package struct ScreenEstimate {
    /// The bottom edge of the screen, in points; `nil` if it is unknown.
    package private(set) var bottom: CGFloat?
    /// The width of the screen, in points; `nil` if it is unknown.
    package private(set) var width: CGFloat?

    /// Creates an estimate of an unknown screen.
    package init() {}

    /// Updates the estimate from the frame of a keyboard, if the keyboard is at the bottom edge.
    package mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        guard placement == .docked || placement == .accessoryBarOnly else { return }
        (bottom, width) = (frame.maxY, frame.width)
    }

    /// Returns whether `y` is at the bottom edge; `nil` if the edge is unknown.
    func isBottom(_ y: CGFloat) -> Bool? {
        bottom.map { abs($0 - y) < 1 }
    }
}
