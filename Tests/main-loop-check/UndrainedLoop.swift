import Dispatch
import Foundation
import KeyboardObservation

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

    // A busy thread is never seen waiting. Its watch looks first, and twice as often.
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

    // The second of two successive looks reports.
    let looksLeft = Looks([true, false, true, true, true])
    MainQueueWatch(
        interval: .milliseconds(5),
        isMainThreadWaiting: { looksLeft.next() },
        report: { _ in reports.write("\(looksLeft.count) left") }
    ).start()
    let leftText = reports.text(withinMilliseconds: 10_000)
    Check.that(leftText == "1 left", "a thread that waits during two successive looks is reported: \(leftText ?? "")")

    MainQueueWatch(interval: .milliseconds(50), report: { reports.write($0) }).start()
    let text = reports.text(withinMilliseconds: 10_000) ?? ""
    Check.that(text.contains("MainQueueLoop.drain()"), "a loop that does not run the main queue is reported: \(text)")
    Check.that(reports.text(withinMilliseconds: 200) == nil, "the report is made once")

    let answered = ReportPipe()
    MainQueueWatch(interval: .milliseconds(50), report: { answered.write($0) }).start()
    MainQueueLoop.drain()
    Check.that(answered.text(withinMilliseconds: 500) == nil, "a loop that runs the main queue is not reported")
}

/// Checks that a main thread that computes does not count as waiting.
@MainActor
private func checkBusyThread() {
    let isWaiting = Looks([])
    DispatchQueue.global().async { isWaiting.add(MainThread.waitsForDescriptors) }
    while isWaiting.count == 0 {}
    Check.that(!isWaiting.next(), "a main thread that computes does not wait for descriptors")
}

/// The results of looks at the main thread.
///
/// The class is sendable, because the lock guards the results.
private final class Looks: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [Bool]

    init(_ results: [Bool]) { self.results = results }

    var count: Int { lock.withLock { results.count } }

    func add(_ result: Bool) { lock.withLock { results.append(result) } }

    func next() -> Bool { lock.withLock { results.isEmpty ? false : results.removeFirst() } }
}

/// Checks that the first use of the scheduler begins the watch of the process, which prints to standard error.
@MainActor
func checkStandardError() {
    let reports = ReportPipe()
    reports.replaceStandardError()
    _ = MainQueueScheduler.shared
    let begin = Date.now
    let text = reports.text(withinMilliseconds: 20_000) ?? ""
    Check.that(text.contains("MainQueueLoop.drain()"), "the process reports the missing call: \(text)")
    print("       after \(Date.now.timeIntervalSince(begin)) s")
}

/// A pipe that carries reports to a thread that waits for a descriptor.
private final class ReportPipe: Sendable {
    private let pipe = Pipe()

    func write(_ text: String) { pipe.fileHandleForWriting.write(Data(text.utf8)) }

    func replaceStandardError() { dup2(pipe.fileHandleForWriting.fileDescriptor, 2) }

    /// Waits in `poll`, as a loop does that does not know the main queue.
    func text(withinMilliseconds limit: CInt) -> String? {
        let reading = pipe.fileHandleForReading
        var descriptor = pollfd(fd: reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, limit) > 0 else { return nil }
        return String(decoding: reading.availableData, as: UTF8.self)
    }
}
