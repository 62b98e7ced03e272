import Foundation

/// Shows the progress on a terminal, and nothing in a file or a pipe.
struct Progress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let total: Int
    private var shown = -1

    init(total: Int) {
        self.total = total
    }

    mutating func show(_ done: Int) {
        let percent = min(100 * done / max(total, 1), 100)
        guard isShown, percent != shown else { return }
        shown = percent
        write("\r\(percent) % of \(total) lifetimes")
    }

    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
