/// The actions of a scheduler, ordered by their times.
///
/// Actions with equal times are in the order in which they were inserted.
///
/// The queue is a binary heap. Inserting or removing an action costs O(log n), amortised, even if many actions are
/// cancelled.
package struct ScheduledActionQueue {
    private struct Entry {
        var time: Duration
        var number: UInt64
        var action: KeyboardScheduledAction

        func isBefore(_ other: Entry) -> Bool {
            (time, number) < (other.time, other.number)
        }
    }

    private var heap: [Entry] = []
    private var nextNumber: UInt64 = 0
    private var sizeToPrune = 64

    package init() {}

    /// The number of actions in the queue, including cancelled actions.
    package var count: Int {
        heap.count
    }

    /// The number of actions that are still waiting to run.
    ///
    /// The cost is O(n).
    package var waitingCount: Int {
        heap.count { $0.action.isWaiting }
    }

    /// Returns the time of the first waiting action that is not housekeeping.
    ///
    /// If only housekeeping actions are waiting, the result is `nil`.
    ///
    /// The cost is O(n).
    package func nextTimeOfWork() -> Duration? {
        heap.lazy.filter { $0.action.isWaiting && !$0.action.isHousekeeping }.map(\.time).min()
    }

    /// Returns the time of the first waiting action; `nil` if no action waits.
    package mutating func nextTime() -> Duration? {
        while let first = heap.first {
            if first.action.isWaiting { return first.time }
            removeFirst()
        }
        return nil
    }

    /// Inserts an action.
    package mutating func insert(_ action: KeyboardScheduledAction, at time: Duration) {
        prune()
        heap.append(Entry(time: time, number: nextNumber, action: action))
        nextNumber += 1
        siftUp(heap.count - 1)
    }

    /// Removes and returns the first waiting action if the action is due at `time` or earlier.
    package mutating func popFirst(upTo time: Duration) -> (time: Duration, action: KeyboardScheduledAction)? {
        guard let next = nextTime(), next <= time else { return nil }
        let entry = removeFirst()
        return (entry.time, entry.action)
    }

    /// Removes all cancelled actions if the heap has doubled in size since the last removal.
    ///
    /// The method rebuilds the heap, because cancelled actions can be anywhere in the heap.
    private mutating func prune() {
        guard heap.count >= sizeToPrune else { return }
        heap = heap.filter { $0.action.isWaiting }.sorted { $0.isBefore($1) }
        sizeToPrune = max(64, heap.count * 2)
    }

    @discardableResult
    private mutating func removeFirst() -> Entry {
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        siftDown(0)
        return first
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in 2 * parent + 1...2 * parent + 2 where child < heap.count {
                if heap[child].isBefore(heap[first]) { first = child }
            }
            if first == parent { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}
