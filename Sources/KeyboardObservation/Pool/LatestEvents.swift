/// The latest *show* or *hide* of a pool, which is repeated for a screen that subscribes afterwards.
///
/// A screen that was subscribed from the beginning has received these events last. Events that only change the frame
/// are not repeated.
///
/// The events are stored in an object, because an access to the value of a pool would be checked for each event.
@MainActor
final class LatestEvents {
    /// The latest *will* event.
    private var will: KeyboardEvent?
    /// The *did* event that followed it, if `hasDid`.
    private var did: KeyboardEvent?
    private var hasDid = false
    /// The latest events for which the methods of ``CommonKeyboardPresentable`` are called, if `isHeightApart`.
    private var withHeight: (will: KeyboardEvent?, did: KeyboardEvent?) = (nil, nil)
    /// Whether a *show* without a frame has followed the latest *will* event with a height.
    private var isHeightApart = false

    /// The calls of the running repetition; empty if none is running.
    private var calls: [CatchUpCall] = []
    /// The screens that have received calls of the running repetition.
    private var receivers: [ObjectIdentifier: Receiver] = [:]
    /// Whether a screen has resubscribed after all calls of the running repetition.
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

    // A separate function, because few events lack a height.
    @inline(never)
    private func recordHeight(of event: KeyboardEvent, _ lacksHeight: Bool) {
        if !isHeightApart { withHeight = (will, hasDid ? did : nil) }
        isHeightApart = true
        switch event.kind {
        case _ where lacksHeight: break
        // Both presentables have the same latest *will* event again.
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

    /// Returns the next call of a screen in the running repetition; `nil` if the screen has received all calls.
    ///
    /// A screen receives each call once, even if it resubscribes meanwhile. Screens that resubscribe each other would
    /// otherwise catch up forever.
    func nextCall(for screen: AnyObject) -> CatchUpCall? {
        let key = ObjectIdentifier(screen)
        // Another screen may have been at this address.
        if receivers[key]?.screen == nil { receivers[key] = Receiver(screen: screen) }
        guard let count = receivers[key]?.callCount, count < calls.count else { return nil }
        receivers[key]?.callCount = count + 1
        return calls[count]
    }

    /// Returns whether a screen that subscribes has received all calls of the running repetition.
    func isComplete(forSubscriptionOf screen: AnyObject) -> Bool {
        guard let receiver = receivers[ObjectIdentifier(screen)], receiver.screen != nil,
            receiver.callCount == calls.count
        else { return false }
        hasResubscriber = true
        return true
    }

    /// Ends the repetition, when all screens have caught up.
    func endRepetition() {
        calls = []
        receivers = [:]
        hasResubscriber = false
    }
}

/// A call that a screen receives when it catches up.
enum CatchUpCall {
    /// A call of a ``CommonKeyboardPresentable``. A *show* without a frame does not call its methods.
    case common(KeyboardEvent)
    /// A call of a ``FullKeyboardPresentable``.
    case full(KeyboardEvent)
    /// A call of a ``KeyboardEventPresentable``.
    case event(KeyboardEvent)
    /// The begin and the end of a transition at the current place, for a ``KeyboardTransitionPresentable``.
    case transition
}

extension KeyboardEvent {
    fileprivate var withoutDuration: KeyboardEvent {
        var event = self
        event.info.animationDuration = 0
        return event
    }
}
