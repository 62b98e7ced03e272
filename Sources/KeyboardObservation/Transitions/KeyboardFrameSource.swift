/// Where frames come from: a toolkit's tick, a display link, or a timer.
///
/// It is asked while a keyboard moves and somebody follows it, and never else: nothing ticks while nothing moves. The
/// default is a ``KeyboardFrameTimer``.
@MainActor
public protocol KeyboardFrameSource {
    /// Calls `action` once on the main actor, when the next frame is to be drawn, and never before this call returns.
    ///
    /// - Returns: what takes the action back.
    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

/// Frames by a scheduler's time: 60 a second, unless said otherwise.
public struct KeyboardFrameTimer: KeyboardFrameSource {
    private let scheduler: any KeyboardScheduler
    private let interval: Duration

    /// Makes a timer.
    ///
    /// - Parameters:
    ///   - scheduler: whose time it is. Held.
    ///   - framesPerSecond: how many frames there are, from 1 to 1,000.
    @MainActor
    public init(scheduler: any KeyboardScheduler, framesPerSecond: Int = 60) {
        self.scheduler = scheduler
        interval = .seconds(1) / min(max(framesPerSecond, 1), 1_000)
    }

    public func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: interval, action)
    }
}
