import Foundation

/// Another thread, on which things are dropped and posted while the main actor goes on.
final class Elsewhere: Sendable {
    typealias Job = @Sendable () -> Void

    /// Guards all below. Not a `Mutex`: ThreadSanitizer sees this one.
    private let condition = NSCondition()
    private nonisolated(unsafe) var jobs: [Job] = []
    private nonisolated(unsafe) var isRunning = false
    private nonisolated(unsafe) var isWanted = false

    /// How many jobs make the thread begin: it costs more to wake it than to drop a few things.
    private static let batch = 32

    init() {
        Thread { self.run() }.start()
    }

    func add(_ job: @escaping Job) {
        condition.withLock {
            unsafe jobs.append(job)
            if unsafe jobs.count >= Self.batch {
                unsafe isWanted = true
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
            unsafe isWanted = true
            condition.broadcast()
            while unsafe !jobs.isEmpty || isRunning { condition.wait() }
            unsafe isWanted = false
        }
    }

    private func run() {
        while true {
            var taken = condition.withLock {
                while unsafe !isWanted || jobs.isEmpty { condition.wait() }
                defer { unsafe (jobs, isWanted, isRunning) = ([], false, true) }
                return unsafe jobs
            }
            for job in taken { job() }
            taken = []
            condition.withLock {
                unsafe isRunning = false
                condition.broadcast()
            }
        }
    }
}
