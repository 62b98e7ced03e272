import Foundation
import KeyboardObservation

@MainActor
final class KeyboardPoster {
    private let scheduler: any KeyboardScheduler
    private let actions: ActionQueue
    var center: NotificationCenter?
    private var outbox: [(event: KeyboardEvent, object: SimulatedScreen?)] = []
    private var transitionCount = 0
    private var endOfTransition: KeyboardScheduledAction?
    private var lateDids: [KeyboardScheduledAction] = []

    init(scheduler: any KeyboardScheduler, actions: ActionQueue) {
        self.scheduler = scheduler
        self.actions = actions
    }

    deinit {
        endOfTransition?.cancel()
        for did in lateDids { did.cancel() }
    }

    var isTransitionUnderWay: Bool {
        endOfTransition != nil
    }

    func stop() {
        center = nil
        // If an observer of willChangeFrame stops the keyboard, willShow must not be posted.
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

    /// If an observer of the *did* events begins another transition, `didEnd` is not called.
    func post(
        _ post: KeyboardPost,
        from object: SimulatedScreen?,
        didAfter delay: Duration,
        faults: [SimulatedKeyboard.Fault],
        willEnd: @escaping @MainActor () -> Void,
        didEnd: @escaping @MainActor () -> Void
    ) {
        let did = post.did
        endOfTransition?.cancel()
        transitionCount += 1
        let transition = transitionCount
        let isDidOnTime = !faults.contains { [.didEarly, .didLate, .didMissing].contains($0) }
        endOfTransition = scheduler.schedule(after: delay) { [weak self] in
            self?.actions.perform { [weak self] in
                // A new transition may have begun while the action waited in the queue.
                guard let self, transitionCount == transition else { return }
                endOfTransition = nil
                willEnd()
                if isDidOnTime { self.post(did, from: object) }
                if transitionCount == transition { didEnd() }
            }
        }
        self.post(post.will, from: object)
        // An observer of the *will* events may have stopped the keyboard.
        guard !isDidOnTime, !faults.contains(.didMissing), transitionCount == transition else { return }
        // In a log of react-native-keyboard-controller #539 (6861faf), a *hide* reports a duration of 250 ms, but its
        // *did* events are posted after 7 ms.
        let isEarly = faults.contains(.didEarly)
        postLater(did, from: object, after: isEarly ? min(.milliseconds(7), delay) : delay + .milliseconds(500))
    }

    /// Posts the *will* and *did* events at once, and does not interrupt a running transition.
    func post(_ post: KeyboardPost, from object: SimulatedScreen?) {
        self.post(post.will + post.did, from: object)
    }

    func postFrame(_ frame: CGRect, from object: SimulatedScreen?) {
        center?.post(
            name: .keyboardFrameInMotion,
            object: object,
            userInfo: [KeyboardUserInfoKey.frameEnd: frame]
        )
    }

    /// A new transition does not cancel the early or late *did* events.
    private func postLater(_ did: [KeyboardEvent], from object: SimulatedScreen?, after delay: Duration) {
        lateDids.removeAll { !$0.isWaiting }
        lateDids.append(
            scheduler.schedule(after: delay) { [weak self] in
                self?.actions.perform { [weak self] in self?.post(did, from: object) }
            }
        )
    }

    private func post(_ events: [KeyboardEvent], from object: SimulatedScreen?) {
        guard center != nil else { return }
        for event in events { outbox.append((event, object)) }
        while let center, !outbox.isEmpty {
            let (event, object) = outbox.removeFirst()
            var notification = event.notification
            if let object { notification.object = object }
            center.post(notification)
        }
    }
}

/// A request of an observer waits until the running action has ended.
///
/// So willShow directly follows willChangeFrame, even if an observer of willChangeFrame hides the keyboard.
@MainActor
final class ActionQueue {
    private var isPerforming = false
    private var postponed: [@MainActor () -> Void] = []

    /// Whether the running action was interrupted.
    ///
    /// An interrupted action posts no more events, even if the keyboard starts again.
    private(set) var isInterrupted = false

    func perform(_ action: @escaping @MainActor () -> Void) {
        postponed.append(action)
        guard !isPerforming else { return }
        isPerforming = true
        performPostponed()
        isPerforming = false
    }

    /// This method can run during an action, because an observer can stop the keyboard.
    func performPostponed() {
        while !postponed.isEmpty {
            postponed.removeFirst()()
            isInterrupted = false
        }
    }

    func interrupt() {
        isInterrupted = isPerforming
    }
}
