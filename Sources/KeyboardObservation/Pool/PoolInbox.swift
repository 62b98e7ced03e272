import Dispatch
import Foundation
import Synchronization

/// Tokens, sequences and the notification center retain the inbox instead of the pool.
final class PoolInbox: Sendable {
    private struct State {
        var queue = InputQueue()
        var isWakeScheduled = false
        var isClosed = false
        var buffers: [ObjectIdentifier: any FinishableBuffer] = [:]
    }

    /// Safe: the inbox only passes the token to the center, and the center reads the token under a lock.
    private struct Registration: @unchecked Sendable {
        let token: any NSObjectProtocol
    }

    private final class Registrations: Sendable {
        private let subject: Mutex<(registrations: [Registration], center: NotificationCenter)?>

        init(_ registrations: [Registration], with center: NotificationCenter) {
            subject = Mutex((registrations, center))
        }

        func remove() {
            guard let (registrations, center) = subject.withLock({ $0.take() }) else { return }
            for registration in registrations { center.removeObserver(registration.token) }
        }
    }

    /// A notification center can release a pool while the center holds its lock.
    ///
    /// `removeObserver` also needs the lock, so another thread must call `removeObserver`.
    private static let removals = DispatchQueue(label: "KeyboardObservation.removals")

    /// `close()` waits at most this long for the registrations to be removed.
    ///
    /// The removal takes longer only if the center itself releases the pool.
    private static let longestRemoval = DispatchTimeInterval.milliseconds(100)

    @MainActor weak var pool: KeyboardObserverPool?
    private let state = Mutex(State())
    /// The pool reads this flag at each event, without the lock.
    private let hasWaiting = Atomic(false)
    private let registrations = Mutex<Registrations?>(nil)

    @MainActor
    func listen(to center: NotificationCenter) {
        // If the parameter `queue` were `.main`, a post on another thread would wait until the main queue runs.
        let events = KeyboardEvent.Kind.allCases.map { kind in
            center.addObserver(forName: kind.notificationName, object: nil, queue: nil) { notification in
                var event = KeyboardEvent(kind, info: Notification.KeyboardInfo(), sender: notification.senderIdentity)
                var issues: [KeyboardIssue] = []
                KeyboardPayload.read(notification.userInfo, into: &event.info) { key, expected, found in
                    issues.append(.unreadableValue(kind, key: key, expected: expected, found: found))
                }
                let decoded = DecodedEvent(event: event, issues: issues)
                let isDelivered = MainActorCheck.runIfOnMainActor(self, decoded, notification) {
                    $0.pool?.receive($1, $2)
                }
                if !isDelivered { self.arrive { $0.append(.event(decoded, nil)) } }
            }
        }
        let frames = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) { notification in
            guard let frame = notification.keyboardInfo.frameEnd, !frame.isEmpty else { return }
            let sender = notification.senderIdentity
            let isDelivered = MainActorCheck.runIfOnMainActor(self, frame, sender) { $0.pool?.receive($1, $2) }
            if !isDelivered { self.arrive { $0.append(.frameInMotion(frame, sender: sender)) } }
        }
        let all = Registrations((events + [frames]).map { Registration(token: $0) }, with: center)
        registrations.withLock { $0 = all }
    }

    func close() {
        let last = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        for buffer in last.buffers.values { buffer.end(discardsElements: false) }
        guard let ended = registrations.withLock({ $0.take() }) else { return }
        let isRemoved = DispatchSemaphore(value: 0)
        Self.removals.async {
            ended.remove()
            isRemoved.signal()
        }
        _ = isRemoved.wait(timeout: .now() + Self.longestRemoval)
    }

    /// If the caller is off the main actor, the pool receives the change later, on the main actor.
    func hand(_ change: SubscriptionChange) {
        let isTaken = MainActorCheck.runIfOnMainActor(self, change, ()) { inbox, change, _ in
            inbox.pool?.take(change)
        }
        guard !isTaken else { return }
        arrive { $0.append(.change(change)) }
    }

    @inline(__always)
    var isWaiting: Bool {
        // The acquiring load guarantees that the main actor sees every event that was posted earlier.
        hasWaiting.load(ordering: .acquiring)
    }

    /// Returns `nil` if the pool has been deallocated.
    @discardableResult
    func withQueue<Result: Sendable>(_ body: (inout InputQueue) -> Result) -> Result? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { hasWaiting.store(!state.queue.isEmpty, ordering: .releasing) }
            return body(&state.queue)
        }
    }

    @discardableResult
    private func arrive<Result: Sendable>(_ change: (inout InputQueue) -> Result) -> Result? {
        let result = withQueue(change)
        let needsWake = state.withLock { state in
            defer { state.isWakeScheduled = true }
            return !state.isWakeScheduled && !state.isClosed
        }
        guard needsWake else { return result }
        Task.detached { @MainActor [self] in
            state.withLock { $0.isWakeScheduled = false }
            pool?.deliverArrivals()
        }
        return result
    }

    var waitingArrivalCount: Int {
        state.withLock { $0.queue.count }
    }

    var buffersAreAwaited: Bool {
        state.withLock { Array($0.buffers.values) }.allSatisfy(\.isAwaited)
    }

    var bufferCount: Int {
        state.withLock { $0.buffers.count }
    }

    func add(_ buffer: any FinishableBuffer) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.buffers[ObjectIdentifier(buffer)] = buffer }
            return state.isClosed
        }
        if isClosed { buffer.end(discardsElements: false) }
    }

    func remove(_ buffer: any FinishableBuffer) {
        _ = state.withLock { $0.buffers.removeValue(forKey: ObjectIdentifier(buffer)) }
    }
}

/// The buffer of one iteration over a ``KeyboardSequence``, for any type of elements.
protocol FinishableBuffer: AnyObject, Sendable {
    /// `true` if a task waits for the next element, or if the iteration has ended.
    var isAwaited: Bool { get }

    /// If `discardsElements` is `false`, the iteration still returns the buffered elements before it ends.
    func end(discardsElements: Bool)
}
