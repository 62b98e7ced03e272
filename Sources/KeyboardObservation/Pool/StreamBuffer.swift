import Synchronization

final class StreamBuffer<Element: Sendable>: Sendable, FinishableBuffer {
    private struct State {
        var elements: [Element] = []
        var waiting: [CheckedContinuation<Element?, Never>] = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let drops: DropCounter

    init(capacity: Int, drops: DropCounter) {
        self.capacity = capacity
        self.drops = drops
    }

    var isAwaited: Bool {
        state.withLock { !$0.waiting.isEmpty || $0.isFinished }
    }

    func append(_ element: Element) {
        let waiting = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isFinished else { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.elements.append(element)
            if state.elements.count > capacity {
                state.elements.removeFirst()
                drops.increment()
            }
            return nil
        }
        waiting?.resume(returning: element)
    }

    func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Element?? in
                if !state.elements.isEmpty { return state.elements.removeFirst() }
                if state.isFinished { return .some(nil) }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func end(discardsElements: Bool) {
        let waiting = state.withLock { state in
            defer { (state.isFinished, state.waiting) = (true, []) }
            if discardsElements { state.elements.removeAll() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }
}

/// Counts the elements that one sequence and its copies have dropped.
final class DropCounter: Sendable {
    private let dropped = Atomic(0)

    var count: Int {
        dropped.load(ordering: .relaxed)
    }

    func increment() {
        dropped.add(1, ordering: .relaxed)
    }
}
