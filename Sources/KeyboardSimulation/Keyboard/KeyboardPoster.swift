import Foundation
import KeyboardObservation

/// Posts the notifications of a simulated keyboard.
///
/// The pair of *will* events is posted immediately, and the pair of *did* events later.
@MainActor
final class KeyboardPoster {
    private let scheduler: any KeyboardScheduler
    private let actions: ActionQueue
    private(set) var center: NotificationCenter?
    /// The events that have not been posted yet, in order.
    private var outbox: [Outgoing] = []
    private var nextPost: KeyboardScheduledAction?
    private var transitionCount = 0
    private var endOfTransition: KeyboardScheduledAction?
    private var lateDids: [KeyboardScheduledAction] = []

    private struct Outgoing {
        let event: KeyboardEvent
        let object: SimulatedScreen?
        /// The time between the previous event and this event.
        var gap: Duration
    }

    init(scheduler: any KeyboardScheduler, actions: ActionQueue) {
        self.scheduler = scheduler
        self.actions = actions
    }

    deinit {
        endOfTransition?.cancel()
        nextPost?.cancel()
        for did in lateDids { did.cancel() }
    }

    /// Whether the running transition still has events to post.
    ///
    /// The events are the *did* events or the second event of the *will* pair.
    var isTransitionUnderWay: Bool {
        endOfTransition != nil || outbox.contains { [.willShow, .willHide].contains($0.event.kind) }
    }

    func start(_ center: NotificationCenter) {
        self.center = center
    }

    /// Stops posting until the next start.
    func stop() {
        center = nil
        nextPost?.cancel()
        nextPost = nil
        // An observer may have stopped the keyboard between the two events of a pair.
        outbox = []
    }

    /// Ends the running transition without posting its *did* events.
    func endTransition() {
        endOfTransition?.cancel()
        endOfTransition = nil
        transitionCount += 1
        for did in lateDids { did.cancel() }
        lateDids = []
    }

    /// Posts the *will* events now, and the *did* events after a delay, which a fault can change.
    ///
    /// - Parameters:
    ///   - post: The events.
    ///   - object: The object of the notifications.
    ///   - delay: The time between the *will* events and the *did* events, in seconds.
    ///   - gap: The time between the two events of a pair, in seconds.
    ///   - faults: The faults of this transition.
    ///   - willEnd: A closure that is called before the *did* events are posted.
    ///   - didEnd: A closure that is called after the *did* events are posted. If an observer of the *did* events
    ///     begins another transition, the closure is not called.
    func post(
        _ post: KeyboardPost,
        from object: SimulatedScreen?,
        didAfter delay: Double,
        pairGap gap: Double,
        faults: [SimulatedKeyboard.Fault],
        willEnd: @escaping @MainActor () -> Void,
        didEnd: @escaping @MainActor () -> Void
    ) {
        let did = post.did
        endOfTransition?.cancel()
        transitionCount += 1
        let transition = transitionCount
        let isDidOnTime = !faults.contains { [.didEarly, .didLate, .didMissing].contains($0) }
        endOfTransition = scheduler.schedule(after: .delay(seconds: delay)) { [weak self] in
            self?.actions.perform { [weak self] in
                // Another transition may have begun while this action was postponed.
                guard let self, transitionCount == transition else { return }
                endOfTransition = nil
                willEnd()
                if isDidOnTime { self.post(did, from: object, gap) }
                if transitionCount == transition { didEnd() }
            }
        }
        self.post(post.will, from: object, gap)
        // An observer of the *will* events may have stopped the keyboard.
        guard !isDidOnTime, !faults.contains(.didMissing), transitionCount == transition else { return }
        // In a log of an instant *hide*, the *did* events are posted after 7 ms. The reported duration of this *hide*
        // is 250 ms. The log is in react-native-keyboard-controller #539 (6861faf).
        postLater(did, from: object, gap, after: faults.contains(.didEarly) ? min(0.007, delay) : delay + 0.5)
    }

    /// Reports a frame in motion.
    func postFrame(_ frame: CGRect, from object: SimulatedScreen?) {
        center?.post(
            name: .keyboardFrameInMotion,
            object: object,
            userInfo: [KeyboardUserInfoKey.frameEnd: frame]
        )
    }

    /// Posts early or late *did* events.
    ///
    /// The next transition does not cancel these events.
    private func postLater(_ did: [KeyboardEvent], from object: SimulatedScreen?, _ gap: Double, after delay: Double) {
        lateDids.removeAll { !$0.isWaiting }
        lateDids.append(
            scheduler.schedule(after: .delay(seconds: delay)) { [weak self] in
                self?.actions.perform { [weak self] in self?.post(did, from: object, gap) }
            }
        )
    }

    /// Posts the events after all waiting events.
    ///
    /// The gap is the time between the two events of a pair.
    private func post(_ events: [KeyboardEvent], from object: SimulatedScreen?, _ gap: Double) {
        guard center != nil else { return }
        for (index, event) in events.enumerated() {
            outbox.append(Outgoing(event: event, object: object, gap: index == 0 ? .zero : .delay(seconds: gap)))
        }
        if nextPost == nil { postOutbox() }
    }

    private func postOutbox() {
        while let center, let next = outbox.first {
            guard next.gap == .zero else {
                nextPost = scheduler.schedule(after: next.gap) { [weak self] in
                    self?.actions.perform { [weak self] in
                        guard let self, nextPost?.isWaiting == false else { return }
                        nextPost = nil
                        outbox[0].gap = .zero
                        postOutbox()
                    }
                }
                return
            }
            outbox.removeFirst()
            var notification = next.event.notification
            if let object = next.object { notification.object = object }
            center.post(notification)
        }
    }
}

/// Performs one action at a time.
///
/// If an observer requests an action during another action, the new action is postponed. Therefore no other
/// notification is posted between the two events of a pair.
@MainActor
final class ActionQueue {
    private var isPerforming = false
    private var postponed: [@MainActor () -> Void] = []

    /// Whether the keyboard was stopped during the running action.
    ///
    /// The interrupted action posts no more events, even if the keyboard was started again.
    private(set) var isInterrupted = false

    func perform(_ action: @escaping @MainActor () -> Void) {
        postponed.append(action)
        guard !isPerforming else { return }
        isPerforming = true
        performPostponed()
        isPerforming = false
    }

    /// Performs the postponed actions now, even during another action.
    func performPostponed() {
        while !postponed.isEmpty {
            postponed.removeFirst()()
            isInterrupted = false
        }
    }

    /// Marks the running action as interrupted.
    func interrupt() {
        isInterrupted = isPerforming
    }
}
