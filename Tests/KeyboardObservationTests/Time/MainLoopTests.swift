import Foundation
import Testing

struct MainLoopTests {
    /// Runs the check in a separate process with another kind of `main`.
    ///
    /// The `main` of a test bundle is asynchronous, and uses the loop of Dispatch.
    @Test(arguments: ["synchronous", "poll", "glib", "undrained", "drained", "task", "thread", "executor"])
    func eventsAreDeliveredInOtherKindsOfMain(kind: String) async throws {
        let check = Process()
        check.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "main-loop-check")
        check.arguments = [kind]
        let output = Pipe()
        check.standardOutput = output
        let status = try await withCheckedThrowingContinuation { continuation in
            check.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try check.run() } catch { continuation.resume(throwing: error) }
        }
        let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(status == 0, "\(lines)")
        #expect(!lines.isEmpty)
    }
}
