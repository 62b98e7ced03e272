import Dispatch
import Foundation
package import KeyboardObservation

/// The terminal of a process, with raw input and the alternate screen.
///
/// This object handles the signals that end or suspend the process, and the signal that reports a new size. Before a
/// signal ends or suspends the process, this object restores the original settings and screen of the terminal.
@MainActor
package final class Terminal {
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    private static let leave = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l"

    package var onInput: (@MainActor (TerminalInput) -> Void)? {
        get { reader.onInput }
        set { reader.onInput = newValue }
    }
    /// Called after the terminal was resized, and after the process was continued.
    package var onResize: (@MainActor () -> Void)?
    /// Called when the input has ended.
    package var onEnd: (@MainActor () -> Void)?
    /// Called after the terminal was restored, and before a signal ends the process.
    package var onTermination: (@MainActor () -> Void)?

    private let reader: InputReader
    private var writer: FrameWriter
    private let original: termios
    private var isRaw = false
    private var sources: [any DispatchSourceProtocol] = []

    /// Creates an object for the terminal of standard input and output.
    ///
    /// The initializer returns `nil` if there is no terminal, or if the terminal cannot move its cursor.
    package init?(_ environment: TerminalEnvironment, scheduler: any KeyboardScheduler) {
        var settings = termios()
        guard environment.isCapable, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            unsafe tcgetattr(STDIN_FILENO, &settings) == 0
        else { return nil }
        original = settings
        reader = InputReader(scheduler: scheduler)
        writer = FrameWriter(usesUTF8: environment.usesUTF8, usesColor: environment.usesColor)
    }

    /// The size in columns and rows.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
        return Self.drawnSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Returns a size of at most 1,000 columns and 1,000 rows.
    ///
    /// A terminal can report 65,535 columns and rows. A grid with a cell for each position would be too large. The
    /// largest displays show fewer than 1,000 characters in each direction.
    package static func drawnSize(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        (min(columns, 1_000), min(rows, 1_000))
    }

    /// Takes over the terminal, and begins to report input.
    package func start() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] { handle(number) }
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read() }
        }
        input.activate()
        sources.append(input)
        take()
    }

    /// Shows a grid.
    ///
    /// The method writes only the cells that have changed.
    package func show(_ grid: Grid) {
        guard isRaw else { return }
        let output = writer.output(for: grid)
        if !output.isEmpty { write(output) }
    }

    /// Restores the original settings and screen of the terminal.
    package func restore() {
        guard isRaw else { return }
        isRaw = false
        write(Self.leave)
        var settings = original
        // `TCSAFLUSH` discards unread mouse reports, so that the shell does not read them as typed text.
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// Suspends the process group.
    ///
    /// In a terminal that is not raw, Control-Z has the same effect.
    package func suspend() {
        kill(0, SIGTSTP)
    }

    /// Restores the terminal, and stops the process with the default action of `SIGTSTP`.
    ///
    /// If no shell can continue the process, the system does not stop the process. When the process continues, this
    /// object takes over the terminal again.
    private func stop() {
        restore()
        ProcessSignal.raiseDefault(SIGTSTP)
        signal(SIGTSTP, SIG_IGN)
        take()
        onResize?()
    }

    private func take() {
        guard !isRaw else { return }
        isRaw = true
        var settings = original
        unsafe cfmakeraw(&settings)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        write(Self.enter)
        writer.reset()
    }

    // MARK: Signals

    private func handle(_ number: Int32) {
        sources.append(ProcessSignal.observe(number) { [weak self] in self?.receive(number) })
    }

    private func receive(_ number: Int32) {
        switch number {
        case SIGWINCH: onResize?()
        case SIGTSTP: stop()
        case SIGCONT:
            // `SIGSTOP` stops the process without notice. While the process was stopped, another program may have used
            // the terminal.
            isRaw = false
            take()
            onResize?()
        default:
            restore()
            onTermination?()
            ProcessSignal.end(by: number)
        }
    }

    // MARK: Input and output

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe Foundation.read(STDIN_FILENO, bytes.baseAddress, bytes.count)
        }
        if count > 0 {
            reader.receive(bytes.prefix(count))
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
            onEnd?()
        }
    }

    private func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // The terminal reads more slowly than this object writes.
                var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&ready, 1, -1)
            } else if errno != EINTR {
                // If the terminal was closed, the terminal also reports the end of its input.
                return
            }
        }
    }
}
