import KeyboardObservation

/// The events that a pool has delivered. The first observer of the pool updates the model before all others run.
@MainActor
final class DeliveryModel {
    /// The sums of all delivered events.
    private(set) var delivered = EventTotals()
    /// The sums of the event that is being delivered.
    private(set) var running = EventTotals()
    private(set) var eventCount = 0
    private var lastOrdinal = 0

    func begin(_ event: KeyboardEvent) {
        running = EventTotals(event.kind, event.number)
        delivered = delivered + running
        eventCount += 1
    }

    func nextOrdinal() -> Int {
        lastOrdinal += 1
        return lastOrdinal
    }
}
