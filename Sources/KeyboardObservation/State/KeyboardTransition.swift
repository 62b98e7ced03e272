public import Foundation

/// One animated change of the keyboard from a begin frame to an end frame.
public struct KeyboardTransition: Sendable, Hashable {
    /// Where it begins, in points, screen coordinates. A transition that interrupts another begins where the keyboard
    /// is visible at that moment.
    public internal(set) var begin: CGRect

    /// Where it ends, in points, screen coordinates. An interactive transition reports no end: this is its first frame.
    public let end: CGRect

    /// The placement before it.
    public let beginPlacement: KeyboardState.Placement

    /// The placement at its end.
    public internal(set) var endPlacement: KeyboardState.Placement

    /// When it began, on the pool's scheduler.
    public internal(set) var startTime: Duration

    /// The reported duration, in seconds; 10 at most.
    public internal(set) var duration: Double

    /// How far the keyboard is at which time.
    public internal(set) var curve: KeyboardAnimationCurve

    /// Whether a finger moves the keyboard, or its source reports frames that no event announced: then there is no
    /// curve.
    public let isInteractive: Bool

    /// A frame that counts, and where on the screen it is.
    struct Part {
        var frame: CGRect
        var placement: KeyboardState.Placement
    }

    /// Creates a transition. For tests.
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

    /// How long the keyboard visibly moves, in seconds. A spring has a duration of its own: see
    /// ``KeyboardAnimationCurve/visibleDuration(of:)``.
    public var visibleDuration: Double {
        begin == end ? 0 : curve.visibleDuration(of: duration)
    }

    /// Whether the keyboard still moves at this time of the scheduler.
    public func isVisible(at time: Duration) -> Bool {
        elapsed(at: time) < visibleDuration
    }

    /// Where the keyboard is at this time of the scheduler. Finite for finite frames.
    public func frame(at time: Duration) -> CGRect {
        frame(after: elapsed(at: time))
    }

    /// Where the keyboard is at this time of the scheduler; `nil` when it does not move any longer.
    func movingFrame(at time: Duration) -> CGRect? {
        // The events of a burst supersede each other at one instant.
        if time == startTime { return visibleDuration > 0 ? begin : nil }
        let elapsed = elapsed(at: time)
        return elapsed < visibleDuration ? frame(after: elapsed) : nil
    }

    private func frame(after elapsed: Double) -> CGRect {
        let progress = curve.progress(after: elapsed, of: duration)
        // At its end it is the end, to the last bit.
        guard progress < 1 else { return end }
        return begin.between(end, progress)
    }

    private func elapsed(at time: Duration) -> Double {
        // A division of durations takes three times as long.
        let (seconds, attoseconds) = (time - startTime).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension KeyboardTransition {
    /// What counts at a frame of this transition where undocked keyboards are ignored: one part for each edge, and one
    /// that is undocked, at most.
    ///
    /// A keyboard that does not count at one end of the transition, or that is at another edge there, counts as sliding
    /// out through its edge, or in: so the insets follow from one value to the other and do not jump.
    ///
    /// - Parameter beginParts: see ``VisibleKeyboard/beginParts``.
    func parts(at frame: CGRect, beginningWith beginParts: [Part]) -> [Part] {
        let (from, to) = (beginPlacement, endPlacement)
        if beginParts.isEmpty {
            if to == .offScreen { return [Part(frame: frame, placement: from)] }
            if from == .offScreen || from.edge == to.edge { return [Part(frame: frame, placement: to)] }
        }
        let progress = progress(of: frame)
        let begun = beginParts.isEmpty ? [Part(frame: begin, placement: from)] : beginParts
        var parts = begun.filter { to == .offScreen || $0.placement.edge != to.edge }.map { part in
            Part(frame: part.frame.slidOut(part.placement, by: progress), placement: part.placement)
        }
        if to != .offScreen {
            let begin = begun.first { $0.placement.edge == to.edge }?.frame ?? end.slidOut(to, by: 1)
            parts.append(Part(frame: begin.between(end, progress), placement: to))
        }
        return parts
    }

    /// Whether it leads from one edge to the other, or to or from none, on the screen.
    var changesEdge: Bool {
        beginPlacement != .offScreen && endPlacement != .offScreen && beginPlacement.edge != endPlacement.edge
    }

    /// How far a frame of this transition is from its begin, from 0 to 1.
    private func progress(of frame: CGRect) -> CGFloat {
        let (done, whole) =
            if begin.minY != end.minY {
                (frame.minY - begin.minY, end.minY - begin.minY)
            } else if begin.minX != end.minX {
                (frame.minX - begin.minX, end.minX - begin.minX)
            } else {
                (frame.width - begin.width, end.width - begin.width)
            }
        guard whole != 0 else { return frame == begin ? 0 : 1 }
        return min(max(done / whole, 0), 1)
    }
}

extension CGRect {
    /// The frame, moved out through its edge.
    ///
    /// - Parameter fraction: the part of its height, from 0 to 1.
    fileprivate func slidOut(_ placement: KeyboardState.Placement, by fraction: CGFloat) -> CGRect {
        switch placement.edge {
        case .bottom: offsetBy(dx: 0, dy: height * fraction)
        case .top: offsetBy(dx: 0, dy: -height * fraction)
        case .none: self
        }
    }

    /// The frame on the way to another one.
    ///
    /// - Parameter progress: how far, from 0 to 1.
    fileprivate func between(_ end: CGRect, _ progress: CGFloat) -> CGRect {
        // The difference of two finite numbers can overflow; their weighted sum cannot.
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
