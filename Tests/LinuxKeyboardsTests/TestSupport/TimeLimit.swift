#if SystemKeyboards
    import KeyboardObservation
    import Testing

    /// The time limit of an operation that takes at most a second on an idle machine.
    let timeLimit = Duration.seconds(20)

    /// The length of the steps in which a limit is counted.
    ///
    /// A step counts as 10 ms, even if a busy machine ends the step later.
    private let waitingStep = Duration.milliseconds(10)

    /// Calls `start` with a closure, and waits until the closure is called with a value.
    ///
    /// The limit counts only the time in which the main actor is free, because other tests and other processes may
    /// occupy the main actor.
    ///
    /// - Returns: The value, or `nil` if the limit is over before the closure is called.
    @MainActor
    func result<Value: Sendable>(
        within limit: Duration,
        _ start: (@escaping @MainActor (Value) -> Void) -> Void
    ) async -> Value? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            var waiting: CheckedContinuation<Value?, Never>? = continuation
            var rest = limit
            @MainActor func wait() {
                MainQueueScheduler.shared.schedule(after: waitingStep) {
                    guard waiting != nil else { return }
                    rest -= waitingStep
                    if rest > .zero { return wait() }
                    waiting?.resume(returning: nil)
                    waiting = nil
                }
            }
            wait()
            start { value in
                waiting?.resume(returning: value)
                waiting = nil
            }
        }
    }

    /// Waits until the condition holds, and records an issue if it does not hold after 10,000 polls of 2 ms.
    @MainActor
    func waitUntil(
        _ location: SourceLocation = #_sourceLocation,
        _ condition: @MainActor () throws -> Bool
    ) async rethrows {
        for _ in 0..<10_000 {
            if try condition() { return }
            await nextPoll()
        }
        Issue.record("The condition did not hold within the time.", sourceLocation: location)
    }

    /// Waits for 2 ms, so that other processes can run.
    @MainActor
    func nextPoll() async {
        await pause(.milliseconds(2))
    }

    /// Waits for a time, so that other processes can run.
    @MainActor
    func pause(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            MainQueueScheduler.shared.schedule(after: duration) { continuation.resume() }
        }
    }
#endif
