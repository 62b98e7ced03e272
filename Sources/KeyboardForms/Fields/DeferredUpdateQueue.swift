import Synchronization

/// An object that ``DeferredUpdateQueue`` updates on the main actor.
@MainActor
protocol DeferredUpdate: AnyObject, Sendable {
    func performDeferredUpdate()
}

/// A queue of objects that wait for an update on the main actor.
///
/// One task updates all waiting objects.
enum DeferredUpdateQueue {
    private struct Entry {
        let number: Int
        weak let object: (any DeferredUpdate)?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Adds an object to the queue, from any thread.
    ///
    /// The queue holds the object weakly. If an object is added several times, the queue updates the object only once.
    static func add(_ object: any DeferredUpdate) {
        let isFirst = entries.withLock { entries in
            defer { entries[ObjectIdentifier(object)] = Entry(number: entries.count, object: object) }
            return entries.isEmpty
        }
        if isFirst { Task { @MainActor in serveAll() } }
    }

    @MainActor
    private static func serveAll() {
        let waiting = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.sorted { $0.number < $1.number }
        }
        for entry in waiting { entry.object?.performDeferredUpdate() }
    }
}
