import Synchronization

/// Whether elements of an order were deallocated since the order was arranged.
///
/// The value may be set on any thread.
final class DeallocatedFields: Sendable {
    private let hasAny = Atomic(false)
    private let isEditing = Atomic(false)

    /// Sets whether the order arranges its fields immediately after a deallocation.
    ///
    /// While one of its fields is edited, the order's bar is on screen and must be up to date.
    func setEditing(_ isEditing: Bool) {
        self.isEditing.store(isEditing, ordering: .relaxed)
    }

    /// Records a deallocation.
    ///
    /// - Returns: Whether the order needs a call of ``FocusOrder/removeDeallocatedFields()``.
    func record() -> Bool {
        let isFirst = !hasAny.exchange(true, ordering: .releasing)
        return isFirst && isEditing.load(ordering: .relaxed)
    }

    var isEmpty: Bool {
        !hasAny.load(ordering: .acquiring)
    }

    /// Returns whether elements were deallocated since the last call.
    func take() -> Bool {
        !isEmpty && hasAny.exchange(false, ordering: .acquiring)
    }
}

/// The orders that must remove their deallocated fields on the main actor.
///
/// One task serves all orders. A loop that releases a million forms without suspending creates only one task.
enum DeallocationQueue {
    private struct Entry {
        weak let order: FocusOrder?
    }

    private struct State {
        var entries: [Entry] = []
        var countAfterPurge = 0
        var isScheduled = false
    }

    private static let state = Mutex(State())

    static func add(_ order: FocusOrder) {
        let isFirst = state.withLock { state in
            if state.entries.count >= 2 * state.countAfterPurge + 16 {
                state.entries.removeAll { $0.order == nil }
                state.countAfterPurge = state.entries.count
            }
            state.entries.append(Entry(order: order))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { Task { @MainActor in serveAll() } }
    }

    @MainActor
    private static func serveAll() {
        let entries = state.withLock { state in
            defer { state = State() }
            return state.entries
        }
        for entry in entries { entry.order?.removeDeallocatedFields() }
    }
}
