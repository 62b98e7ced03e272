import Foundation

/// Shows the progress of the stress test if standard error is a terminal.
struct StressProgress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let total: Int
    private var percent = -1

    init(total: Int) {
        self.total = total
    }

    mutating func show(_ done: Int) {
        let now = min(100 * done / max(total, 1), 100)
        guard isShown, now != percent else { return }
        percent = now
        Output.writeError("\r\(now) % of \(total) lifetimes")
    }

    func clear() {
        if isShown { Output.writeError("\r\u{1B}[K") }
    }
}
