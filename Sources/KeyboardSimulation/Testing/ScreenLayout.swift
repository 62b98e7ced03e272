import Foundation
import KeyboardObservation

/// The properties of a screen, and the frame of a keyboard at rest.
struct ScreenLayout {
    let sample: ScreenSample
    let keyboard: CGRect
    let bounds: CGRect

    init(_ sample: ScreenSample, _ keyboard: CGRect, _ bounds: CGRect) {
        (self.sample, self.keyboard, self.bounds) = (sample, keyboard, bounds)
    }

    /// The visible part of the view's frame.
    var view: CGRect {
        (sample.viewFrame ?? bounds).visible(in: bounds) ?? .zero
    }

    private var isBeside: Bool {
        view.maxX <= keyboard.minX || view.minX >= keyboard.maxX
    }

    /// The height from the upper edge of the keyboard to the bottom of the view.
    private var coveredBeside: CGFloat {
        min(max(view.maxY - keyboard.minY, 0), view.height)
    }

    /// The part of the view's height that the keyboard covers.
    ///
    /// The gap below a floating keyboard counts as covered.
    var covered: CGFloat {
        isBeside ? 0 : coveredBeside
    }

    // MARK: The focus

    /// Returns a sentence if the keyboard covers the focused rectangle although the rectangle fits above the keyboard.
    func focusFault() -> String? {
        guard let focused = sample.focusedFrame, focused.isFinite, focused.height > 0 else { return nil }
        let hidden = min(focused.maxY, keyboard.maxY) - keyboard.minY
        let isBeside = focused.maxX <= keyboard.minX || focused.minX >= keyboard.maxX
        let room = keyboard.minY - view.minY
        guard hidden > 1, focused.height <= room, !isBeside else { return nil }
        return "the keyboard covers \(hidden.inSentence) points of the focused frame at rest, which would fit in the "
            + "\(room.inSentence) points of the view above it" + (hintOfStaleFrame ?? "")
    }

    // MARK: The inset

    /// Returns a sentence if the inset is wrong while the keyboard is docked.
    ///
    /// - Parameters:
    ///   - margin: The margin that was measured on a new screen.
    ///   - upright: The margin that was measured on an upright device.
    ///   - shownHeights: The keyboard heights in the *show* events since the last *hide*.
    /// - Returns: A sentence; `nil` if the inset is right.
    func insetFault(_ margin: InsetMargin, upright: InsetMargin?, shownHeights: [CGFloat]) -> String? {
        guard let inset = sample.bottomInset, inset.isFinite else { return nil }
        let hint: String
        if !margin.accepts(inset, covered: covered) {
            let sum = shownHeights.reduce(0, +)
            if shownHeights.count > 1, abs(inset - sum) <= 1 {
                hint =
                    ": it is the sum of the last \(shownHeights.count) heights, so set the inset, and do not add to it"
            } else {
                hint =
                    ", and would be \((margin.expected(covered).first ?? 0).inSentence) if this keyboard had been there "
                    + "from the beginning"
            }
        } else if margin.isHeight {
            hint = ": use the overlap of the view, not the height of the keyboard"
        } else if !margin.isEnough {
            hint = ": the content ends below the upper edge of the keyboard"
        } else if let upright, covered > 0, !margin.isAlike(upright) {
            let (added, other) = (margin.added.inSentence, upright.added.inSentence)
            let isTurned = bounds.width > bounds.height
            hint =
                isTurned
                ? ": the screen adds \(added) points in this orientation and \(other) upright, so a bar or a margin is "
                    + "left out of one of them"
                : ": the screen adds \(added) points on this device and \(other) on another one, so a length is fixed "
                    + "that the keyboard determines"
        } else {
            return nil
        }
        return
            "the bottom inset is \(inset.inSentence) points where the keyboard covers \(covered.inSentence) points of "
            + "the view" + (hintOfStaleFrame ?? hint)
    }

    /// Returns a sentence if the inset is wrong while the keyboard is undocked.
    ///
    /// If the content ignores the undocked keyboard, the inset must be the same as without a keyboard. If the content
    /// avoids the undocked keyboard, the inset must include the gap below the keyboard.
    func undockedInsetFault(_ margin: InsetMargin) -> String? {
        guard let inset = sample.bottomInset, inset.isFinite else { return nil }
        let isIgnored = abs(inset - margin.rest) <= InsetMargin.tolerance
        let isAvoided = [covered, coveredBeside].contains { margin.accepts(inset, covered: $0) }
        guard !isIgnored, !isAvoided else { return nil }
        return "the bottom inset is \(inset.inSentence) points while the keyboard is undocked: it is "
            + "\(margin.rest.inSentence) if the content ignores the keyboard, and "
            + "\((margin.expected(covered).first ?? 0).inSentence) if it avoids the keyboard, with the gap below it"
    }

    /// Returns a sentence if the content is slightly offset while the keyboard is undocked.
    ///
    /// The content is slightly offset if it is 0.5 to 4 points away from its original position. If the keyboard covers
    /// the original position of the focused rectangle, the offset is right.
    ///
    /// - Parameter rest: The scroll offset of a screen that never had a keyboard.
    /// - Returns: A sentence; `nil` if the offset is right, or if the content is not slightly offset.
    func undockedOffsetFault(rest: CGFloat) -> String? {
        guard let offset = sample.scrollOffset else { return nil }
        let distance = abs(offset - rest)
        guard distance > InsetMargin.tolerance, distance <= 4 else { return nil }
        if let focused = sample.focusedFrame, focused.offsetBy(dx: 0, dy: offset - rest).intersects(keyboard) {
            return nil
        }
        return
            "the content is not restored when the keyboard undocks: the scroll offset is \(offset.inSentence), and is "
            + "\(rest.inSentence) on a screen that never had a keyboard"
    }

    /// A hint about a stale frame of the view; `nil` if the frame is not stale.
    ///
    /// A stale frame is the frame of the view in the other orientation.
    private var hintOfStaleFrame: String? {
        guard let size = sample.viewFrame?.size, bounds.width != bounds.height else { return nil }
        guard size.width == bounds.height, size.height == bounds.width else { return nil }
        return ": the view has the frame of the other orientation, so set it after a rotation, or pass "
            + "`rotates: false` if the screen does not rotate"
    }
}
