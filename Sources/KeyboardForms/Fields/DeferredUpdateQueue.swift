import Synchronization

/// An object that ``DeferredUpdateQueue`` updates on the main actor.
@MainActor
protocol DeferredUpdate: AnyObject, Sendable {
    func performDeferredUpdate()
}

/// A queue of objects that wait for an update on the main actor.
///
/// One task updates all waiting objects. For example, if a loop releases a million forms and does not suspend, the
/// queue creates only one task.
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

    /// Adds an object to the queue, from any thread.
    ///
    /// The queue holds the object weakly. If an object is added several times, the queue updates the object only once.
    static func add(_ object: any DeferredUpdate) {
        let crowd: [ObjectIdentifier: Entry] = state.withLock { state in
            state.number += 1
            state.entries[ObjectIdentifier(object)] = Entry(number: state.number, object: object)
            guard state.entries.count > 2 * state.countAfterPurge + 16 else { return [:] }
            defer { state.entries = [:] }
            return state.entries
        }
        // A read of a weak reference can release the last reference to an object. The deinitializer of this object can
        // call `add(_:)`. Therefore the purge runs outside of the lock.
        let living = crowd.filter { $0.value.object != nil }
        let isFirst = state.withLock { state in
            if !crowd.isEmpty {
                state.entries.merge(living) { current, _ in current }
                state.countAfterPurge = state.entries.count
            }
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
