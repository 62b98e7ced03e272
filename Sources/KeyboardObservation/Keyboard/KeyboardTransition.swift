public import Foundation

/// One animated change of the keyboard from a begin frame to an end frame.
public struct KeyboardTransition: Sendable, Hashable {
    /// The frame at the beginning of the transition, in points, in screen coordinates.
    ///
    /// A transition that interrupts another transition begins at the keyboard's visible frame.
    public internal(set) var begin: CGRect

    /// The frame at the end of the transition, in points, in screen coordinates.
    ///
    /// An interactive transition, for example a drag, has no known end frame. Instead, its ``end`` is the first frame
    /// that the source reported for this transition.
    public let end: CGRect

    package let beginPlacement: KeyboardState.Placement

    package internal(set) var endPlacement: KeyboardState.Placement

    package internal(set) var startTime: Duration

    /// The reported duration, at most 10 seconds.
    ///
    /// The value is 0.25 seconds if the event reports no duration, and 0 if the keyboard does not animate.
    public var duration: Duration { .delay(seconds: seconds) }

    /// A stored `Duration` would make each event 4 % slower.
    package internal(set) var seconds: Double

    /// The animation curve.
    public internal(set) var curve: KeyboardAnimationCurve

    /// Whether the keyboard follows reported frames that no event has announced.
    ///
    /// For example, a finger can drag the keyboard. An interactive transition does not use its ``curve``.
    public let isInteractive: Bool

    /// A frame and its weight in the insets.
    ///
    /// During a blended transition, the insets are a weighted sum over several frames.
    package struct Part {
        var frame: CGRect
        var placement: KeyboardState.Placement
        package fileprivate(set) var weight: CGFloat
    }

    package init(
        from begin: CGRect,
        to end: CGRect,
        beginPlacement: KeyboardState.Placement = .offScreen,
        endPlacement: KeyboardState.Placement = .docked,
        startTime: Duration = .zero,
        seconds: Double = 0.25,
        curve: KeyboardAnimationCurve = .keyboard,
        isInteractive: Bool = false
    ) {
        (self.begin, self.end) = (begin, end)
        (self.beginPlacement, self.endPlacement) = (beginPlacement, endPlacement)
        (self.startTime, self.seconds, self.curve) = (startTime, seconds, curve)
        self.isInteractive = isInteractive
    }

    /// If ``begin`` and ``end`` are finite, the result is finite.
    package func frame(at time: Duration) -> CGRect {
        movingFrame(at: time) ?? end
    }

    package func movingFrame(at time: Duration) -> CGRect? {
        if begin.matches(end) { return nil }
        // Most calls pass the start time.
        if time == startTime { return seconds > 0 ? begin : nil }
        // A division of `Duration` values would take three times as long.
        let elapsed = (time - startTime).components
        let progress = curve.progress(after: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18, of: seconds)
        guard progress < 1 else { return nil }
        return begin.between(end, progress)
    }
}

extension KeyboardTransition {
    /// Calls `body` with each weighted frame.
    ///
    /// If the method returned an array, Swift would allocate an array for each follower.
    ///
    /// The weights of the begin frames decrease to 0, so that the insets change continuously.
    func forEachPart(at frame: CGRect, beginningWith beginParts: [Part], _ body: (Part) -> Void) {
        let (from, to) = (beginPlacement, endPlacement)
        let progress = progress(of: frame)
        if beginParts.isEmpty, from != .offScreen {
            body(Part(frame: begin, placement: from, weight: 1 - progress))
        }
        for part in beginParts {
            body(Part(frame: part.frame, placement: part.placement, weight: part.weight * (1 - progress)))
        }
        if to != .offScreen { body(Part(frame: end, placement: to, weight: progress)) }
    }

    /// Each interruption of a blended transition adds a weighted frame.
    private static let mostParts = 8

    /// If there are more than `mostParts` weighted frames, the method merges the frame with the smallest weight into
    /// another frame at the same edge.
    package func parts(at frame: CGRect, beginningWith beginParts: [Part]) -> [Part] {
        var parts: [Part] = []
        forEachPart(at: frame, beginningWith: beginParts) { parts.append($0) }
        guard parts.count > Self.mostParts else { return parts }
        let edges = parts.map(\.placement.edge)
        func other(_ index: Int) -> Int? {
            edges.indices.first { $0 != index && edges[$0] == edges[index] }
        }
        // Among nine parts, at least two have the same edge, because `Edge` has only three cases.
        let lightest = parts.indices.filter { other($0) != nil }.min { parts[$0].weight < parts[$1].weight }
        guard let lightest, let other = other(lightest) else { return parts }
        let part = parts[lightest]
        let weight = parts[other].weight + part.weight
        if weight > 0 { parts[other].frame = parts[other].frame.between(part.frame, part.weight / weight) }
        parts[other].weight = weight
        parts.remove(at: lightest)
        return parts
    }

    /// The insets of a blended transition are a weighted sum of the insets for several frames.
    ///
    /// A transition is blended in these cases:
    ///
    /// - The keyboard moves to a different edge of the screen.
    /// - A docked keyboard becomes undocked, or an undocked keyboard becomes docked.
    /// - An undocked keyboard appears or disappears.
    /// - A docked keyboard moves toward its edge while the keyboard appears.
    /// - A docked keyboard moves away from its edge while the keyboard disappears.
    /// - The transition interrupts a blended transition.
    func isBlended(beginningWith beginParts: [Part]) -> Bool {
        let (from, to) = (beginPlacement, endPlacement)
        if !beginParts.isEmpty { return true }
        if to == .offScreen { return !end.isBeyond(begin, at: from.edge) }
        if from == .offScreen { return !begin.isBeyond(end, at: to.edge) }
        return from.edge != to.edge
    }

    func progress(of frame: CGRect) -> CGFloat {
        let (done, whole) =
            if begin.minY != end.minY {
                (frame.minY - begin.minY, end.minY - begin.minY)
            } else if begin.minX != end.minX {
                (frame.minX - begin.minX, end.minX - begin.minX)
            } else if begin.width != end.width {
                (frame.width - begin.width, end.width - begin.width)
            } else {
                (frame.height - begin.height, end.height - begin.height)
            }
        guard whole != 0 else { return frame == begin ? 0 : 1 }
        return min(max(done / whole, 0), 1)
    }
}

extension CGRect {
    /// Returns whether this frame is level with another frame, or farther toward the edge.
    func isBeyond(_ other: CGRect, at edge: KeyboardState.Placement.Edge) -> Bool {
        switch edge {
        case .bottom: minY >= other.minY
        case .top: maxY <= other.maxY
        case .none: false
        }
    }

    fileprivate func between(_ end: CGRect, _ progress: CGFloat) -> CGRect {
        // The difference of two finite numbers can overflow.
        func between(_ begin: CGFloat, _ end: CGFloat) -> CGFloat {
            begin == end ? end : begin * (1 - progress) + end * progress
        }
        return CGRect(
            x: between(origin.x, end.origin.x),
            y: between(origin.y, end.origin.y),
            width: between(width, end.width),
            height: between(height, end.height)
        )
    }
}
