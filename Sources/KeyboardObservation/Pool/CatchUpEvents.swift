/// The *will* and *did* events of the latest *show* or *hide*.
///
/// The pool repeats these events for each screen that subscribes later.
///
/// The type is a class, because Swift would check exclusive access to a structure at each event.
@MainActor
final class CatchUpEvents {
    private var will: KeyboardEvent?
    /// The latest *did* event after `will`; valid only if `hasDid` is `true`.
    private var did: KeyboardEvent?
    private var hasDid = false
    /// The latest events that screens with ``CommonKeyboardPresentable`` have received; valid only if `isHeightApart`
    /// is `true`.
    private var withHeight: (will: KeyboardEvent?, did: KeyboardEvent?) = (nil, nil)
    /// Whether one of the latest events was a *show* without a frame.
    ///
    /// ``CommonKeyboardPresentable`` does not receive such an event.
    private var isHeightApart = false

    /// The calls that repeat the latest events for a screen; empty if the pool is not repeating events.
    private var calls: [CatchUpCall] = []
    /// The screens that have received at least one call in the running repetition.
    private var receivers: [ObjectIdentifier: Receiver] = [:]
    /// Whether a screen resubscribed after the screen had received all calls of the running repetition.
    private(set) var hasResubscriber = false

    private struct Receiver {
        weak let screen: AnyObject?
        var callCount = 0
    }

    /// Records an event of the pool.
    @inline(__always)
    func record(_ event: KeyboardEvent) {
        let lacksHeight = event.info.frameEnd == nil && event.kind.verb == .show
        if isHeightApart { recordHeight(of: event, lacksHeight) } else if lacksHeight { separateHeight() }
        switch event.kind {
        case .willShow, .willHide:
            will = event
            hasDid = false
        // The event can also be the late *did* event of an earlier transition. Such a late event arrives before the
        // *did* event that belongs to `will`.
        case .didShow, .didHide:
            guard hasDid || will == nil || will?.kind.verb == event.kind.verb else { break }
            did = event
            hasDid = true
        case .willChangeFrame, .didChangeFrame:
            break
        }
    }

    private func separateHeight() {
        withHeight = (will, hasDid ? did : nil)
        isHeightApart = true
    }

    @inline(never)
    private func recordHeight(of event: KeyboardEvent, _ lacksHeight: Bool) {
        switch event.kind {
        case _ where lacksHeight: break
        // All presentables receive this *will* event, so the events in `withHeight` are outdated.
        case .willShow, .willHide: isHeightApart = false
        case .didShow, .didHide:
            if withHeight.did != nil || withHeight.will?.kind.verb == event.kind.verb { withHeight.did = event }
        case .willChangeFrame, .didChangeFrame: break
        }
    }

    // MARK: Repetition

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

    /// Returns the next call that repeats an event for the screen; `nil` after the last call.
    ///
    /// A screen receives each call once, even if the screen resubscribes during the repetition. Otherwise two screens
    /// could resubscribe each other for ever.
    func nextCall(for screen: AnyObject) -> CatchUpCall? {
        let key = ObjectIdentifier(screen)
        // The stored receiver can belong to a deallocated screen that had the same address as this screen.
        if receivers[key]?.screen == nil { receivers[key] = Receiver(screen: screen) }
        guard let count = receivers[key]?.callCount, count < calls.count else { return nil }
        receivers[key]?.callCount = count + 1
        return calls[count]
    }

    /// Returns whether a screen that subscribes has already received all calls of the repetition.
    func isComplete(forSubscriptionOf screen: AnyObject) -> Bool {
        guard let receiver = receivers[ObjectIdentifier(screen)], receiver.screen != nil,
            receiver.callCount == calls.count
        else { return false }
        hasResubscriber = true
        return true
    }

    func endRepetition() {
        calls = []
        receivers = [:]
        hasResubscriber = false
    }
}

/// A call that the pool makes to repeat an event for a screen.
enum CatchUpCall {
    case common(KeyboardEvent)
    case full(KeyboardEvent)
    case event(KeyboardEvent)
    /// The running transition, or the keyboard at rest.
    case transition
}

extension KeyboardEvent {
    fileprivate var withoutDuration: KeyboardEvent {
        var event = self
        event.info.animationDuration = 0
        return event
    }
}
