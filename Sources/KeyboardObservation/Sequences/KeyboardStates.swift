/// An asynchronous sequence of the states of a pool's keyboard.
///
/// ```swift
/// for await state in pool.states { inset = geometry.insets(of: frame, in: bounds, with: state).bottom }
/// ```
///
/// Iterations have the buffers and lifetimes that ``KeyboardEvents`` describes. An iteration begins with the current
/// state, unless the sequence was created with `startingWithCurrent: false`. The iteration skips a state that differs
/// from the previous state only in its transition. When an event changes the state, the pool calls the event's
/// observers first, and the iteration receives the state afterwards.
public struct KeyboardStates: AsyncSequence, Sendable {
    /// The type of the elements, which are states.
    public typealias Element = KeyboardState
    /// The type of the errors.
    ///
    /// The sequence never throws an error.
    public typealias Failure = Never
    /// The type of the iterators.
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

    /// The number of states that were dropped from full buffers, in all iterations of this value and its copies.
    ///
    /// The property may be read on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration.
    ///
    /// This method may be called on any thread. If it is called off the main actor, the first state is the state when
    /// the main actor receives the subscription.
    public func makeAsyncIterator() -> Iterator {
        let iteration = StreamIteration<KeyboardState>(intake, capacity: capacity, drops: drops) { buffer in
            let observer = KeyboardStateObserver(startingWithCurrent: startsWithCurrent) { buffer.append($0) }
            defer { intake.hand(.stateSubscription(observer)) }
            return KeyboardObservationToken(observer)
        }
        return Iterator(iteration)
    }
}

extension KeyboardObserverPool {
    /// A sequence of the keyboard's states, beginning with the current state.
    ///
    /// Each iteration buffers up to 64 states.
    public var states: KeyboardStates {
        states(bufferingNewest: 64)
    }

    /// Returns a sequence of the keyboard's states.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: Whether each iteration begins with the current state.
    ///   - capacity: The largest number of states that each iteration buffers; at least 1. With a capacity of 1, an
    ///     iteration always receives the newest state.
    /// - Returns: The sequence.
    public func states(startingWithCurrent: Bool = true, bufferingNewest capacity: Int = 64) -> KeyboardStates {
        listen()
        return KeyboardStates(intake, startingWithCurrent: startingWithCurrent, capacity: max(capacity, 1))
    }
}
