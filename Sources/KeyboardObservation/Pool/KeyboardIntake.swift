import Dispatch
import Foundation
import Synchronization

/// Receives notifications, subscriptions and cancellations for a pool, on any thread.
///
/// Tokens, sequences and the closures in the center retain the intake instead of the pool. The intake holds its pool
/// weakly, so none of these objects retains the pool.
final class KeyboardIntake: Sendable {
    private struct State {
        var queue = DeliveryQueue()
        var isWakeScheduled = false
        var isClosed = false
        var buffers: [ObjectIdentifier: any FinishableBuffer] = [:]
    }

    /// Safe: the token is only passed to the center.
    ///
    /// The center takes its lock before the center reads the token.
    private struct Registration: @unchecked Sendable {
        let token: any NSObjectProtocol
    }

    /// The removal of registrations from a center.
    ///
    /// After the removal, the registrations and the center are released.
    private final class Removal: Sendable {
        private let subject: Mutex<(registrations: [Registration], center: NotificationCenter)?>

        init(of registrations: [Registration], from center: NotificationCenter) {
            subject = Mutex((registrations, center))
        }

        func perform() {
            guard let (registrations, center) = subject.withLock({ $0.take() }) else { return }
            for registration in registrations { center.removeObserver(registration.token) }
        }
    }

    /// The queue on which registrations are removed from centers.
    ///
    /// A center releases blocks while the center holds its lock. Such a release can deallocate a pool, and the
    /// deallocation must not take the center's lock again.
    private static let removals = DispatchQueue(label: "KeyboardObservation.removals")

    /// The longest time that the deallocation of a pool waits for the removal of the pool's registrations.
    ///
    /// Normally the wait is much shorter. The wait reaches the limit only if the center itself releases the pool.
    private static let longestRemoval = DispatchTimeInterval.milliseconds(100)

    // The property is internal, because a new pool sets it, and the task-local binding reads it.
    @MainActor weak var pool: KeyboardObserverPool?
    private let state = Mutex(State())
    /// Whether the queue holds anything.
    ///
    /// The property is read for each event. Reading an atomic value is faster than taking the lock.
    private let hasWaiting = Atomic(false)
    /// The registrations with the center.
    ///
    /// The lock of this property is not held while the center is called.
    private let registrations = Mutex<[Registration]>([])

    /// Registers the pool with the center.
    ///
    /// The pool calls this method once.
    @MainActor
    func listen(to center: NotificationCenter) {
        // The operation queue is `nil`. With the queue `.main`, a post on another thread would wait until the main
        // queue is drained.
        let events = KeyboardEvent.Kind.allCases.map { kind in
            center.addObserver(forName: kind.notificationName, object: nil, queue: nil) { notification in
                let decoded = DecodedEvent.decode(notification, as: kind)
                let isDelivered = MainActorCheck.runIfOnMainActor(self, decoded, notification) {
                    $0.pool?.receive($1, $2)
                }
                if !isDelivered { self.arrive { $0.append(.event(decoded, nil)) } }
            }
        }
        let frames = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil, using: receiveFrame)
        let all = (events + [frames]).map { Registration(token: $0) }
        registrations.withLock { $0 = all }
    }

    @Sendable
    private func receiveFrame(_ notification: Notification) {
        guard let frame = notification.keyboardInfo.frameEnd, !frame.isEmpty else { return }
        let sender = notification.senderIdentity
        let isDelivered = MainActorCheck.runIfOnMainActor(self, frame, sender) {
            $0.pool?.receive(.frame($1, sender: $2))
        }
        if !isDelivered { arrive { $0.append(.frame(frame, sender: sender)) } }
    }

    /// Ends the registrations and the sequences, on any thread.
    func close(_ center: NotificationCenter) {
        let last = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        for buffer in last.buffers.values {
            buffer.finish()
        }
        let ended = registrations.withLock { registrations in
            defer { registrations = [] }
            return registrations
        }
        guard !ended.isEmpty else { return }
        let isRemoved = DispatchSemaphore(value: 0)
        // The block does not retain the center. A block that retained the center would release the center only after
        // the signal.
        let removal = Removal(of: ended, from: center)
        Self.removals.async {
            removal.perform()
            isRemoved.signal()
        }
        _ = isRemoved.wait(timeout: .now() + Self.longestRemoval)
    }

    /// Passes a change to the pool.
    ///
    /// If the caller is on the main actor, the pool performs the change immediately. Otherwise the pool performs the
    /// change asynchronously.
    func hand(_ change: SubscriptionChange) {
        let isTaken = MainActorCheck.runIfOnMainActor(self, change, ()) { intake, change, _ in
            intake.pool?.take(change)
        }
        guard !isTaken else { return }
        let removed = arrive { $0.append(change) }
        withExtendedLifetime(removed) {}
    }

    /// Whether anything waits in the queue.
    @inline(__always)
    var isWaiting: Bool {
        // The load uses the acquiring order. So the caller sees every event that was posted before the load.
        hasWaiting.load(ordering: .acquiring)
    }

    /// Calls `body` with the queue, if the pool has not been deallocated.
    @discardableResult
    func withQueue<Result: Sendable>(_ body: (inout DeliveryQueue) -> Result) -> Result? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { hasWaiting.store(!state.queue.isEmpty, ordering: .releasing) }
            return body(&state.queue)
        }
    }

    /// Changes the queue off the main actor, and schedules a delivery on the main actor.
    @discardableResult
    private func arrive<Result: Sendable>(_ change: (inout DeliveryQueue) -> Result) -> Result? {
        let (result, needsWake) = state.withLock { state -> (Result?, Bool) in
            guard !state.isClosed else { return (nil, false) }
            defer {
                state.isWakeScheduled = true
                hasWaiting.store(!state.queue.isEmpty, ordering: .releasing)
            }
            return (change(&state.queue), !state.isWakeScheduled)
        }
        guard needsWake else { return result }
        DispatchQueue.main.async {
            self.state.withLock { $0.isWakeScheduled = false }
            MainActor.assumeIsolated { self.pool?.deliverArrivals() }
        }
        return result
    }

    var waitingArrivalCount: Int {
        state.withLock { $0.queue.count }
    }

    /// Whether every iteration waits for an element.
    var buffersAreAwaited: Bool {
        state.withLock { Array($0.buffers.values) }.allSatisfy(\.isAwaited)
    }

    var bufferCount: Int {
        state.withLock { $0.buffers.count }
    }

    /// Adds a buffer, which is finished when the pool is deallocated.
    ///
    /// If the pool has already been deallocated, the buffer is finished immediately.
    func add(_ buffer: any FinishableBuffer) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.buffers[ObjectIdentifier(buffer)] = buffer }
            return state.isClosed
        }
        if isClosed { buffer.finish() }
    }

    func remove(_ buffer: any FinishableBuffer) {
        _ = state.withLock { $0.buffers.removeValue(forKey: ObjectIdentifier(buffer)) }
    }
}

/// The buffer of an iteration, regardless of the type of its elements.
protocol FinishableBuffer: AnyObject, Sendable {
    /// Whether a task waits for an element, or the buffer is finished.
    var isAwaited: Bool { get }

    func finish()
}
