import Synchronization

@MainActor
protocol DeferredUpdate: AnyObject, Sendable {
    func performDeferredUpdate()
}

/// Updates objects in the next turn of the main actor.
enum DeferredUpdateQueue {
    private struct Entry {
        let number: Int
        weak let object: (any DeferredUpdate)?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

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
