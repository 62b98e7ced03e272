#if SystemKeyboards
    import Testing

    /// The lines that handlers have added, in the order of their calls.
    @MainActor
    final class EventLog {
        private(set) var lines: [String] = []
        private var waiting: (line: String, finish: @MainActor (Bool) -> Void)?

        func add(_ line: String) {
            lines.append(line)
            if waiting?.line == line { waiting?.finish(true) }
        }

        /// Waits until the log contains a line, and records an issue if the line is not added within the time.
        func wait(for line: String, _ location: SourceLocation = #_sourceLocation) async {
            if lines.contains(line) { return }
            let isAdded = await result(within: timeLimit) { waiting = (line, $0) }
            waiting = nil
            if isAdded == nil { Issue.record("There is no line \"\(line)\": \(lines)", sourceLocation: location) }
        }

        func removeAll() {
            lines = []
        }
    }
#endif
