import Foundation
package import Testing

/// A program that has ended, with its status and the texts that it wrote to its pipes.
package struct PipedProgram: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
    private let name: String

    /// Runs a program of the build directory with a line of bash, and waits for its end.
    ///
    /// In the line, `"$0"` is the path of the program, and `"$@"` contains its arguments.
    package static func run(
        _ name: String,
        _ arguments: [String] = [],
        by line: String = #""$0" "$@""#
    ) async throws -> PipedProgram {
        try await withCheckedThrowingContinuation { continuation in
            // A separate thread waits for the program. The queues have too few threads for all programs that run at the
            // same time.
            Thread.detachNewThread { continuation.resume(with: Result { try PipedProgram(name, arguments, line) }) }
        }
    }

    private init(_ name: String, _ arguments: [String], _ line: String) throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        // `timeout` ends the program, and the other programs of the line, if they do not end by themselves.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["60", "bash", "-o", "pipefail", "-c", line, PseudoTerminal.path(of: name)] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // The errors are one line, which fits into the pipe. Therefore, the output can be read first.
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.errors = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.name = name
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Expects the status 0 and no errors, and returns the output.
    @discardableResult
    package func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(status == 0 && errors.isEmpty, "\(self)", sourceLocation: sourceLocation)
        return output
    }

    /// Expects a status, no output, and one line of errors.
    ///
    /// The line must begin with the name of the program and contain the words.
    package func expectFailure(
        _ status: Int32,
        _ words: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isComplete = errors.hasPrefix("\(name): ") && (words.isEmpty || errors.contains(words))
        #expect(self.status == status && output.isEmpty && isComplete, "\(self)", sourceLocation: sourceLocation)
        let isLine = errors.firstIndex(of: "\n") == errors.indices.last && errors.isHarmless
        // A path has at most 4,096 characters, and a reason that contains a text of a file has at most 500 characters.
        #expect(isLine && errors.unicodeScalars.count <= 5_000, "\(self)", sourceLocation: sourceLocation)
    }
}

extension String {
    /// Whether no character moves a cursor or turns the direction of the text.
    package var isHarmless: Bool {
        unicodeScalars.allSatisfy { $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory) }
    }
}
