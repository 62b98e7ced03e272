/// An asynchronous sequence of the events of a pool.
///
/// ```swift
/// for await event in pool.events { print(event.kind) }
/// ```
///
/// An iteration begins when its iterator is created. A `for await` loop creates its iterator when the loop starts, on
/// any actor. The iteration receives every later event, in the pool's order. Events that wait for the iteration are
/// buffered. When the buffer is full, the oldest event is dropped and counted in ``droppedCount``.
///
/// An iteration receives posted events only. ``KeyboardObserverPool/keyboard`` is the current state.
///
/// An iteration ends when its iterator is deallocated, when its task is cancelled, and when the pool is deallocated.
/// After a cancellation, `next()` returns `nil` immediately, and the buffer is discarded. After the deallocation of the
/// pool, the buffered events are still returned. The sequence does not retain the pool.
public struct KeyboardEvents: AsyncSequence, Sendable {
    /// The type of the elements, which are events.
    public typealias Element = KeyboardEvent
    /// The type of the errors.
    ///
    /// The sequence never throws an error.
    public typealias Failure = Never
    /// The type of the iterators.
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

    /// The number of events that were dropped from full buffers, in all iterations of this value and its copies.
    ///
    /// The property may be read on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration.
    ///
    /// This method may be called on any thread. The iteration receives every event that is posted afterwards on the
    /// same thread.
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
    /// A sequence of all events.
    ///
    /// Each iteration buffers up to 64 events.
    public var events: KeyboardEvents {
        events(bufferingNewest: 64)
    }

    /// Returns a sequence of the events of these kinds.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of events.
    ///   - capacity: The largest number of events that each iteration buffers; at least 1.
    /// - Returns: The sequence.
    public func events(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        bufferingNewest capacity: Int = 64
    ) -> KeyboardEvents {
        listen()
        return KeyboardEvents(intake, kinds, capacity: max(capacity, 1))
    }
}
