import Foundation

/// Writes to standard output.
///
/// `print` ignores a failed write, so a script could not know that the output is incomplete.
enum StandardOutput {
    /// Exits with an error if standard output is closed.
    ///
    /// Called before a pipe is opened, because the system would give it the number of standard output.
    static func checkIsOpen() {
        if fcntl(STDOUT_FILENO, F_GETFD) == -1 { exitAfterFailure(errno) }
        // A write to a pipe without a reader then fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes the text and a line break.
    static func write(_ text: String) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                exitAfterFailure(errno)
            }
        }
    }

    private static func exitAfterFailure(_ code: Int32) -> Never {
        // The reader of a pipe has read enough, as `head` has.
        if code == EPIPE { exit(EXIT_SUCCESS) }
        fail("cannot write to standard output: \(unsafe String(cString: strerror(code)))", status: 1)
    }
}

/// Reports an error and exits.
func fail(_ message: String, status: Int32) -> Never {
    // There is no other place to report that standard error is closed.
    try? FileHandle.standardError.write(contentsOf: Data("keyboard-benchmarks: \(message)\n".utf8))
    exit(status)
}
