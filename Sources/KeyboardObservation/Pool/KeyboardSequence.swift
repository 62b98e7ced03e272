/// An asynchronous sequence of the events or the states of a pool.
///
/// ```swift
/// for await event in pool.events { print(event.kind) }
/// for await state in pool.states { inset = geometry.insets(of: frame, in: bounds, with: state).bottom }
/// ```
///
/// A `for await` loop can run on any actor. An iteration begins when the loop starts. The iteration receives every
/// subsequent element, in the pool's order. While the loop handles an element, the sequence buffers the later elements.
/// If the buffer is full, the sequence drops the oldest element and increments ``droppedCount``.
///
/// An iteration ends in three cases:
///
/// - The iterator is deallocated.
/// - The task is cancelled.
/// - The pool is deallocated.
///
/// If the task is cancelled, `next()` returns `nil` immediately, and the iterator discards the buffered elements. If
/// the pool is deallocated, `next()` returns the buffered elements before it returns `nil`. The sequence does not
/// retain the pool.
public struct KeyboardSequence<Element: Sendable>: AsyncSequence, Sendable {
    private let inbox: PoolInbox
    private let capacity: Int
    private let subscribe: @Sendable (StreamBuffer<Element>) -> KeyboardObservationToken
    private let drops = DropCounter()

    /// The closure `subscribe` is called once for each iteration.
    ///
    /// It returns the token of the subscription.
    ///
    /// Until the token is released or cancelled, each new element is added to the buffer that the closure received.
    init(
        _ inbox: PoolInbox,
        capacity: Int,
        subscribe: @escaping @Sendable (StreamBuffer<Element>) -> KeyboardObservationToken
    ) {
        self.inbox = inbox
        self.capacity = Swift.max(capacity, 1)
        self.subscribe = subscribe
    }

    /// The number of elements that were dropped because a buffer was full.
    ///
    /// The number includes the dropped elements of all iterations over this sequence and its copies. You can read the
    /// property on any thread.
    public var droppedCount: Int {
        drops.count
    }

    /// Begins an iteration.
    ///
    /// You can call this method on any thread. After `makeAsyncIterator()` has returned, an iteration over events
    /// receives every event that the calling thread posts. If you call `makeAsyncIterator()` off the main actor, the
    /// pool performs the subscription later, on the main actor. An iteration over ``KeyboardObserverPool/states``
    /// begins with the keyboard's state at the time of the subscription.
    public func makeAsyncIterator() -> Iterator {
        Iterator(iteration: Iteration(inbox, StreamBuffer(capacity: capacity, drops: drops), subscribe))
    }

    /// The iterator of a sequence.
    ///
    /// An iterator can be created and deallocated on any thread.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let iteration: Iteration

        /// Waits for the next element and returns it; returns `nil` if the iteration has ended.
        nonisolated(nonsending) public mutating func next() async -> Element? {
            await iteration.next(isolation: #isolation)
        }

        /// Waits for the next element and returns it; returns `nil` if the iteration has ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await iteration.next(isolation: actor)
        }
    }

    fileprivate final class Iteration: Sendable {
        private let buffer: StreamBuffer<Element>
        private let token: KeyboardObservationToken
        private let inbox: PoolInbox

        init(
            _ inbox: PoolInbox,
            _ buffer: StreamBuffer<Element>,
            _ subscribe: (StreamBuffer<Element>) -> KeyboardObservationToken
        ) {
            self.buffer = buffer
            self.inbox = inbox
            inbox.add(buffer)
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
            inbox.remove(buffer)
            buffer.end(discardsElements: true)
        }
    }
}

extension KeyboardObserverPool {
    /// A sequence of all events.
    ///
    /// Each iteration buffers up to 64 events.
    public var events: KeyboardSequence<KeyboardEvent> {
        events()
    }

    /// An iteration receives only events that the pool begins to deliver after the iteration has begun.
    ///
    /// Each iteration buffers up to `capacity` elements. The lowest capacity is 1.
    package func events(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        bufferingNewest capacity: Int = 64
    ) -> KeyboardSequence<KeyboardEvent> {
        listen()
        return KeyboardSequence(inbox, capacity: capacity) { [inbox] buffer in
            let observer = ClosureObserver(kinds) { buffer.append($0) }
            defer { inbox.hand(.subscription(observer)) }
            return KeyboardObservationToken(observer, inbox)
        }
    }

    /// A sequence of the keyboard's states, beginning with the current state.
    ///
    /// Each iteration buffers up to 64 states.
    public var states: KeyboardSequence<KeyboardState> {
        states()
    }

    /// If only ``KeyboardState/transition`` has changed, an iteration does not receive the new state.
    ///
    /// At each event, the pool calls the event's observers before an iteration receives the new state.
    ///
    /// Each iteration buffers up to `capacity` elements. The lowest capacity is 1.
    package func states(
        startingWithCurrent: Bool = true,
        bufferingNewest capacity: Int = 64
    ) -> KeyboardSequence<KeyboardState> {
        listen()
        return KeyboardSequence(inbox, capacity: capacity) { [inbox] buffer in
            let observer = KeyboardStateObserver(startingWithCurrent: startingWithCurrent) { buffer.append($0) }
            defer { inbox.hand(.stateSubscription(observer)) }
            return KeyboardObservationToken(observer)
        }
    }
}
