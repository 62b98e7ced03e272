#if SystemKeyboards
    import KeyboardObservation

    /// A limit for what takes up to a second on an idle machine.
    let timeLimit = Duration.seconds(20)

    /// The part of a limit that counts as one, however late it ends.
    private let waitingStep = Duration.milliseconds(10)

    /// Waits for the value with which a closure is called; `nil` if the time is over before.
    ///
    /// The limit counts the time in which the main actor is free, because other tests and other processes may take it.
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
#endif
