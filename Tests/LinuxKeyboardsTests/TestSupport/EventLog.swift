/// Lines in the order in which handlers were called.
@MainActor
final class EventLog {
    private(set) var lines: [String] = []
    private var waiting: (line: String, continuation: CheckedContinuation<Void, Never>)?

    func add(_ line: String) {
        lines.append(line)
        if waiting?.line == line { endWaiting() }
    }

    /// Waits for a line, unless it exists.
    ///
    /// The wait ends without the line when the time limit of the test is reached.
    func wait(for line: String) async {
        if lines.contains(line) { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = (line, continuation)
                if Task.isCancelled { endWaiting() }
            }
        } onCancel: {
            Task { @MainActor in endWaiting() }
        }
    }

    func removeAll() {
        lines = []
    }

    private func endWaiting() {
        let continuation = waiting?.continuation
        waiting = nil
        continuation?.resume()
    }
}
