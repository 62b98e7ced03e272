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
        case event(KeyboardEvent, [KeyboardIssue])
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

    /// Removes the registrations of deallocated pools.
    static let removals = DispatchQueue(label: "KeyboardObservation.removals")

    @MainActor weak var pool: KeyboardObserverPool?
    private let state = Mutex(State())
    /// Whether anything has arrived since the last call of `takeArrivals()`.
    ///
    /// Each event reads this property, and reading an atomic value costs less than taking the lock.
    private let hasArrivals = Atomic(false)
    private let registrations = Mutex<[Registration]>([])
    private let frameRegistration = Mutex<Registration?>(nil)

    /// Registers the pool with the center.
    ///
    /// The pool calls this method once.
    @MainActor
    func listen(to center: NotificationCenter) {
        for kind in KeyboardEvent.Kind.allCases {
            // The queue is `nil`, because `.main` would block a post on another thread until the main queue is drained.
            let token = center.addObserver(forName: kind.notificationName, object: nil, queue: nil) {
                self.receive($0, kind)
            }
            let registration = Registration(token: token)
            registrations.withLock { $0.append(registration) }
        }
    }

    /// Starts receiving the frames that a source reports.
    @MainActor
    func listenToFrames(of center: NotificationCenter) {
        guard !listensToFrames else { return }
        let token = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) {
            self.receiveFrame($0)
        }
        let registration = Registration(token: token)
        frameRegistration.withLock { $0 = registration }
    }

    @MainActor
    func stopListeningToFrames(of center: NotificationCenter) {
        let registration = frameRegistration.withLock { $0.take() }
        if let registration { center.removeObserver(registration.token) }
    }

    var listensToFrames: Bool {
        frameRegistration.withLock { $0 != nil }
    }

    private func receiveFrame(_ notification: Notification) {
        guard let frame = notification.keyboardInfo.frameEnd, !frame.isEmpty else { return }
        let sender = notification.senderIdentity
        let isDelivered = MainActorCheck.runIfOnMainActor(self, (frame, sender)) { intake, report in
            intake.pool?.receive(frame: report.0, sender: report.1)
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
        var registrations = registrations.withLock { registrations in
            defer { registrations = [] }
            return registrations
        }
        if let registration = frameRegistration.withLock({ $0.take() }) { registrations.append(registration) }
        guard !registrations.isEmpty else { return }
        // The center may deallocate the pool while it holds its lock, because a block that the center frees may hold
        // the last reference. Until the registrations are removed, their `pool` is `nil`.
        Self.removals.async { [registrations] in
            for registration in registrations { center.removeObserver(registration.token) }
        }
    }

    private func receive(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let delivery = Delivery(notification, kind)
        let isDelivered = MainActorCheck.runIfOnMainActor(self, delivery) { intake, delivery in
            intake.pool?.receive(delivery)
        }
        if !isDelivered { arrive(.event(delivery.event, delivery.issues)) }
    }

    /// Passes an arrival to the pool, immediately on the main actor, and asynchronously off the main actor.
    func hand(_ arrival: Arrival) {
        let isTaken = MainActorCheck.runIfOnMainActor(self, arrival) { intake, arrival in intake.pool?.take(arrival) }
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
    func finish()
}
