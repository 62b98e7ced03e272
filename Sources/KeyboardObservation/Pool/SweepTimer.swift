/// When the next step of the periodic sweep is due.
@MainActor
final class SweepTimer {
    private let scheduler: any KeyboardScheduler
    private let interval: Duration
    private var tick: KeyboardScheduledAction?

    /// - Parameter interval: the time between two ticks; 1 ms at least.
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
    }

    func stop() {
        tick?.cancel()
        tick = nil
    }
}
