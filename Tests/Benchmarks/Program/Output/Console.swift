import Foundation

/// The output of the program, and its errors.
enum Console {
    /// Exits with an error if the write fails.
    static func write(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
        } catch {
            fail("cannot write to standard output: \(error.localizedDescription)", status: 1)
        }
    }

    static func fail(_ message: String, status: Int32) -> Never {
        writeError("keyboard-benchmarks: \(message.replacing("\n", with: " "))\n")
        exit(status)
    }

    /// Replaces the line of the progress, on a terminal only.
    static func show(progress: String) {
        if isatty(STDERR_FILENO) == 1 { writeError("\r\u{1B}[K\(progress)") }
    }

    /// A failed write is ignored, because there is no other place to report it.
    private static func writeError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
