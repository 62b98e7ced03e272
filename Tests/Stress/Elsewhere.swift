import Foundation

/// Another thread, on which things are dropped and posted while the main actor goes on.
final class Elsewhere: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var isWanted = false
    }

    /// Not a `Mutex`, which cannot wait, and which ThreadSanitizer does not see.
    private let condition = NSCondition()
    /// Safe: it is read and written under the condition's lock alone.
    private nonisolated(unsafe) var state = State()

    /// How many jobs make the thread begin: it costs more to wake it than to drop a few things.
    private static let batch = 32

    init() {
        Thread { self.run() }.start()
    }

    func add(_ job: @escaping Job) {
        condition.withLock {
            unsafe state.jobs.append(job)
            if unsafe state.jobs.count >= Self.batch {
                unsafe state.isWanted = true
                condition.broadcast()
            }
        }
    }

    /// Has the last reference to the object go on that thread.
    func drop(_ object: some AnyObject & Sendable) {
        add { withExtendedLifetime(object) {} }
    }

    /// Waits until all jobs are done and freed.
    func settle() {
        condition.withLock {
            unsafe state.isWanted = true
            condition.broadcast()
            while unsafe !state.jobs.isEmpty || state.isRunning { condition.wait() }
            unsafe state.isWanted = false
        }
    }

    private func run() {
        while true {
            var taken = condition.withLock {
                while unsafe !state.isWanted || state.jobs.isEmpty { condition.wait() }
                defer { unsafe state = State(isRunning: true) }
                return unsafe state.jobs
            }
            for job in taken { job() }
            taken = []
            condition.withLock {
                unsafe state.isRunning = false
                condition.broadcast()
            }
        }
    }
}
