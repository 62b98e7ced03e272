/// A source of display frames: a toolkit's tick, a display link, or a timer.
///
/// A pool requests display frames while an observer follows a moving keyboard, and while a ``KeyboardAvoider`` moves
/// content. The default source is a ``KeyboardFrameTimer``.
///
/// A window's frame source often stops when the window is minimized or closed. If a source does not tick within 0.1
/// seconds, the pool's scheduler ticks instead.
@MainActor
public protocol KeyboardFrameSource {
    /// Calls `action` once, on the main actor, at the next display frame.
    ///
    /// The source calls `action` only after this method has returned.
    ///
    /// - Returns: The scheduled action, which can be cancelled. If the action has already run or has been cancelled,
    ///   its `run` method has no effect.
    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

/// A frame source that ticks on a scheduler, by default 60 times a second.
public struct KeyboardFrameTimer: KeyboardFrameSource {
    private let scheduler: any KeyboardScheduler
    private let interval: Duration

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that supplies the time. The timer retains the scheduler.
    ///   - framesPerSecond: The number of display frames per second. The timer limits the parameter to the range from 1
    ///     to 1,000.
    @MainActor
    public init(scheduler: any KeyboardScheduler, framesPerSecond: Int = 60) {
        self.scheduler = scheduler
        interval = .seconds(1) / min(max(framesPerSecond, 1), 1_000)
    }

    /// Calls `action` once on the main actor, after the interval between two display frames.
    ///
    /// - Returns: The scheduled action, which can be cancelled.
    public func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: interval, action)
    }
}
