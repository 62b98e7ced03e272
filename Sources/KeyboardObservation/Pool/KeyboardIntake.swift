import Dispatch
import Foundation
import Synchronization

/// Receives posted notifications, subscriptions and cancellations for a pool, on any thread.
///
/// The center's closures, the tokens and the sequences retain the intake, and the intake holds its pool weakly.
/// Therefore the closures, tokens and sequences do not retain the pool.
final class KeyboardIntake: Sendable {
    /// An event, a frame, a subscription or a cancellation that a pool receives from any thread.
    enum Arrival: Sendable {
        case event(DecodedEvent)
        case subscription(ClosureObserver)
        /// The closure with this identity has been cancelled.
        case withdrawal(ObjectIdentifier)
        case stateSubscription(KeyboardStateObserver)
        case frame(CGRect, sender: ObjectIdentifier?)
    }

    private struct State {
        var arrivals = ArrivalQueue()
        var isWakeScheduled = false
        var isClosed = false
        var buffers: [ObjectIdentifier: any FinishableBuffer] = [:]
    }

    /// Safe: the token is only passed to the center, which takes its lock to read it.
    private struct Registration: @unchecked Sendable {
        let token: any NSObjectProtocol
    }

    /// The removal of registrations from a center.
    ///
    /// The registrations and the center are released when the removal has been performed.
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

    /// Removes registrations from centers.
    ///
    /// A center frees blocks while it holds its lock. So a pool or a screen can be deallocated under that lock, and must
    /// not take the lock again.
    private static let removals = DispatchQueue(label: "KeyboardObservation.removals")

    /// The longest time for which the deallocation of a pool waits for the removal of its registrations.
    ///
    /// The wait normally ends long before this limit. It reaches the limit only if the center deallocates the pool.
    private static let longestRemoval = DispatchTimeInterval.milliseconds(100)

    // Internal, because the pool sets it when it is created, and the current pool is read here.
    @MainActor weak var pool: KeyboardObserverPool?
    private let state = Mutex(State())
    /// Whether anything has arrived since the last call of `takeArrivals()`.
    ///
    /// Each event reads this property, and reading an atomic value costs less than taking the lock.
    private let hasArrivals = Atomic(false)
    /// The registrations with the center, which is called without the lock.
    private let registrations = Mutex<[Registration]>([])

    /// Registers the pool with the center.
    ///
    /// The pool calls this method once.
    @MainActor
    func listen(to center: NotificationCenter) {
        // The queue is `nil`, because `.main` would block a post on another thread until the main queue is drained.
        let events = KeyboardEvent.Kind.allCases.map { kind in
            center.addObserver(forName: kind.notificationName, object: nil, queue: nil) { self.receive($0, kind) }
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
            $0.pool?.receive(frame: $1, sender: $2)
        }
        if !isDelivered { arrive(.frame(frame, sender: sender)) }
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
        // The block itself would release the center after the signal.
        let removal = Removal(of: ended, from: center)
        Self.removals.async {
            removal.perform()
            isRemoved.signal()
        }
        _ = isRemoved.wait(timeout: .now() + Self.longestRemoval)
    }

    private func receive(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let decoded = DecodedEvent.decode(notification, as: kind)
        let isDelivered = MainActorCheck.runIfOnMainActor(self, decoded, notification) { $0.pool?.receive($1, $2) }
        if !isDelivered { arrive(.event(decoded)) }
    }

    /// Passes an arrival to the pool, immediately on the main actor, and asynchronously off the main actor.
    func hand(_ arrival: Arrival) {
        let isTaken = MainActorCheck.runIfOnMainActor(self, arrival, ()) { intake, arrival, _ in
            intake.pool?.take(arrival)
        }
        if !isTaken { arrive(arrival) }
    }

    /// Whether an arrival waits.
    @inline(__always)
    var hasArrived: Bool {
        // The load is acquiring, because it must see the arrivals of all posts that happened before it.
        hasArrivals.load(ordering: .acquiring)
    }

    /// Removes and returns the arrivals since the last call, in order, and returns the number of events that were
    /// dropped.
    func takeArrivals() -> (arrivals: [Arrival], droppedEventCount: Int) {
        state.withLock { state in
            hasArrivals.store(false, ordering: .relaxed)
            return state.arrivals.takeAll()
        }
    }

    private func arrive(_ arrival: Arrival) {
        let (needsWake, removed) = state.withLock { state -> (Bool, [Arrival]) in
            guard !state.isClosed else { return (false, []) }
            let removed = state.arrivals.append(arrival)
            hasArrivals.store(true, ordering: .releasing)
            defer { state.isWakeScheduled = true }
            return (!state.isWakeScheduled, removed)
        }
        withExtendedLifetime(removed) {}
        guard needsWake else { return }
        DispatchQueue.main.async {
            self.state.withLock { $0.isWakeScheduled = false }
            MainActor.assumeIsolated { self.pool?.deliverArrivals() }
        }
    }

    var waitingArrivalCount: Int {
        state.withLock { $0.arrivals.count }
    }

    /// Whether each iteration waits for an element.
    var buffersAreAwaited: Bool {
        state.withLock { Array($0.buffers.values) }.allSatisfy(\.isAwaited)
    }

    var bufferCount: Int {
        state.withLock { $0.buffers.count }
    }

    /// Finishes the buffer when the pool is deallocated, or immediately if the pool has been deallocated.
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

/// The buffer of an iteration, with elements of any type.
protocol FinishableBuffer: AnyObject, Sendable {
    /// Whether a task waits for an element, or no element follows.
    var isAwaited: Bool { get }

    func finish()
}
