import Foundation

/// Writes to standard output.
///
/// `print` ignores a failed write, so a script could not know that the report is incomplete.
enum StandardOutput {
    /// Exits with an error if standard output is closed.
    static func checkIsOpen() {
        if fcntl(STDOUT_FILENO, F_GETFD) == -1 { exitAfterFailure(errno) }
        // A write to a pipe without a reader then fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes the text and a line break.
    ///
    /// A pipe without a reader is no failure: its reader, as `head`, has read enough.
    static func write(_ text: String) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                return
            } else if errno != EINTR {
                exitAfterFailure(errno)
            }
        }
    }

    private static func exitAfterFailure(_ code: Int32) -> Never {
        fail("cannot write to standard output: \(unsafe String(cString: strerror(code)))", status: 1)
    }
}
