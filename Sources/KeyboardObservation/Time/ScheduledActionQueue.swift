/// Actions with equal times are in the order in which they were inserted.
package struct ScheduledActionQueue {
    private var entries: [(time: Duration, action: KeyboardScheduledAction)] = []
    private var sizeToPrune = 64

    package init() {}

    package var waitingCount: Int {
        entries.count { $0.action.isWaiting }
    }

    package func nextTimeOfWork() -> Duration? {
        entries.first { $0.action.isWaiting && !$0.action.isHousekeeping }?.time
    }

    package mutating func nextTime() -> Duration? {
        while let first = entries.first, !first.action.isWaiting { entries.removeFirst() }
        return entries.first?.time
    }

    package mutating func insert(_ action: KeyboardScheduledAction, at time: Duration) {
        if entries.count >= sizeToPrune {
            entries.removeAll { !$0.action.isWaiting }
            sizeToPrune = max(64, entries.count * 2)
        }
        var index = entries.count
        while index > 0, entries[index - 1].time > time { index -= 1 }
        entries.insert((time, action), at: index)
    }

    package mutating func popFirst(upTo time: Duration) -> (time: Duration, action: KeyboardScheduledAction)? {
        guard let next = nextTime(), next <= time else { return nil }
        return entries.removeFirst()
    }
}
