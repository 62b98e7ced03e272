import KeyboardObservation

/// Tasks that iterate over the events and the states of a pool until it is deallocated.
@MainActor
final class SequenceFollower {
    private var begun = 0
    private var ended = 0
    private var tasks: [Task<Void, Never>] = []
    private let lifetime = CountedLifetime(.consumer)

    /// Begins both iterations.
    init(_ pool: KeyboardObserverPool) {
        let (events, states) = (pool.events, pool.states)
        // A task retains the sequence, which does not retain the pool.
        tasks = [follow { events.makeAsyncIterator() }, follow { states.makeAsyncIterator() }]
        let haveBegun = drainMainQueue { self.begun == 2 }
        Findings.expect(haveBegun, "a task did not begin to iterate")
    }

    private func follow<Element>(
        _ makeIterator: @escaping @MainActor () -> KeyboardSequence<Element>.Iterator
    ) -> Task<Void, Never> {
        Task { @MainActor in
            var iterator = makeIterator()
            begun += 1
            while await iterator.next() != nil {}
            ended += 1
        }
    }

    var isOver: Bool { ended == 2 }

    func cancel() {
        for task in tasks { task.cancel() }
    }
}
