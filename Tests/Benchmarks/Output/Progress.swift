import CommandLineOutput
import Foundation

/// Shows the current measurement.
///
/// If the standard error is not a terminal, `show(_:)` has no effect.
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
