/// A source of display frames: a toolkit's tick, a display link, or a timer.
///
/// A pool requests a frame only while a keyboard moves and an observer follows it. The default source is a
/// ``KeyboardFrameTimer``.
///
/// The source of one window often stops when that window is minimised or closed. If a source does not tick within
/// 0.1 seconds, the pool's scheduler ticks in its place.
@MainActor
public protocol KeyboardFrameSource {
    /// Calls `action` once on the main actor, when the next frame is to be drawn, and never before this call returns.
    ///
    /// - Returns: the scheduled action, which can be cancelled. Running it after it was cancelled, or more than once,
    ///   has no effect.
    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

/// A frame source with the timer of a scheduler: 60 frames a second by default.
public struct KeyboardFrameTimer: KeyboardFrameSource {
    private let scheduler: any KeyboardScheduler
    private let interval: Duration

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler that supplies the time. Retained.
    ///   - framesPerSecond: the number of frames a second, from 1 to 1,000; other values are clamped.
    @MainActor
    public init(scheduler: any KeyboardScheduler, framesPerSecond: Int = 60) {
        self.scheduler = scheduler
        interval = .seconds(1) / min(max(framesPerSecond, 1), 1_000)
    }

    /// Calls `action` once on the main actor, after the interval between two frames.
    ///
    /// - Returns: the scheduled action, which can be cancelled.
    public func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: interval, action)
    }
}
