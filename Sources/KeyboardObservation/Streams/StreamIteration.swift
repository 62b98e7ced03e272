/// What an iterator owns: its buffer, and the token of the closure that fills it.
final class StreamIteration<Element: Sendable>: Sendable {
    private let buffer: StreamBuffer<Element>
    private let token: KeyboardObservationToken
    private let intake: KeyboardIntake

    /// - Parameter subscribe: has the buffer filled, until the token goes.
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
