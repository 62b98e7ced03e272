import Foundation
import KeyboardObservation

/// Writes the name of the program and a message to standard error, and exits.
public func fail(_ message: String, status: Int32) -> Never {
    warn(message)
    exit(status)
}

/// Writes the name of the program and a message to standard error.
///
/// The output is one line. On a terminal, an ellipsis replaces the middle of a line with more than 500 characters.
public func warn(_ message: String) {
    var line = "\(ProcessInfo.processInfo.processName): \(message)".escapingControlCharacters()
    if isatty(STDERR_FILENO) == 1, line.count > 500 { line = "\(line.prefix(249))…\(line.suffix(250))" }
    writeError(line + "\n")
}

/// Writes a text to standard error.
///
/// A failed write is ignored, because there is no other place to report it.
public func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
}
