import KeyboardObservation

extension Arena {
    /// A task iterates over some events, and is cancelled.
    func consume() {
        let consumer = Consumer()
        let task = Task { @MainActor [pool] in
            await consumer.consume(pool.events(bufferingNewest: 1_024), model: self.model)
        }
        let hasBegun = drainMainQueue { consumer.told != nil }
        Findings.expect(hasBegun, "a task did not begin to iterate")
        for _ in 0..<3 { post() }
        let hasHeard = drainMainQueue { consumer.told == model.told }
        Findings.expect(hasHeard, "a sequence gave \(String(describing: consumer.told)) of \(model.told)")
        task.cancel()
        let hasEnded = drainMainQueue { consumer.isOver }
        Findings.expect(hasEnded, "an iteration went on after its task was cancelled")
        lifetimes += 1
    }
}

@MainActor
private final class Consumer {
    /// What was told before the iteration, and in it.
    private(set) var told: Told?
    private(set) var isOver = false
    private let mark = Mark(.consumer)

    func consume(_ events: KeyboardEvents, model: Model) async {
        var iterator = events.makeAsyncIterator()
        told = model.told
        while let event = await iterator.next() {
            told = told.map { $0 + Told(event.kind, event.number) }
        }
        isOver = true
    }
}
