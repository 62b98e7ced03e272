import Dispatch

/// Draws on a terminal only after changes.
@MainActor
package final class TerminalScreen {
    /// The closure that draws the grid for a size in columns and rows.
    package var draw: (@MainActor (_ columns: Int, _ rows: Int) -> Grid?)?

    private let terminal: Terminal
    private var isDrawScheduled = false
    private var ending: CheckedContinuation<Void, Never>?

    package init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    /// Runs until ``end()`` is called, and then restores the terminal.
    package func run() async {
        terminal.onResize = { [weak self] in self?.setNeedsDisplay() }
        terminal.onEnd = { [weak self] in self?.end() }
        terminal.start()
        setNeedsDisplay()
        await withCheckedContinuation { ending = $0 }
        terminal.restore()
    }

    package func end() {
        ending?.resume()
        ending = nil
    }

    /// Schedules one drawing after the current events.
    package func setNeedsDisplay() {
        guard !isDrawScheduled else { return }
        isDrawScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.drawNow() }
        }
    }

    private func drawNow() {
        isDrawScheduled = false
        let size = terminal.size
        if let grid = draw?(size.columns, size.rows) { terminal.show(grid) }
    }
}
