import Foundation

/// The standard output of a program.
///
/// `print` ignores a failed write. Therefore a script that runs a program with `print` cannot detect that the output is
/// incomplete.
public enum StandardOutput {
    /// Exits with an error if standard output is closed.
    ///
    /// A program calls this method before it opens a file. If standard output is closed, the opened file can get the
    /// descriptor of standard output. The program would then print into this file.
    public static func checkIsOpen() {
        if fcntl(STDOUT_FILENO, F_GETFD) == -1 { exitAfterFailure(errno) }
        // If SIGPIPE is ignored, a write to a pipe without a reader fails with EPIPE.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes the text and a line break, or exits with an error.
    ///
    /// If the reader of a pipe has ended, the method discards the text and reports no error. A reader such as `head`
    /// ends when it has read enough.
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

    /// Calls a closure when standard output no longer has a reader.
    ///
    /// A separate thread waits until the reader has closed standard output. Therefore the method does not block the
    /// main thread.
    public static func observeClosing(_ handle: @escaping @MainActor () -> Void) {
        Thread.detachNewThread {
            // `poll` reports POLLERR and POLLHUP even if no event is requested.
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
