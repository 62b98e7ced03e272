import Foundation
import KeyboardObservation

/// Checks the report about a loop that does not run the main queue.
@MainActor
func checkUndrainedLoop() {
    let reports = ReportPipe()
    let begin = Date.now
    MainQueueWatch.begin()
    let text = reports.text(withinMilliseconds: 20_000) ?? ""
    Check.that(text.contains("MainQueueLoop.drain()"), "the process reports the missing call: \(text)")
    print("       after \(Date.now.timeIntervalSince(begin)) s")
    MainQueueWatch.begin()
    Check.that(reports.text(withinMilliseconds: 2_500) == nil, "the report is made once")
}

/// Checks that a loop which runs the main queue is not reported.
@MainActor
func checkDrainedLoop() {
    let reports = ReportPipe()
    MainQueueWatch.begin()
    MainQueueLoop.drain()
    Check.that(reports.text(withinMilliseconds: 2_500) == nil, "a loop that runs the main queue is not reported")
}

/// Checks that a drain in a task of the main queue, such as an asynchronous `main`, has no effect and is reported.
@MainActor
func checkLoopInATask(isOnMainThread: Bool) {
    let reports = ReportPipe()
    Task {
        MainQueueWatch.begin()
        MainQueueLoop.drain()
        let text = reports.text(withinMilliseconds: 20_000) ?? ""
        Check.that(text.contains("MainQueueLoop.drain()"), "a loop in a task of the main queue is reported: \(text)")
        exit(Check.failures == 0 ? 0 : 1)
    }
    if isOnMainThread { RunLoop.main.run() } else { dispatchMain() }
}

/// A pipe that replaces standard error.
private final class ReportPipe {
    private let pipe = Pipe()

    init() { dup2(pipe.fileHandleForWriting.fileDescriptor, 2) }

    /// Returns the report, or `nil` if no report arrives within the limit.
    ///
    /// The method waits in `poll`, like a loop that does not run the main queue.
    func text(withinMilliseconds limit: CInt) -> String? {
        let reading = pipe.fileHandleForReading
        var descriptor = pollfd(fd: reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, limit) > 0 else { return nil }
        return String(decoding: reading.availableData, as: UTF8.self)
    }
}
