package import Dispatch
import Foundation
import Synchronization

/// Prints one message per process if no event loop runs the main queue.
///
/// The watch adds a block to the main queue, and ends when the block runs. Until the block runs, a timer on another
/// queue checks the main thread. The waiting block makes the main queue's descriptor readable. The readable descriptor
/// wakes every loop that drains the main queue. If the main thread still waits for descriptors, the loop of the main
/// thread does not drain the main queue. In this case, the watch prints the message. The watch prints nothing while the
/// main thread computes, waits for a lock or is stopped in a debugger.
package final class MainQueueWatch: Sendable {
    private static let started: Void = MainQueueWatch(interval: .seconds(1)).start()

    /// Starts the watch of the process; further calls have no effect.
    package static func begin() { started }

    private static let hasDrained = Atomic(false)

    /// Drains the main queue, and prints a message if the first call in the process has no effect.
    ///
    /// While the main queue runs a block or a task, Dispatch does not drain the main queue. An asynchronous `main` is
    /// such a task. On a thread of Dispatch, a drain would trap, so `checkFirst(_:)` drains only on the main thread.
    static func checkFirst(_ drain: () -> Void) {
        let watch = hasDrained.exchange(true, ordering: .relaxed) ? nil : MainQueueWatch(interval: .never)
        if let watch { DispatchQueue.main.async { watch.isAnswered.store(true, ordering: .relaxed) } }
        if Thread.isMainThread { drain() }
        guard let watch, !watch.isAnswered.load(ordering: .relaxed) else { return }
        watch.report(
            """
            KeyboardObservation: MainQueueLoop.drain() has no effect, because a task or a block of the main queue calls \
            it. Start the event loop from a synchronous main, without an await before the loop. See the article \
            "Foreign main loops".
            """
        )
    }

    private let interval: DispatchTimeInterval
    private let isMainThreadWaiting: @Sendable () -> Bool
    private let report: @Sendable (String) -> Void
    private let isAnswered = Atomic(false)

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - interval: The time between two checks of the main thread. The watch reports if the main thread waits for
    ///     descriptors during two successive checks.
    ///   - isMainThreadWaiting: A closure that returns whether the main thread waits for descriptors.
    ///   - report: A closure that receives the text of the report.
    package init(
        interval: DispatchTimeInterval,
        isMainThreadWaiting: @escaping @Sendable () -> Bool = { MainThread.waitsForDescriptors },
        report: @escaping @Sendable (String) -> Void = {
            try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8))
        }
    ) {
        self.interval = interval
        self.isMainThreadWaiting = isMainThreadWaiting
        self.report = report
    }

    package func start() {
        DispatchQueue.main.async { self.isAnswered.store(true, ordering: .relaxed) }
        look(wasWaiting: false)
    }

    private func look(wasWaiting: Bool) {
        DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [self] in
            guard !isAnswered.load(ordering: .relaxed) else { return }
            let isWaiting = isMainThreadWaiting()
            if isWaiting, wasWaiting { report(Self.message) } else { look(wasWaiting: isWaiting) }
        }
    }

    private static var message: String {
        let call = MainQueueLoop.hasGLib ? "MainQueueLoop.attachToGLib()" : "MainQueueLoop.drain()"
        return """
            KeyboardObservation: the event loop of this app does not run the main queue, so keyboard events are not \
            delivered. The call that is missing: \(call). See the article "Foreign main loops".
            """
    }
}

/// Information from the kernel about the main thread.
package enum MainThread {
    /// Whether the main thread waits in `poll`, `select` or `epoll_wait`.
    ///
    /// The value is `false` if the kernel provides no information.
    package static var waitsForDescriptors: Bool {
        guard let text = try? String(contentsOfFile: "/proc/self/syscall", encoding: .utf8),
            let number = Int(text.prefix { $0 != " " && $0 != "\n" })
        else { return false }
        return calls.contains(number)
    }

    #if arch(x86_64)
        // poll, select, epoll_wait, pselect6, ppoll, epoll_pwait, epoll_pwait2
        private static let calls: Set = [7, 23, 232, 270, 271, 281, 441]
    #else
        // epoll_pwait, pselect6, ppoll and epoll_pwait2, with the numbers of arm64 and riscv64
        private static let calls: Set = [22, 72, 73, 441]
    #endif
}
