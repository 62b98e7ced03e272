import Foundation

/// Writes the name of the program and a message to standard error, and exits.
public func fail(_ message: String, status: Int32) -> Never {
    warn(message)
    exit(status)
}

/// Writes the name of the program and a message to standard error.
public func warn(_ message: String) {
    // There is no other place to report that standard error is closed.
    try? FileHandle.standardError.write(contentsOf: Data("\(ProcessInfo.processInfo.processName): \(message)\n".utf8))
}
