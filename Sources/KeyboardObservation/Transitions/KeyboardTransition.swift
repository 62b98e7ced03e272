public import Foundation

/// One move of the keyboard, from where it was to where it goes.
public struct KeyboardTransition: Sendable, Hashable {
    /// Where it began, in points, screen coordinates. A move that interrupts another begins where that one was.
    public let begin: CGRect

    /// Where it goes; of an interactive move, which does not say, where it was seen first.
    public let end: CGRect

    /// Where on the screen it belongs while it moves: where it was, if it goes off screen; where it goes, elsewhere.
    public let placement: KeyboardState.Placement

    /// Where on the screen it belonged before.
    public let beginPlacement: KeyboardState.Placement

    /// When it began, on the pool's scheduler.
    public let startTime: Duration

    /// How long it takes as it was told, in seconds; 10 at most.
    public let duration: Double

    /// How it goes there.
    public let curve: KeyboardAnimationCurve

    /// Whether a finger draws it, or its source tells each of its frames: then the curve says nothing.
    public let isInteractive: Bool

    /// Makes a move. For tests of your own.
    public init(
        from begin: CGRect,
        to end: CGRect,
        placement: KeyboardState.Placement = .docked,
        beginPlacement: KeyboardState.Placement = .offScreen,
        startTime: Duration = .zero,
        duration: Double = 0.25,
        curve: KeyboardAnimationCurve = .keyboard,
        isInteractive: Bool = false
    ) {
        self.begin = begin
        self.end = end
        self.placement = placement
        self.beginPlacement = beginPlacement
        self.startTime = startTime
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
    }

    /// How long it is to be seen, in seconds. A spring takes its own time: see
    /// ``KeyboardAnimationCurve/visibleDuration(of:)``.
    public var visibleDuration: Double {
        begin == end ? 0 : curve.visibleDuration(of: duration)
    }

    /// Whether anything of it is still to be seen at this time of the scheduler.
    public func isVisible(at time: Duration) -> Bool {
        elapsed(at: time) < visibleDuration
    }

    /// Where the keyboard is at this time of the scheduler.
    public func frame(at time: Duration) -> CGRect {
        frame(after: elapsed(at: time))
    }

    /// Where the keyboard is at this time of the scheduler; `nil` where nothing of the move is still to be seen.
    func visibleFrame(at time: Duration) -> CGRect? {
        let elapsed = elapsed(at: time)
        return elapsed < visibleDuration ? frame(after: elapsed) : nil
    }

    private func frame(after elapsed: Double) -> CGRect {
        let progress = curve.progress(after: elapsed, of: duration)
        // At its end it is the end, to the last bit.
        guard progress < 1 else { return end }
        func between(_ begin: CGFloat, _ end: CGFloat) -> CGFloat {
            begin + (end - begin) * progress
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
