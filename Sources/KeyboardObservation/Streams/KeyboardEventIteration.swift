/// What an iterator owns: its buffer, and the token of the closure that fills it.
final class KeyboardEventIteration: Sendable {
    private let buffer: KeyboardEventBuffer
    private let token: KeyboardObservationToken
    private let intake: KeyboardIntake

    init(_ intake: KeyboardIntake, capacity: Int, drops: DropCounter) {
        let buffer = KeyboardEventBuffer(capacity: capacity, drops: drops)
        let observer = ClosureObserver(Set(KeyboardEvent.Kind.allCases)) { buffer.append($0) }
        self.buffer = buffer
        self.intake = intake
        token = KeyboardObservationToken(observer, intake)
        intake.add(buffer)
        intake.subscribe(observer)
    }

    deinit {
        end()
    }

    func next(isolation actor: isolated (any Actor)?) async -> KeyboardEvent? {
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
