import KeyboardObservation

/// The events that a pool has delivered.
///
/// The first observer of the pool updates the model before the pool calls any other observer.
@MainActor
final class DeliveryModel {
    /// The calls that an observer of each pattern would have received since the start.
    private var delivered = CallPattern.allCases.map { _ in RollingHash() }
    /// The same calls, without the calls for the event that is being delivered.
    private var deliveredBefore = CallPattern.allCases.map { _ in RollingHash() }
    private(set) var eventCount = 0
    private var lastOrdinal = 0
    private var calledOrdinal = 0

    func begin(_ event: KeyboardEvent) {
        deliveredBefore = delivered
        for pattern in CallPattern.allCases {
            for method in pattern.methods(event.kind) {
                // Screens do not record typed calls with a duration of 0, because the calls of a catch-up have this
                // duration.
                if event.info.animationDuration == 0, method == .common || method == .full { continue }
                delivered[pattern.rawValue].append(method, event.kind, event.number)
            }
        }
        eventCount += 1
        calledOrdinal = 0
    }

    func delivered(_ pattern: CallPattern) -> RollingHash {
        delivered[pattern.rawValue]
    }

    func deliveredBefore(_ pattern: CallPattern) -> RollingHash {
        deliveredBefore[pattern.rawValue]
    }

    func nextOrdinal() -> Int {
        lastOrdinal += 1
        return lastOrdinal
    }

    /// Checks that observers are called in the order of subscription.
    func willCall(_ ordinal: Int) {
        Findings.expect(
            ordinal >= calledOrdinal,
            "an observer was called after one that subscribed later"
        )
        calledOrdinal = ordinal
    }
}
