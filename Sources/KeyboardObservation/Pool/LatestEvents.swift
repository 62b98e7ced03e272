/// The latest *show* or *hide* of a pool, which is repeated for a screen that subscribes afterwards.
///
/// A screen that was subscribed from the beginning has received these events last. Events that only change the frame
/// are not repeated.
struct LatestEvents {
    /// A *will* event, and the *did* event that followed it.
    private struct Pair {
        var will: KeyboardEvent?
        var did: KeyboardEvent?

        mutating func record(_ event: KeyboardEvent) {
            switch event.kind {
            case .willShow, .willHide: (will, did) = (event, nil)
            case .didShow, .didHide: did = event
            case .willChangeFrame, .didChangeFrame: break
            }
        }
    }

    private var latest = Pair()
    /// The latest events for which the methods of ``CommonKeyboardPresentable`` are called; `nil` if they are `latest`.
    private var latestWithHeight: Pair?

    /// Records an event of the pool.
    mutating func record(_ event: KeyboardEvent) {
        if latestWithHeight != nil || event.kind.verb == .show && event.info.frameEnd == nil {
            recordApart(event)
        } else {
            latest.record(event)
        }
    }

    // A separate function, because few events lack a height.
    @inline(never)
    private mutating func recordApart(_ event: KeyboardEvent) {
        var withHeight = latestWithHeight ?? latest
        latest.record(event)
        if event.info.frameEnd != nil || event.kind.verb != .show { withHeight.record(event) }
        // After a *will* event with a height, both are equal.
        let isWill = event.kind == .willShow || event.kind == .willHide
        latestWithHeight = isWill && withHeight.will == event ? nil : withHeight
    }

    /// The calls that a screen receives when it catches up, in order.
    var calls: [CatchUpCall] {
        let withHeight = latestWithHeight ?? latest
        let calls = [
            CatchUpCall(event: latest.will, eventWithHeight: withHeight.will),
            CatchUpCall(event: latest.did, eventWithHeight: withHeight.did),
        ]
        return calls.filter { $0.event != nil || $0.eventWithHeight != nil }
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
