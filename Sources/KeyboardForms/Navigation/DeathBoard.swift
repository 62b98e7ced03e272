import Synchronization

/// Where it is noted, on whatever thread, that an order should look after a death: on the main actor, soon.
///
/// One task for all: a loop that drops a million forms and never lets the main actor go leaves no million tasks.
enum DeathBoard {
    private struct Note {
        weak let order: FocusOrder?
    }

    private struct State {
        var notes: [Note] = []
        var purgedCount = 0
        var isScheduled = false
    }

    private static let state = Mutex(State())

    static func post(_ order: FocusOrder) {
        let isFirst = state.withLock { state in
            if state.notes.count >= 2 * state.purgedCount + 16 {
                state.notes.removeAll { $0.order == nil }
                state.purgedCount = state.notes.count
            }
            state.notes.append(Note(order: order))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { Task { @MainActor in lookAfterAll() } }
    }

    @MainActor
    private static func lookAfterAll() {
        let notes = state.withLock { state in
            defer { state = State() }
            return state.notes
        }
        for note in notes { note.order?.lookAfterDeaths() }
    }
}
