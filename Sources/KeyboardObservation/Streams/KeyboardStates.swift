/// What a pool's keyboard is, each time that it has changed, for `for await`.
///
/// ```swift
/// for await state in pool.states { inset = geometry.insets(of: frame, in: bounds, with: state).bottom }
/// ```
///
/// It is to ``KeyboardObserverPool/keyboard`` what ``KeyboardEvents`` is to events, and follows the same rules:
/// bounded, the oldest dropped and counted; ended by cancellation, by being dropped, and with the pool. A state that is
/// equal to the one before is not told again. States come after the observers of the event that made them.
public struct KeyboardStates: AsyncSequence, Sendable {
    public typealias Element = KeyboardState
    public typealias Failure = Never
    public typealias Iterator = KeyboardStreamIterator<KeyboardState>

    private let intake: KeyboardIntake
    private let startsWithCurrent: Bool
    private let capacity: Int
    private let drops = DropCounter()

    init(_ intake: KeyboardIntake, startingWithCurrent: Bool, capacity: Int) {
        self.intake = intake
        startsWithCurrent = startingWithCurrent
        self.capacity = capacity
    }

    /// How many states were dropped so far, in all iterations of this value and its copies, because nobody took them in
    /// time. Readable on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration. Callable on any thread; elsewhere than on the main actor, its first state is that of the
    /// moment in which the main actor hears of it.
    public func makeAsyncIterator() -> Iterator {
        let iteration = StreamIteration<KeyboardState>(intake, capacity: capacity, drops: drops) { buffer in
            let observer = KeyboardStateObserver(startingWithCurrent: startsWithCurrent) { buffer.append($0) }
            defer { intake.hand(.stateSubscription(observer)) }
            return KeyboardObservationToken(observer)
        }
        return Iterator(iteration)
    }
}
