import KeyboardObservation

/// What a pool has told. The first of its closures keeps it, so it knows of an event before all others.
@MainActor
final class Model {
    /// What has been delivered.
    private(set) var told = Told()
    /// The event that is being delivered.
    private(set) var running = Told()
    private(set) var eventCount = 0
    private var lastOrdinal = 0

    func begin(_ event: KeyboardEvent) {
        running = Told(event.kind, event.number)
        told = told + running
        eventCount += 1
    }

    func nextOrdinal() -> Int {
        lastOrdinal += 1
        return lastOrdinal
    }
}
