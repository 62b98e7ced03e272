import Synchronization

/// The events that wait for one iteration, and the iteration's tasks that wait for an event.
final class KeyboardEventBuffer: Sendable {
    private struct State {
        var events = FIFO<KeyboardEvent>()
        var waiting = FIFO<CheckedContinuation<KeyboardEvent?, Never>>()
        var isFinished = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let drops: DropCounter

    init(capacity: Int, drops: DropCounter) {
        self.capacity = capacity
        self.drops = drops
    }

    func append(_ event: KeyboardEvent) {
        let waiting = state.withLock { state -> CheckedContinuation<KeyboardEvent?, Never>? in
            guard !state.isFinished else { return nil }
            if let waiting = state.waiting.popFirst() { return waiting }
            if state.events.count == capacity {
                _ = state.events.popFirst()
                drops.increment()
            }
            state.events.append(event)
            return nil
        }
        waiting?.resume(returning: event)
    }

    func next(isolation actor: isolated (any Actor)?) async -> KeyboardEvent? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> KeyboardEvent?? in
                if let event = state.events.popFirst() { return event }
                if state.isFinished { return .some(nil) }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Ends the iteration after the events that wait.
    func finish() {
        end { _ in }
    }

    /// Ends the iteration at once.
    func discard() {
        end { $0.events.removeAll() }
    }

    private func end(_ change: (inout State) -> Void) {
        var waiting = state.withLock { state in
            state.isFinished = true
            change(&state)
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        while let continuation = waiting.popFirst() {
            continuation.resume(returning: nil)
        }
    }
}
