import Foundation
import KeyboardObservation

/// Posts the notifications of a simulated keyboard.
///
/// The poster posts the *will* events immediately, and the *did* events after a delay.
@MainActor
final class KeyboardPoster {
    private let scheduler: any KeyboardScheduler
    private let actions: ActionQueue
    var center: NotificationCenter?
    /// The events that have not been posted yet, in order.
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

    /// Whether the *did* events of the running transition are not yet due.
    var isTransitionUnderWay: Bool {
        endOfTransition != nil
    }

    /// Stops the poster until its next start.
    func stop() {
        center = nil
        // An observer may have stopped the keyboard between two events, such as willChangeFrame and willShow.
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

    /// Posts the *will* events immediately, and the *did* events after a delay.
    ///
    /// A fault can change the delay of the *did* events.
    ///
    /// - Parameters:
    ///   - post: The events.
    ///   - object: The object of the notifications.
    ///   - delay: The time from the *will* events to the *did* events, in seconds.
    ///   - faults: The faults of this transition.
    ///   - willEnd: A closure that is called before the *did* events are posted.
    ///   - didEnd: A closure that is called after the *did* events are posted. If an observer of the *did* events
    ///     begins a new transition, the poster does not call `didEnd`.
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
                // A new transition may have begun during the delay.
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
        // In a log of react-native-keyboard-controller #539 (6861faf), a *hide* event reports a duration of 250 ms. In
        // this log, the *did* events follow the *will* events after 7 ms.
        postLater(did, from: object, after: faults.contains(.didEarly) ? min(0.007, delay) : delay + 0.5)
    }

    /// Posts the *will* events and the *did* events immediately, and does not interrupt the running transition.
    func post(_ post: KeyboardPost, from object: SimulatedScreen?) {
        self.post(post.will + post.did, from: object)
    }

    /// Posts the frame of a moving keyboard.
    func postFrame(_ frame: CGRect, from object: SimulatedScreen?) {
        center?.post(
            name: .keyboardFrameInMotion,
            object: object,
            userInfo: [KeyboardUserInfoKey.frameEnd: frame]
        )
    }

    /// Posts *did* events that a fault makes early or late.
    ///
    /// If a new transition begins during the delay, the poster still posts the *did* events.
    private func postLater(_ did: [KeyboardEvent], from object: SimulatedScreen?, after delay: Double) {
        lateDids.removeAll { !$0.isWaiting }
        lateDids.append(
            scheduler.schedule(after: .delay(seconds: delay)) { [weak self] in
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

/// A queue that performs one action at a time.
///
/// An observer can request an action while the queue performs another action. The queue performs the requested action
/// after the running action. Therefore no notification of another transition comes between willChangeFrame and
/// willShow.
@MainActor
final class ActionQueue {
    private var isPerforming = false
    private var postponed: [@MainActor () -> Void] = []

    /// Whether the keyboard was stopped during the running action.
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

    /// Performs the postponed actions, even while an action runs.
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
