/// The events of a pool, as an asynchronous sequence.
///
/// ```swift
/// for await event in pool.events { print(event.kind) }
/// ```
///
/// An iteration begins when its iterator is created (at `for await`, on any actor) and receives every event from then
/// on, in the pool's order. Events that wait for the iteration are buffered. When the buffer is full, the oldest event
/// is dropped and counted in ``droppedCount``. An iteration ends when its iterator is deallocated, when its task is
/// cancelled (`next()` returns `nil` at once and the buffer is discarded), and when the pool is deallocated (the
/// buffered events are still returned). It keeps no pool alive.
public struct KeyboardEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = KeyboardEvent
    /// The sequence never fails.
    public typealias Failure = Never
    /// One iteration.
    public typealias Iterator = KeyboardStreamIterator<KeyboardEvent>

    private let intake: KeyboardIntake
    private let kinds: Set<KeyboardEvent.Kind>
    private let capacity: Int
    private let drops = DropCounter()

    init(_ intake: KeyboardIntake, _ kinds: Set<KeyboardEvent.Kind>, capacity: Int) {
        self.intake = intake
        self.kinds = kinds
        self.capacity = capacity
    }

    /// The number of events that were dropped from full buffers, in all iterations of this value and its copies. It may
    /// be read on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration. It may be called on any thread, and receives the events that are posted there afterwards.
    public func makeAsyncIterator() -> Iterator {
        let iteration = StreamIteration<KeyboardEvent>(intake, capacity: capacity, drops: drops) { buffer in
            let observer = ClosureObserver(kinds) { buffer.append($0) }
            defer { intake.hand(.subscription(observer)) }
            return KeyboardObservationToken(observer, intake)
        }
        return Iterator(iteration)
    }
}

extension KeyboardObserverPool {
    /// The events, as a sequence. Each iteration buffers up to 64 events.
    public var events: KeyboardEvents {
        events(bufferingNewest: 64)
    }

    /// The events of some kinds, as a sequence.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of events.
    ///   - capacity: how many events each iteration buffers, at most; at least 1.
    public func events(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        bufferingNewest capacity: Int = 64
    ) -> KeyboardEvents {
        listen()
        return KeyboardEvents(intake, kinds, capacity: max(capacity, 1))
    }
}
