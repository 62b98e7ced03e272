/// Lines in the order in which handlers were called.
@MainActor
final class EventLog {
    private(set) var lines: [String] = []
    private var waiting: (line: String, continuation: CheckedContinuation<Void, Never>)?

    func add(_ line: String) {
        lines.append(line)
        guard let waiting, waiting.line == line else { return }
        self.waiting = nil
        waiting.continuation.resume()
    }

    /// Waits for a line, unless it exists.
    func wait(for line: String) async {
        if lines.contains(line) { return }
        await withCheckedContinuation { waiting = (line, $0) }
    }

    func removeAll() {
        lines = []
    }
}
