/// One iteration over the events or the states of a pool.
///
/// It may be created and deallocated on any thread.
public struct KeyboardStreamIterator<Element: Sendable>: AsyncIteratorProtocol {
    private let iteration: StreamIteration<Element>

    init(_ iteration: StreamIteration<Element>) {
        self.iteration = iteration
    }

    /// The next element, as soon as there is one; `nil` when the iteration has ended.
    nonisolated(nonsending) public mutating func next() async -> Element? {
        await iteration.next(isolation: #isolation)
    }

    /// The next element, as soon as there is one; `nil` when the iteration has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await iteration.next(isolation: actor)
    }
}

/// The state of an iterator: its buffer, and the token of the closure that fills it.
final class StreamIteration<Element: Sendable>: Sendable {
    private let buffer: StreamBuffer<Element>
    private let token: KeyboardObservationToken
    private let intake: KeyboardIntake

    /// - Parameter subscribe: begins to fill the buffer, until the token is deallocated.
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
