import Foundation

/// Standard output and standard error.
///
/// `print` would ignore a failed write.
enum Output {
    /// Exits with an error if standard output is closed.
    ///
    /// Otherwise the descriptor of the main queue would get its number, and the text would go there.
    static func checkIsOpen() {
        if fcntl(STDOUT_FILENO, F_GETFD) == -1 { failWrite() }
    }

    /// Writes a text and a line break, or exits with an error.
    ///
    /// A pipe without a reader is no error.
    static func write(_ text: String) {
        signal(SIGPIPE, SIG_IGN)
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                return
            } else if errno != EINTR {
                failWrite()
            }
        }
    }

    private static func failWrite() -> Never {
        exit(1, "cannot write to standard output: \(unsafe String(cString: strerror(errno)))")
    }

    static func exit(_ status: Int32, _ message: String, _ details: [String] = []) -> Never {
        let lines = ["keyboard-stress: \(message)"] + details.map { "  \($0)" }
        writeError(lines.joined(separator: "\n") + "\n")
        Foundation.exit(status)
    }

    /// A failed write has no other place to be reported.
    static func writeError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
