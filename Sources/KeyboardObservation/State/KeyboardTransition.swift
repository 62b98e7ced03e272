public import Foundation

/// One animated change of the keyboard from a begin frame to an end frame.
public struct KeyboardTransition: Sendable, Hashable {
    /// The frame at the beginning, in points, screen coordinates.
    ///
    /// A transition that interrupts another transition begins at the keyboard's visible frame.
    public internal(set) var begin: CGRect

    /// The frame at the end, in points, screen coordinates.
    ///
    /// The end of an interactive transition is unknown. For such a transition, the property is the first frame that the
    /// source reported.
    public let end: CGRect

    /// The placement before the transition.
    package let beginPlacement: KeyboardState.Placement

    /// The placement at the end of the transition.
    package internal(set) var endPlacement: KeyboardState.Placement

    /// The time at which the transition begins, on the pool's scheduler.
    package internal(set) var startTime: Duration

    /// The reported duration, in seconds; at most 10.
    public internal(set) var duration: Double

    /// The animation curve.
    public internal(set) var curve: KeyboardAnimationCurve

    /// Whether no event has announced the movement, as in a drag.
    ///
    /// The source reports the frames of an interactive transition. An interactive transition has no curve.
    public let isInteractive: Bool

    /// A keyboard frame that affects the insets, with its placement and its weight.
    ///
    /// While a transition is blended, the insets are the weighted sum of the insets for several frames.
    struct Part {
        var frame: CGRect
        var placement: KeyboardState.Placement
        /// The weight of the frame's insets in the sum, from 0 to 1.
        var weight: CGFloat = 1
    }

    /// Creates a transition, for use in tests.
    ///
    /// Frames are in points, screen coordinates; `duration` is in seconds.
    public init(
        from begin: CGRect,
        to end: CGRect,
        beginPlacement: KeyboardState.Placement = .offScreen,
        endPlacement: KeyboardState.Placement = .docked,
        startTime: Duration = .zero,
        duration: Double = 0.25,
        curve: KeyboardAnimationCurve = .keyboard,
        isInteractive: Bool = false
    ) {
        self.begin = begin
        self.end = end
        self.beginPlacement = beginPlacement
        self.endPlacement = endPlacement
        self.startTime = startTime
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
    }

    /// The time during which the keyboard visibly moves, in seconds.
    ///
    /// The duration of a spring does not depend on ``duration``. See ``KeyboardAnimationCurve/visibleDuration(of:)``.
    package var visibleDuration: Double {
        begin.matches(end) ? 0 : curve.visibleDuration(of: duration)
    }

    /// Returns whether the keyboard still moves at this scheduler time.
    package func isVisible(at time: Duration) -> Bool {
        elapsed(at: time) < visibleDuration
    }

    /// Returns the keyboard's frame at this scheduler time, in points.
    ///
    /// The frame is finite if ``begin`` and ``end`` are finite.
    package func frame(at time: Duration) -> CGRect {
        frame(after: elapsed(at: time))
    }

    /// Returns the keyboard's frame at this scheduler time, if the keyboard still moves.
    ///
    /// After the keyboard has reached its end frame, the method returns `nil`.
    func movingFrame(at time: Duration) -> CGRect? {
        // This line is a fast path for a burst. In a burst, each event supersedes an earlier event with the same time.
        if time == startTime { return visibleDuration > 0 ? begin : nil }
        let elapsed = elapsed(at: time)
        return elapsed < visibleDuration ? frame(after: elapsed) : nil
    }

    private func frame(after elapsed: Double) -> CGRect {
        let progress = curve.progress(after: elapsed, of: duration)
        // The interpolated frame could differ from the end frame by a rounding error.
        guard progress < 1 else { return end }
        return begin.between(end, progress)
    }

    private func elapsed(at time: Duration) -> Double {
        // Dividing two durations would take three times as long as this computation.
        let (seconds, attoseconds) = (time - startTime).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension KeyboardTransition {
    /// Calls `body` with each part that affects the insets during this blended transition.
    ///
    /// The weights of the parts at the beginning decrease to 0. At the same time, the weight of the part at the end
    /// increases to 1. Therefore the insets change continuously.
    ///
    /// Each follower calls the method once per display frame. To be fast, the method does not create an array.
    ///
    /// - Parameters:
    ///   - frame: The keyboard's visible frame.
    ///   - beginParts: The parts at the beginning of the transition. See ``VisibleKeyboard/beginParts``.
    ///   - body: The closure that is called with each part.
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

    /// The largest number of parts.
    ///
    /// Each interruption of a blended transition adds a part.
    private static let mostParts = 8

    /// Returns the parts that affect the insets.
    ///
    /// If the transition has more than eight parts, two parts at the same edge are merged. One of the merged parts is
    /// the part with the least weight. See ``forEachPart(at:beginningWith:_:)``.
    func parts(at frame: CGRect, beginningWith beginParts: [Part]) -> [Part] {
        var parts: [Part] = []
        forEachPart(at: frame, beginningWith: beginParts) { parts.append($0) }
        guard parts.count > Self.mostParts else { return parts }
        func others(_ index: Int) -> [Int] {
            parts.indices.filter { $0 != index && parts[$0].placement.edge == parts[index].placement.edge }
        }
        // Two parts always share an edge, because there are more parts than edges.
        let lightest = parts.indices.filter { !others($0).isEmpty }.min { parts[$0].weight < parts[$1].weight }
        guard let lightest, let other = others(lightest).first else { return parts }
        let part = parts[lightest]
        let weight = parts[other].weight + part.weight
        if weight > 0 { parts[other].frame = parts[other].frame.between(part.frame, part.weight / weight) }
        parts[other].weight = weight
        parts.remove(at: lightest)
        return parts
    }

    /// Returns whether more than one frame affects the insets during the transition.
    ///
    /// Such a transition is called blended. A transition is blended in these cases:
    ///
    /// - The keyboard moves to another edge of the screen.
    /// - The keyboard appears or disappears without crossing the edge of its dock.
    /// - The transition interrupts a blended transition.
    func isBlended(beginningWith beginParts: [Part]) -> Bool {
        let (from, to) = (beginPlacement, endPlacement)
        if !beginParts.isEmpty { return true }
        if to == .offScreen { return !end.isBeyond(begin, at: from.edge) }
        if from == .offScreen { return !begin.isBeyond(end, at: to.edge) }
        return from.edge != to.edge
    }

    /// Returns the progress of a transition that has moved the keyboard to this frame.
    ///
    /// The progress is a number from 0 to 1.
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
    /// Returns whether this frame lies as far towards the edge as another frame, or farther.
    func isBeyond(_ other: CGRect, at edge: KeyboardState.Placement.Edge) -> Bool {
        switch edge {
        case .bottom: minY >= other.minY
        case .top: maxY <= other.maxY
        case .none: false
        }
    }

    /// Returns a frame between this frame and `end`, at a progress from 0 to 1.
    fileprivate func between(_ end: CGRect, _ progress: CGFloat) -> CGRect {
        // The difference of two finite numbers can overflow, but their weighted mean cannot.
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
