/// The events of a pool, for `for await`.
///
/// ```swift
/// for await event in pool.events { print(event.kind) }
/// ```
///
/// An iteration begins when it is made (at `for await`, on whatever actor that runs) and hears every event from then
/// on, in its place in the pool's order. Events that come faster than they are taken wait in a buffer of its own; when
/// that is full the oldest is dropped, and counted in ``droppedCount``. An iteration ends, and leaves the pool, when
/// it is dropped, when its task is cancelled (`next()` returns `nil` at once, and what waits is discarded) and when
/// the pool dies (what waits is still given). It keeps no pool alive.
public struct KeyboardEvents: AsyncSequence, Sendable {
    public typealias Element = KeyboardEvent
    public typealias Failure = Never
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

    /// How many events were dropped so far, in all iterations of this value and its copies, because nobody took them
    /// in time. Readable on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration. Callable on any thread; events that are posted there afterwards are heard.
    public func makeAsyncIterator() -> Iterator {
        let iteration = StreamIteration<KeyboardEvent>(intake, capacity: capacity, drops: drops) { buffer in
            let observer = ClosureObserver(kinds) { buffer.append($0) }
            defer { intake.hand(.subscription(observer)) }
            return KeyboardObservationToken(observer, intake)
        }
        return Iterator(iteration)
    }
}
