#if SystemKeyboards
    import KeyboardObservation

    /// A limit for what takes up to a second on an idle machine.
    let timeLimit = Duration.seconds(20)

    /// Waits for the value with which a closure is called; `nil` if the time is over before.
    @MainActor
    func result<Value: Sendable>(
        within limit: Duration,
        _ start: (@escaping @MainActor (Value) -> Void) -> Void
    ) async -> Value? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            var waiting: CheckedContinuation<Value?, Never>? = continuation
            let timeLimit = MainQueueScheduler.shared.schedule(after: limit) {
                waiting?.resume(returning: nil)
                waiting = nil
            }
            start { value in
                timeLimit.cancel()
                waiting?.resume(returning: value)
                waiting = nil
            }
        }
    }
#endif
