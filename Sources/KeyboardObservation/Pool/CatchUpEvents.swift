/// The latest *show* or *hide* events, which the pool repeats for each screen that subscribes later.
///
/// A structure would be slower than this class, because Swift would check exclusive access at each event.
@MainActor
final class CatchUpEvents {
    private var will: KeyboardEvent?
    /// Outdated if `hasDid` is `false`.
    private var did: KeyboardEvent?
    private var hasDid = false
    /// The latest events for ``CommonKeyboardPresentable``.
    ///
    /// Both events are outdated if `isHeightApart` is `false`.
    private var withHeight: (will: KeyboardEvent?, did: KeyboardEvent?) = (nil, nil)
    /// Whether ``CommonKeyboardPresentable`` receives the events in ``withHeight`` instead of the events in ``will``
    /// and ``did``.
    ///
    /// The pool does not pass a *show* event without a frame to ``CommonKeyboardPresentable``.
    private var isHeightApart = false

    private var calls: [CatchUpCall] = []
    private var receivers: [ObjectIdentifier: Receiver] = [:]
    /// Whether a screen has subscribed again after it received all `calls`.
    private(set) var hasResubscriber = false

    private struct Receiver {
        weak let screen: AnyObject?
        var callCount = 0
    }

    @inline(__always)
    func record(_ event: KeyboardEvent) {
        let lacksHeight = event.info.frameEnd == nil && event.kind.verb == .show
        if isHeightApart { recordHeight(of: event, lacksHeight) } else if lacksHeight { separateHeight() }
        switch event.kind {
        case .willShow, .willHide:
            will = event
            hasDid = false
        // Directly after *will show*, a *did hide* event belongs to an earlier transition. Directly after *will hide*,
        // a *did show* event belongs to an earlier transition.
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
        // From this *will* event on, `CommonKeyboardPresentable` receives the same events as the other presentables.
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

    /// A screen receives each call only once, even if it subscribes again while the pool repeats the events.
    ///
    /// If a screen received a call twice, two screens could make each other subscribe again and again without end.
    func nextCall(for screen: AnyObject) -> CatchUpCall? {
        let key = ObjectIdentifier(screen)
        // `receivers` can contain a deallocated screen that had the same address as `screen`.
        if receivers[key]?.screen == nil { receivers[key] = Receiver(screen: screen) }
        guard let count = receivers[key]?.callCount, count < calls.count else { return nil }
        receivers[key]?.callCount = count + 1
        return calls[count]
    }

    /// Returns whether a screen that subscribes again has already received all `calls`.
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

enum CatchUpCall {
    case common(KeyboardEvent)
    case full(KeyboardEvent)
    case event(KeyboardEvent)
    /// Reports the running transition, or the place of a keyboard at rest.
    case transition
}

extension KeyboardEvent {
    fileprivate var withoutDuration: KeyboardEvent {
        var event = self
        event.info.animationDuration = 0
        return event
    }
}
