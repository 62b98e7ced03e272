import CommandLineOutput
import Foundation

/// Shows the current measurement on a terminal, and nothing in a file or a pipe.
struct Progress {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ title: String) {
        guard isShown else { return }
        writeError("\r\u{1B}[Kmeasuring \(title) …")
    }

    func clear() {
        guard isShown else { return }
        writeError("\r\u{1B}[K")
    }
}
