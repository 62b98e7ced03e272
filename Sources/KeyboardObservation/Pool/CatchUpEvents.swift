/// The *will* and *did* events of a pool's latest *show* or *hide*, for screens that subscribe afterwards.
///
/// A screen that subscribed earlier received these events when they were posted. Events that only change the frame are
/// not repeated.
///
/// The events are stored in a class instance. If they were stored in a structure in the pool, Swift would check each
/// access for exclusivity.
@MainActor
final class CatchUpEvents {
    /// The latest *will* event.
    private var will: KeyboardEvent?
    /// The *did* event that followed the *will* event; valid only if `hasDid` is `true`.
    private var did: KeyboardEvent?
    private var hasDid = false
    /// The latest events for ``CommonKeyboardPresentable``; valid only if `isHeightApart` is `true`.
    private var withHeight: (will: KeyboardEvent?, did: KeyboardEvent?) = (nil, nil)
    /// Whether the latest events for ``CommonKeyboardPresentable`` differ from the latest events for other
    /// presentables.
    ///
    /// The latest events differ after a *show* event without a frame. For a *show* event without a frame, the pool does
    /// not call the methods of ``CommonKeyboardPresentable``. For such an event, the pool calls the methods of the
    /// other presentables.
    private var isHeightApart = false

    /// The calls that each screen receives in the running repetition; empty if no repetition is running.
    private var calls: [CatchUpCall] = []
    /// The screens that have received calls in the running repetition.
    private var receivers: [ObjectIdentifier: Receiver] = [:]
    /// Whether a screen has resubscribed after it has received all calls of the running repetition.
    private(set) var hasResubscriber = false

    private struct Receiver {
        weak let screen: AnyObject?
        var callCount = 0
    }

    /// Records an event of the pool.
    @inline(__always)
    func record(_ event: KeyboardEvent) {
        let lacksHeight = event.info.frameEnd == nil && event.kind.verb == .show
        if lacksHeight || isHeightApart { recordHeight(of: event, lacksHeight) }
        switch event.kind {
        case .willShow, .willHide:
            will = event
            hasDid = false
        case .didShow, .didHide:
            did = event
            hasDid = true
        case .willChangeFrame, .didChangeFrame:
            break
        }
    }

    // The rare case of a missing height is a separate function, so that `record(_:)` stays small.
    @inline(never)
    private func recordHeight(of event: KeyboardEvent, _ lacksHeight: Bool) {
        if !isHeightApart { withHeight = (will, hasDid ? did : nil) }
        isHeightApart = true
        switch event.kind {
        case _ where lacksHeight: break
        // From this event on, the latest *will* event is the same for all presentables.
        case .willShow, .willHide: isHeightApart = false
        case .didShow, .didHide: withHeight.did = event
        case .willChangeFrame, .didChangeFrame: break
        }
    }

    // MARK: Repetition

    /// Begins to repeat the events for screens.
    func beginRepetition() {
        let did = hasDid ? did : nil
        let withHeight = isHeightApart ? withHeight : (will: will, did: did)
        let calls: [CatchUpCall?] = [
            withHeight.will.map { .common($0.withoutDuration) },
            will.map { .full($0.withoutDuration) },
            will.map { .event($0.withoutDuration) },
            withHeight.did.map { .common($0.withoutDuration) },
            did.map { .full($0.withoutDuration) },
            did.map { .event($0.withoutDuration) },
            .transition,
        ]
        self.calls = calls.compactMap(\.self)
    }

    /// Returns the next call that a screen must receive in the running repetition.
    ///
    /// If the screen has received all calls, the result is `nil`.
    ///
    /// A screen receives each call once, even if it resubscribes during the repetition. Otherwise two screens would
    /// receive calls forever if each of them resubscribed the other.
    func nextCall(for screen: AnyObject) -> CatchUpCall? {
        let key = ObjectIdentifier(screen)
        // The stored receiver can belong to a deallocated screen that had the same address.
        if receivers[key]?.screen == nil { receivers[key] = Receiver(screen: screen) }
        guard let count = receivers[key]?.callCount, count < calls.count else { return nil }
        receivers[key]?.callCount = count + 1
        return calls[count]
    }

    /// Returns whether a screen that subscribes again has already received all calls of the running repetition.
    func isComplete(forSubscriptionOf screen: AnyObject) -> Bool {
        guard let receiver = receivers[ObjectIdentifier(screen)], receiver.screen != nil,
            receiver.callCount == calls.count
        else { return false }
        hasResubscriber = true
        return true
    }

    /// Ends the repetition, after all screens have received their calls.
    func endRepetition() {
        calls = []
        receivers = [:]
        hasResubscriber = false
    }
}

/// A call that a screen receives while the pool repeats the latest events.
enum CatchUpCall {
    /// A call of a method of ``CommonKeyboardPresentable``. The event is never a *show* event without a frame.
    case common(KeyboardEvent)
    /// A call of a method of ``FullKeyboardPresentable``.
    case full(KeyboardEvent)
    /// A call of the method of ``KeyboardEventPresentable``.
    case event(KeyboardEvent)
    /// The calls of ``KeyboardTransitionPresentable`` that report the keyboard's current place as a transition.
    case transition
}

extension KeyboardEvent {
    fileprivate var withoutDuration: KeyboardEvent {
        var event = self
        event.info.animationDuration = 0
        return event
    }
}
