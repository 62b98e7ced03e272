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
        // The difference of two finite numbers can overflow; their weighted sum cannot.
        func between(_ begin: CGFloat, _ end: CGFloat) -> CGFloat {
            begin == end ? end : begin * (1 - progress) + end * progress
        }
        return CGRect(
            x: between(begin.origin.x, end.origin.x),
            y: between(begin.origin.y, end.origin.y),
            width: between(begin.width, end.width),
            height: between(begin.height, end.height)
        )
    }

    private func elapsed(at time: Duration) -> Double {
        // A division of durations takes three times as long.
        let (seconds, attoseconds) = (time - startTime).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
