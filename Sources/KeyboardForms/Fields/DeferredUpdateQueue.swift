import Synchronization

/// An object that updates itself on the main actor after a change on any thread.
@MainActor
protocol DeferredUpdate: AnyObject, Sendable {
    func performDeferredUpdate()
}

/// The objects that must update themselves on the main actor.
///
/// One task serves all objects. If a loop releases a million forms without suspending, only one task is created.
enum DeferredUpdateQueue {
    private struct Entry {
        let number: Int
        weak let object: (any DeferredUpdate)?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var countAfterPurge = 0
        var number = 0
        var isScheduled = false
    }

    private static let state = Mutex(State())

    /// Adds an object, and holds it weakly.
    ///
    /// If an object is added several times, it is updated only once.
    static func add(_ object: any DeferredUpdate) {
        let isFirst = state.withLock { state in
            if state.entries.count >= 2 * state.countAfterPurge + 16 {
                state.entries = state.entries.filter { $0.value.object != nil }
                state.countAfterPurge = state.entries.count
            }
            state.number += 1
            state.entries[ObjectIdentifier(object)] = Entry(number: state.number, object: object)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { Task { @MainActor in serveAll() } }
    }

    @MainActor
    private static func serveAll() {
        let entries = state.withLock { state in
            defer { state = State() }
            return state.entries.values.sorted { $0.number < $1.number }
        }
        for entry in entries { entry.object?.performDeferredUpdate() }
    }
}
