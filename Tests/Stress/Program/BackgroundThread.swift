import Foundation

/// A thread that releases objects and posts events while the main actor runs.
final class BackgroundThread: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var isRequested = false
    }

    /// The lock of the state, with which a thread can wait for a change.
    ///
    /// A `Mutex` has no such wait, and ThreadSanitizer does not observe a `Mutex`.
    private let condition = NSCondition()
    /// Safe: every read and write holds the lock of the condition.
    private nonisolated(unsafe) var state = State()

    /// The number of jobs that are collected before the thread wakes.
    ///
    /// The thread does not wake for each job, because a wake costs more than a few releases.
    private static let batch = 32

    init() {
        Thread { self.run() }.start()
    }

    func add(_ job: @escaping Job) {
        condition.withLock {
            unsafe state.jobs.append(job)
            if unsafe state.jobs.count >= Self.batch {
                unsafe state.isRequested = true
                condition.broadcast()
            }
        }
    }

    /// Releases the last reference to the object on this thread.
    func release(_ object: some AnyObject & Sendable) {
        add { withExtendedLifetime(object) {} }
    }

    /// Waits until all jobs have run and are released.
    func waitUntilIdle() {
        condition.withLock {
            unsafe state.isRequested = true
            condition.broadcast()
            while unsafe !state.jobs.isEmpty || state.isRunning { condition.wait() }
            unsafe state.isRequested = false
        }
    }

    private func run() {
        while true {
            var taken = condition.withLock {
                while unsafe !state.isRequested || state.jobs.isEmpty { condition.wait() }
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
