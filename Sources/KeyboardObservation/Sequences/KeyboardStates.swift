/// The states of a pool's keyboard, as an asynchronous sequence.
///
/// ```swift
/// for await state in pool.states { inset = geometry.insets(of: frame, in: bounds, with: state).bottom }
/// ```
///
/// It follows the rules of ``KeyboardEvents``. An iteration begins with the current state, unless the sequence was
/// created without it, and a state that equals the previous one is skipped. A state follows the observers of the event
/// that changed it.
public struct KeyboardStates: AsyncSequence, Sendable {
    /// A state.
    public typealias Element = KeyboardState
    /// The sequence never fails.
    public typealias Failure = Never
    /// One iteration.
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

    /// The number of states that were dropped from full buffers, in all iterations of this value and its copies. It may
    /// be read on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration. It may be called on any thread. Off the main actor, its first state is the one at the moment
    /// when the main actor takes the subscription.
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
    /// The states of the keyboard, from the current one on, as a sequence. Each iteration buffers up to 64 states.
    public var states: KeyboardStates {
        states(bufferingNewest: 64)
    }

    /// The states of the keyboard, as a sequence.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: whether each iteration begins with the current state.
    ///   - capacity: how many states each iteration buffers, at most; at least 1. With 1, an iteration always gets the
    ///     newest state.
    public func states(startingWithCurrent: Bool = true, bufferingNewest capacity: Int = 64) -> KeyboardStates {
        listen()
        return KeyboardStates(intake, startingWithCurrent: startingWithCurrent, capacity: max(capacity, 1))
    }
}
