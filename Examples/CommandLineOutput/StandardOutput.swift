import Foundation

/// The standard output of a program.
///
/// `print` ignores a failed write, so a script could not know that the output is incomplete.
public enum StandardOutput {
    /// Exits with an error if standard output is closed.
    ///
    /// A program calls the method before it opens a file, because the system would give the file the number of standard
    /// output.
    public static func checkIsOpen() {
        if fcntl(STDOUT_FILENO, F_GETFD) == -1 { exitAfterFailure(errno) }
        // A write to a pipe without a reader then fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes the text and a line break, or exits with an error.
    ///
    /// A pipe without a reader is no error: its reader, as `head`, has read enough. The text is then discarded.
    public static func write(_ text: String = "") {
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

    /// Calls a closure when the reader of the output has closed it.
    ///
    /// A thread waits for this until the program exits, so a program that waits for its next event can end.
    public static func observeClosing(_ handle: @escaping @MainActor () -> Void) {
        Thread.detachNewThread {
            // Both conditions are reported without being requested.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while unsafe poll(&output, 1, -1) == -1, errno == EINTR {}
            guard output.revents & Int16(POLLERR | POLLHUP) != 0 else { return }
            Task { @MainActor in handle() }
        }
    }

    private static func exitAfterFailure(_ code: Int32) -> Never {
        fail("cannot write to standard output: \(unsafe String(cString: strerror(code)))", status: 1)
    }
}
