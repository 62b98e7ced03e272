/// The iterator of a sequence of events or states.
///
/// An iterator may be created and deallocated on any thread.
public struct KeyboardStreamIterator<Element: Sendable>: AsyncIteratorProtocol {
    private let iteration: StreamIteration<Element>

    init(_ iteration: StreamIteration<Element>) {
        self.iteration = iteration
    }

    /// Waits for the next element and returns it; `nil` if the iteration has ended.
    nonisolated(nonsending) public mutating func next() async -> Element? {
        await iteration.next(isolation: #isolation)
    }

    /// Waits for the next element and returns it; `nil` if the iteration has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await iteration.next(isolation: actor)
    }
}

/// The state of an iterator, which consists of its buffer and the token of the closure that fills the buffer.
final class StreamIteration<Element: Sendable>: Sendable {
    private let buffer: StreamBuffer<Element>
    private let token: KeyboardObservationToken
    private let intake: KeyboardIntake

    /// Creates the state of an iterator.
    ///
    /// - Parameters:
    ///   - intake: The intake of the pool.
    ///   - capacity: The largest number of elements in the buffer.
    ///   - drops: The counter of dropped elements.
    ///   - subscribe: A function that subscribes a closure, which fills the buffer until the token is deallocated.
    init(
        _ intake: KeyboardIntake,
        capacity: Int,
        drops: DropCounter,
        subscribe: (StreamBuffer<Element>) -> KeyboardObservationToken
    ) {
        buffer = StreamBuffer(capacity: capacity, drops: drops)
        self.intake = intake
        intake.add(buffer)
        token = subscribe(buffer)
    }

    deinit {
        end()
    }

    func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await withTaskCancellationHandler {
            await buffer.next(isolation: actor)
        } onCancel: {
            end()
        }
    }

    private func end() {
        token.cancel()
        intake.remove(buffer)
        buffer.discard()
    }
}
