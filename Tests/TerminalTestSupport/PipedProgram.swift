import Dispatch
import Foundation

/// A program that has ended, and what it wrote to its pipes.
package struct PipedProgram: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String

    /// Runs a program of the build directory to its end.
    package static func run(_ name: String, _ arguments: [String]) async throws -> PipedProgram {
        try await withCheckedThrowingContinuation { continuation in
            // A thread that may wait.
            DispatchQueue.global().async { continuation.resume(with: Result { try PipedProgram(name, arguments) }) }
        }
    }

    private init(_ name: String, _ arguments: [String]) throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: PseudoTerminal.path(of: name))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // The errors are one line, which fits into the pipe.
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.errors = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}
