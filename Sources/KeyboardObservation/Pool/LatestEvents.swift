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
    /// The screens for which the events have been repeated since the repetition began.
    private var receivers: [ObjectIdentifier: Receiver] = [:]

    private struct Receiver {
        weak let screen: AnyObject?
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
        // Both have the same *will* event again.
        case .willShow, .willHide: isHeightApart = false
        case .didShow, .didHide: withHeight.did = event
        case .willChangeFrame, .didChangeFrame: break
        }
    }

    /// The calls that a screen receives when it catches up, in order.
    var calls: [CatchUpCall] {
        let did = hasDid ? did : nil
        let withHeight = isHeightApart ? withHeight : (will: will, did: did)
        let calls = [
            CatchUpCall(event: will, eventWithHeight: withHeight.will),
            CatchUpCall(event: did, eventWithHeight: withHeight.did),
        ]
        return calls.filter { $0.event != nil || $0.eventWithHeight != nil }
    }

    // MARK: Repetition

    /// Notes that the events are repeated for a screen.
    func beginRepetition(for screen: AnyObject) {
        receivers[ObjectIdentifier(screen)] = Receiver(screen: screen)
    }

    /// Whether the running repetition has included the screen.
    ///
    /// Such a screen does not catch up again if it resubscribes meanwhile. Screens that resubscribe each other would
    /// otherwise catch up forever.
    func hasRepeated(for screen: AnyObject) -> Bool {
        // Another screen may have been at this address.
        receivers[ObjectIdentifier(screen)]?.screen != nil
    }

    /// Notes that all screens have caught up.
    func endRepetition() {
        receivers.removeAll()
    }
}

/// An event that a screen receives when it catches up, with a duration of 0.
struct CatchUpCall {
    /// The event; `nil` if there is none.
    let event: KeyboardEvent?
    /// The event for ``CommonKeyboardPresentable``, whose methods are not called for a *show* without a frame.
    let eventWithHeight: KeyboardEvent?

    init(event: KeyboardEvent?, eventWithHeight: KeyboardEvent?) {
        self.event = event?.withoutDuration
        self.eventWithHeight = eventWithHeight?.withoutDuration
    }
}

extension KeyboardEvent {
    fileprivate var withoutDuration: KeyboardEvent {
        var event = self
        event.info.animationDuration = 0
        return event
    }
}
