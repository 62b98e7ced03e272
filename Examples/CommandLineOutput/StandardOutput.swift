import Foundation

/// The standard output of a program.
///
/// `print` ignores a failed write. A script could not detect that the output is incomplete.
public enum StandardOutput {
    /// Exits with an error if standard output is closed.
    ///
    /// A program calls this method before it opens a file. Otherwise, the system would give the file the descriptor of
    /// standard output.
    public static func checkIsOpen() {
        if fcntl(STDOUT_FILENO, F_GETFD) == -1 { exitAfterFailure(errno) }
        // If the signal is ignored, a write to a pipe without a reader fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes the text and a line break, or exits with an error.
    ///
    /// A pipe without a reader is not an error, because its reader, such as `head`, has read enough. The text is
    /// discarded.
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

    /// Calls a closure when the reader of standard output has closed it.
    ///
    /// A separate thread waits for this moment. A program can therefore end while its main thread waits for an event.
    public static func observeClosing(_ handle: @escaping @MainActor () -> Void) {
        Thread.detachNewThread {
            // Even if no event is requested, poll reports both conditions.
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
