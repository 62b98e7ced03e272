import Foundation
import KeyboardObservation

/// Posts the notifications of a simulated keyboard.
///
/// The pair of *will* events is posted immediately, and the pair of *did* events later.
@MainActor
final class KeyboardPoster {
    private let scheduler: any KeyboardScheduler
    private let actions: ActionQueue
    private var center: NotificationCenter?
    /// The session number, which changes each time posting stops.
    ///
    /// If the session changes between the two events of a pair, the second event is not posted.
    private var session = 0
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

    var isStarted: Bool {
        center != nil
    }

    var isTransitionUnderWay: Bool {
        endOfTransition != nil
    }

    func start(_ center: NotificationCenter) {
        self.center = center
    }

    /// Stops posting until the next start.
    func stop() {
        center = nil
        session += 1
    }

    /// Ends the running transition without posting.
    func endTransition() {
        endOfTransition?.cancel()
        endOfTransition = nil
        transitionCount += 1
        for did in lateDids { did.cancel() }
        lateDids = []
    }

    /// Posts the *will* events now and the *did* events later, unless a fault changes their time.
    ///
    /// - Parameters:
    ///   - post: The events.
    ///   - object: The object of the notifications.
    ///   - delay: The time between the *will* events and the *did* events, in seconds.
    ///   - faults: The faults of this transition.
    ///   - willEnd: A closure that is called before the *did* events are posted.
    ///   - didEnd: A closure that is called after the *did* events are posted, unless their observers begin another
    ///     transition.
    func post(
        _ post: KeyboardPost,
        from object: SimulatedScreen?,
        didAfter delay: Double,
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
                if isDidOnTime { self.post(did, from: object) }
                if transitionCount == transition { didEnd() }
            }
        }
        self.post(post.will, from: object)
        guard !isDidOnTime, !faults.contains(.didMissing) else { return }
        // 7 ms are the delay in a log of an instant *hide* event that reports 250 ms, react-native-keyboard-controller
        // #539 (6861faf).
        postLater(did, from: object, after: faults.contains(.didEarly) ? min(0.007, delay) : delay + 0.5)
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
    private func postLater(_ did: [KeyboardEvent], from object: SimulatedScreen?, after delay: Double) {
        lateDids.removeAll { !$0.isWaiting }
        lateDids.append(
            scheduler.schedule(after: .delay(seconds: delay)) { [weak self] in
                self?.actions.perform { [weak self] in self?.post(did, from: object) }
            }
        )
    }

    private func post(_ events: [KeyboardEvent], from object: SimulatedScreen?) {
        guard let center else { return }
        let session = session
        for event in events {
            // An observer may have stopped or restarted the keyboard between the two events of the pair.
            guard self.session == session else { return }
            var notification = event.notification
            if let object { notification.object = object }
            center.post(notification)
        }
    }
}

/// Performs one action at a time.
///
/// An action that an observer requests during another action is postponed, so that no other notification separates the
/// two events of a pair.
@MainActor
final class ActionQueue {
    private var isPerforming = false
    private var postponed: [@MainActor () -> Void] = []

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
        }
    }
}
