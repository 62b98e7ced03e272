import Dispatch
import Foundation
import KeyboardObservation
import Synchronization

/// Checks the report of a loop that does not run the main queue.
@MainActor
func checkUndrainedLoop() {
    checkBusyThread()
    let (reports, busyReports) = (ReportPipe(), ReportPipe())
    let hourlyLooks = DispatchSemaphore(value: 0)
    MainQueueWatch(
        interval: .seconds(3_600),
        isMainThreadWaiting: {
            hourlyLooks.signal()
            return true
        },
        report: { busyReports.write($0) }
    ).start()

    // This watch never sees the main thread wait. Therefore, it must not report anything in 20 looks.
    let looks = DispatchSemaphore(value: 0)
    let busy = MainQueueWatch(
        interval: .milliseconds(5),
        isMainThreadWaiting: {
            looks.signal()
            return false
        },
        report: { busyReports.write($0) }
    )
    busy.start()
    for _ in 0..<20 { looks.wait() }
    Check.that(busyReports.text(withinMilliseconds: 0) == nil, "a busy main thread is not reported")
    Check.that(hourlyLooks.wait(timeout: .now()) == .timedOut, "a watch waits for its interval before it looks")

    // In this watch, the main thread waits at each look except the second look.
    MainQueueWatch(
        interval: .milliseconds(5),
        isMainThreadWaiting: { lookCount.add(1, ordering: .relaxed).newValue != 2 },
        report: { _ in reports.write("\(lookCount.load(ordering: .relaxed)) looks") }
    ).start()
    let looksOfReport = reports.text(withinMilliseconds: 10_000)
    Check.that(looksOfReport == "4 looks", "the second of two successive waits is reported: \(looksOfReport ?? "")")

    MainQueueWatch(interval: .milliseconds(50), report: { reports.write($0) }).start()
    let text = reports.text(withinMilliseconds: 10_000) ?? ""
    Check.that(text.contains("MainQueueLoop.drain()"), "a loop that does not run the main queue is reported: \(text)")
    Check.that(reports.text(withinMilliseconds: 200) == nil, "the report is made once")

    let answered = ReportPipe()
    MainQueueWatch(interval: .milliseconds(50), report: { answered.write($0) }).start()
    MainQueueLoop.drain()
    Check.that(answered.text(withinMilliseconds: 500) == nil, "a loop that runs the main queue is not reported")
}

private let lookCount = Atomic(0)

/// Checks that a main thread that computes does not count as waiting.
@MainActor
private func checkBusyThread() {
    let hasLooked = DispatchSemaphore(value: 0)
    let waits = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        if MainThread.waitsForDescriptors { waits.signal() }
        hasLooked.signal()
    }
    // A wait with the time-out `.now()` does not suspend the thread.
    while hasLooked.wait(timeout: .now()) == .timedOut {}
    Check.that(waits.wait(timeout: .now()) == .timedOut, "a main thread that computes does not wait for descriptors")
}

/// Checks that the first use of the scheduler starts the watch of the process.
///
/// The watch prints its report to standard error.
@MainActor
func checkStandardError() {
    let reports = ReportPipe()
    reports.replaceStandardError()
    MainQueueLoop.drain()
    Check.that(reports.text(withinMilliseconds: 0) == nil, "a drain that runs the main queue is not reported")
    _ = MainQueueScheduler.shared
    let begin = Date.now
    let text = reports.text(withinMilliseconds: 20_000) ?? ""
    Check.that(text.contains("MainQueueLoop.drain()"), "the process reports the missing call: \(text)")
    print("       after \(Date.now.timeIntervalSince(begin)) s")
}

/// Checks that the process reports a loop in a task of the main queue, such as an asynchronous `main`.
@MainActor
func checkLoopInATask(isOnMainThread: Bool) {
    let reports = ReportPipe()
    reports.replaceStandardError()
    Task {
        MainQueueLoop.drain()
        let text = reports.text(withinMilliseconds: 10_000) ?? ""
        Check.that(text.contains("synchronous main"), "a drain in a task of the main queue is reported: \(text)")
        MainQueueLoop.drain()
        Check.that(reports.text(withinMilliseconds: 0) == nil, "the drain is reported once")
        exit(Check.failures == 0 ? 0 : 1)
    }
    if isOnMainThread { RunLoop.main.run() } else { dispatchMain() }
}

/// A pipe that carries reports to a thread that waits for a descriptor.
private final class ReportPipe: Sendable {
    private let pipe = Pipe()

    func write(_ text: String) { pipe.fileHandleForWriting.write(Data(text.utf8)) }

    func replaceStandardError() { dup2(pipe.fileHandleForWriting.fileDescriptor, 2) }

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
