#if compiler(>=6.3) && compiler(<6.4)
    import Dispatch
    import Foundation
    import KeyboardObservation
    import Synchronization
    @_spi(ExperimentalCustomExecutors) import _Concurrency

    /// Checks an app whose main actor runs on a thread of the app instead of Dispatch's main queue.
    func checkCustomExecutor() {
        _createExecutors(factory: Factory.self)
        Thread { try? MainActor.executor.run() }.start()
        Task { @MainActor in
            let center = NotificationCenter()
            let pool = KeyboardObserverPool(center: center)
            let (kinds, delivered) = AsyncStream.makeStream(of: KeyboardEvent.Kind.self)
            var count = 0
            let token = pool.observe {
                count += 1
                delivered.yield($0.kind)
            }
            center.post(name: .keyboardWillShow, object: nil)
            Check.that(count == 1, "a post on the main actor has been delivered when it returns")

            onAThread { center.post(name: .keyboardDidShow, object: nil) }
            // Swift takes a closure that is passed to `DispatchQueue.main` itself for a closure on the main actor.
            let queue = DispatchQueue.main
            onAThread { queue.sync { center.post(name: .keyboardWillHide, object: nil) } }
            Check.that(count == 1, "a post on a thread or on the main queue waits for the main actor")
            for await kind in kinds where kind == .willHide { break }
            Check.that(count == 3, "it is delivered")

            await withCheckedContinuation { continuation in
                MainQueueScheduler.shared.schedule(after: .milliseconds(10)) { continuation.resume() }
            }
            Check.that(true, "the default scheduler runs an action")
            withExtendedLifetime(token) {}
            exit(Check.failures == 0 ? 0 : 1)
        }
        dispatchMain()
    }

    private struct Factory: ExecutorFactory {
        static let mainExecutor: any MainExecutor = ThreadExecutor()
        static let defaultExecutor: any TaskExecutor = PlatformExecutorFactory.defaultExecutor
    }

    /// Runs its jobs on the thread that calls `run()`.
    private final class ThreadExecutor: MainExecutor {
        private let thread = Mutex<Thread?>(nil)
        private let jobs = Mutex<[UnownedJob]>([])
        private let arrival = DispatchSemaphore(value: 0)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            arrival.signal()
        }

        func run() throws {
            thread.withLock { $0 = .current }
            while true {
                arrival.wait()
                let job = jobs.withLock { $0.removeFirst() }
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }

        func stop() {}

        // An executor may leave open where it does not run.
        func isIsolatingCurrentContext() -> Bool? { thread.withLock { $0 === Thread.current } ? true : nil }

        func checkIsolated() { precondition(isIsolatingCurrentContext() == true) }
    }
#else
    /// Only Swift 6.3 lets a program replace the executor of the main actor this way.
    func checkCustomExecutor() { print("ok     this version of Swift has no custom executors") }
#endif
