#if SystemKeyboards
    import KeyboardObservation

    /// Calls a closure that asks, and returns the first value that it gives; later values are ignored.
    ///
    /// Without a value within the limit, the result is `latest()`.
    @MainActor
    func firstAnswer<Value: Sendable>(
        within limit: Duration,
        of scheduler: any KeyboardScheduler = MainQueueScheduler.shared,
        orElse latest: @escaping @autoclosure () -> Value,
        _ ask: (_ give: @escaping (Value) -> Void) -> Void
    ) async -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Value.self)
        let deadline = scheduler.schedule(after: limit) { continuation.yield(latest()) }
        defer { deadline.cancel() }
        ask { continuation.yield($0) }
        for await answer in answers { return answer }
        return latest()
    }
#endif
