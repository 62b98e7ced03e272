import KeyboardObservation

/// Iterates over the events of a pool.
@MainActor
final class EventConsumer {
    enum State {
        case created, waiting, ended
    }

    private(set) var state = State.created
    private let lifetime = CountedLifetime(.consumer)

    func consume(_ events: KeyboardSequence<KeyboardEvent>) async {
        var iterator = events.makeAsyncIterator()
        state = .waiting
        while await iterator.next() != nil {}
        state = .ended
    }
}
