/// When frames are drawn: a toolkit's tick, a display link, or a timer.
///
/// A pool requests a frame only while a keyboard moves and an observer follows it. The default is a
/// ``KeyboardFrameTimer``.
///
/// A source often belongs to one window, and stops when that window is minimised or closed. If it does not tick within
/// 0.1 s, the pool's scheduler ticks in its place.
@MainActor
public protocol KeyboardFrameSource {
    /// Calls `action` once on the main actor, when the next frame is to be drawn, and never before this call returns.
    ///
    /// - Returns: the action, to be cancelled. Later and further calls of a cancelled action have no effect.
    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

/// Frames at the times of a scheduler: 60 a second by default.
public struct KeyboardFrameTimer: KeyboardFrameSource {
    private let scheduler: any KeyboardScheduler
    private let interval: Duration

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler that supplies the time. Retained.
    ///   - framesPerSecond: the number of frames, from 1 to 1,000.
    @MainActor
    public init(scheduler: any KeyboardScheduler, framesPerSecond: Int = 60) {
        self.scheduler = scheduler
        interval = .seconds(1) / min(max(framesPerSecond, 1), 1_000)
    }

    /// Calls `action` once, after the interval.
    public func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: interval, action)
    }
}
