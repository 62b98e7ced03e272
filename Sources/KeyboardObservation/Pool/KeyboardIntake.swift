import Dispatch
import Foundation
import Synchronization

/// Where notifications enter a pool, on whatever thread they are posted, and everything else that reaches a pool from
/// other threads.
///
/// The center's closures, the tokens and the sequences own the intake, and it knows its pool weakly: so none of them
/// keeps the pool alive, and the center, which frees its closures under its lock, frees nothing that could call it
/// back.
final class KeyboardIntake: Sendable {
    /// What reaches a pool from any thread.
    enum Arrival: Sendable {
        case event(KeyboardEvent, [KeyboardIssue])
        case subscription(ClosureObserver)
        /// Of the closure with this identity, if it is over.
        case withdrawal(ObjectIdentifier)
        case stateSubscription(KeyboardStateObserver)
        case frame(CGRect, sender: ObjectIdentifier?)
    }

    private struct State {
        var arrivals: [Arrival] = []
        var isWakeScheduled = false
        var isClosed = false
        var buffers: [ObjectIdentifier: any FinishableBuffer] = [:]
    }

    @MainActor weak var pool: KeyboardObserverPool?
    private let state = Mutex(State())
    /// Whether anything has arrived since it was looked at last: asked at each event, and cheaper than the lock.
    private let hasArrivals = Atomic(false)
    private let registrations = Mutex<[any NSObjectProtocol]>([])
    private let frameRegistration = Mutex<(any NSObjectProtocol)?>(nil)

    func listen(to center: NotificationCenter) {
        for kind in KeyboardEvent.Kind.allCases {
            // A token is not Sendable, so it is made where it is kept. The lock is held by this and by `close` alone.
            registrations.withLock { registrations in
                // No queue: `.main` would block a poster elsewhere, and hang it where the main queue is not drained.
                let registration = center.addObserver(forName: kind.notificationName, object: nil, queue: nil) {
                    self.receive($0, kind)
                }
                registrations.append(registration)
            }
        }
    }

    /// Begins to hear the real frames of a keyboard that moves.
    func listenToFrames(of center: NotificationCenter) {
        frameRegistration.withLock { registration in
            guard registration == nil else { return }
            registration = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) {
                self.receiveFrame($0)
            }
        }
    }

    func stopListeningToFrames(of center: NotificationCenter) {
        let registration = frameRegistration.withLock { $0.take() }
        if let registration { center.removeObserver(registration) }
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

    /// Ends everything: takes the registrations out of the center and ends the sequences. Callable on any thread.
    func close(_ center: NotificationCenter) {
        let last = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        // A token number that was removed may be given to a stranger, so each is taken out of here first.
        let registrations = registrations.withLock { registrations in
            defer { registrations = [] }
            return registrations
        }
        for registration in registrations {
            center.removeObserver(registration)
        }
        stopListeningToFrames(of: center)
        for buffer in last.buffers.values {
            buffer.finish()
        }
    }

    private func receive(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let delivery = Delivery(notification, kind)
        let isDelivered = MainActorCheck.runIfOnMainActor(self, delivery) { intake, delivery in
            intake.pool?.receive(delivery)
        }
        if !isDelivered { arrive(.event(delivery.event, delivery.issues)) }
    }

    /// Has the pool take this in: at once on the main actor, soon from elsewhere.
    func hand(_ arrival: Arrival) {
        let isTaken = MainActorCheck.runIfOnMainActor(self, arrival) { intake, arrival in intake.pool?.take(arrival) }
        if !isTaken { arrive(arrival) }
    }

    /// Whether something has arrived that was not taken yet.
    @inline(__always)
    var hasArrived: Bool {
        // What was posted before is seen: it was written before, and a thread that knows of it has synchronised with it.
        hasArrivals.load(ordering: .acquiring)
    }

    /// What has arrived since the last call, in order.
    func takeArrivals() -> [Arrival] {
        state.withLock { state in
            hasArrivals.store(false, ordering: .relaxed)
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    private func arrive(_ arrival: Arrival) {
        let needsWake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.arrivals.append(arrival)
            hasArrivals.store(true, ordering: .releasing)
            defer { state.isWakeScheduled = true }
            return !state.isWakeScheduled
        }
        guard needsWake else { return }
        DispatchQueue.main.async {
            self.state.withLock { $0.isWakeScheduled = false }
            MainActor.assumeIsolated { self.pool?.deliverArrivals() }
        }
    }

    var bufferCount: Int {
        state.withLock { $0.buffers.count }
    }

    /// Has the buffer finished when the pool dies: at once where it is dead already.
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

/// The buffer of an iteration, whatever its elements.
protocol FinishableBuffer: AnyObject, Sendable {
    func finish()
}
