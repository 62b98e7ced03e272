import KeyboardObservation

extension PoolStress {
    /// Starts a task that iterates over some events, and then cancels the task.
    func runEventTask() {
        let consumer = Consumer()
        let task = Task { @MainActor [pool] in
            await consumer.consume(pool.events(bufferingNewest: 1_024), model: self.model)
        }
        let hasBegun = drainMainQueue { consumer.received != nil }
        Findings.expect(hasBegun, "a task did not begin to iterate")
        for _ in 0..<3 { post() }
        let hasReceived = drainMainQueue { consumer.received == model.delivered(.closure) }
        Findings.expect(
            hasReceived,
            "a sequence delivered \(consumer.received?.count ?? 0) of \(model.delivered(.closure).count) events, or others"
        )
        task.cancel()
        let hasEnded = drainMainQueue { consumer.isOver }
        Findings.expect(hasEnded, "an iteration continued after its task was cancelled")
        lifetimes += 1
    }
}

@MainActor
private final class Consumer {
    /// The events before the iteration, and the events that the iteration received.
    private(set) var received: RollingHash?
    private(set) var isOver = false
    private let lifetime = CountedLifetime(.consumer)

    func consume(_ events: KeyboardSequence<KeyboardEvent>, model: DeliveryModel) async {
        var iterator = events.makeAsyncIterator()
        received = model.delivered(.closure)
        while let event = await iterator.next() {
            received?.append(.closure, event.kind, event.number)
        }
        isOver = true
    }
}
