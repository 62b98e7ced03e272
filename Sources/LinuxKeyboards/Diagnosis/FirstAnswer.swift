#if SystemKeyboards
    import KeyboardObservation

    /// A wait for the first of several answers.
    @MainActor
    enum FirstAnswer {
        /// Calls a closure that asks, and returns the first value that it gives; later values are ignored.
        ///
        /// Without a value within the limit, the result is `latest()`.
        static func value<Value: Sendable>(
            within limit: Duration,
            of scheduler: any KeyboardScheduler,
            orElse latest: @escaping @autoclosure () -> Value,
            _ ask: (_ give: @escaping (Value) -> Void) -> Void
        ) async -> Value {
            var deadline: KeyboardScheduledAction?
            defer { deadline?.cancel() }
            return await withCheckedContinuation { continuation in
                var waiting: CheckedContinuation<Value, Never>? = continuation
                func give(_ value: Value) {
                    waiting?.resume(returning: value)
                    waiting = nil
                }
                deadline = scheduler.schedule(after: limit) { give(latest()) }
                ask(give)
            }
        }
    }
#endif
