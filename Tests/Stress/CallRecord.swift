import KeyboardObservation

/// The sums of the numbers of events.
struct EventTotals: Equatable {
    /// The sum over all events.
    var all = 0
    /// The sum over events that show and hide.
    var showsAndHides = 0

    init() {}

    init(_ kind: KeyboardEvent.Kind, _ number: Int) {
        all = number
        showsAndHides = kind == .willChangeFrame || kind == .didChangeFrame ? 0 : number
    }

    static func + (a: EventTotals, b: EventTotals) -> EventTotals {
        var sum = a
        sum.all += b.all
        sum.showsAndHides += b.showsAndHides
        return sum
    }

    static func - (a: EventTotals, b: EventTotals) -> EventTotals {
        var difference = a
        difference.all -= b.all
        difference.showsAndHides -= b.showsAndHides
        return difference
    }
}

/// The calls that one observer received, and those that the model expects.
@MainActor
final class CallRecord {
    /// The number of calls that an observer receives for each event.
    struct CallsPerEvent {
        var all = 0
        var showsAndHides = 0

        func of(_ delivered: EventTotals) -> Int {
            all * delivered.all + showsAndHides * delivered.showsAndHides
        }

        /// Whether the observer is called at most once per event.
        var isAtMostOnce: Bool { all + showsAndHides <= 1 }
    }

    let callsPerEvent: CallsPerEvent
    private(set) var received = 0
    /// Runs once, at the next call.
    var nextAction: (@MainActor () -> Void)?

    /// The expected sum before the last subscription.
    private(set) var expectedBefore = 0
    private var deliveredBefore = EventTotals()
    /// The position in the order of subscription.
    private(set) var ordinal = 0
    private var eventOfSubscription = 0
    private(set) var isSubscribed = false

    init(_ callsPerEvent: CallsPerEvent) {
        self.callsPerEvent = callsPerEvent
    }

    func receive(_ number: Int) {
        received += number
        guard let nextAction else { return }
        self.nextAction = nil
        nextAction()
    }

    func willSubscribe(_ model: DeliveryModel) {
        guard !isSubscribed else { return }
        isSubscribed = true
        deliveredBefore = model.delivered
        ordinal = model.nextOrdinal()
        eventOfSubscription = model.eventCount
    }

    /// - Parameter caller: The observer in the call of which this happens.
    func willUnsubscribe(_ model: DeliveryModel, inCallOf caller: CallRecord?) {
        expectedBefore = expected(model, inCallOf: caller)
        isSubscribed = false
    }

    /// Returns the expected sum.
    func expected(_ model: DeliveryModel, inCallOf caller: CallRecord? = nil) -> Int {
        guard isSubscribed else { return expectedBefore }
        var delivered = model.delivered - deliveredBefore
        // Observers are called in the order of subscription, so one after the caller has not been called yet.
        if let caller, caller.ordinal < ordinal, eventOfSubscription < model.eventCount {
            delivered = delivered - model.running
        }
        return expectedBefore + callsPerEvent.of(delivered)
    }
}
