/// The timer of the periodic sweep.
@MainActor
final class SweepTimer {
    private let scheduler: any KeyboardScheduler
    private let interval: Duration
    private var tick: KeyboardScheduledAction?

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that supplies the time.
    ///   - interval: The time between two ticks. The shortest interval is 1 ms.
    init(_ scheduler: any KeyboardScheduler, interval: Duration) {
        self.scheduler = scheduler
        self.interval = max(interval, .milliseconds(1))
    }

    deinit {
        tick?.cancel()
    }

    var isRunning: Bool {
        tick != nil
    }

    /// Calls `action` once, after the interval.
    func start(_ action: @escaping @MainActor () -> Void) {
        tick = scheduler.schedule(after: interval) { [weak self] in
            self?.tick = nil
            action()
        }
        tick?.markAsHousekeeping()
    }

    func stop() {
        tick?.cancel()
        tick = nil
    }
}
