import Foundation
package import KeyboardSimulation

/// A directory for the files of one test.
package struct Scratch: ~Copyable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "terminal-test-\(UUID())")

    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of a file, after writing a text to it.
    package func file(_ text: String? = nil, named name: String = "\(UUID()).json") throws -> String {
        let file = url.appending(path: name)
        try text?.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

/// The files of the examples.
package enum ExampleFiles {
    /// Returns the path of a file in the folder of the examples.
    package static func path(_ name: String = "") -> String {
        URL(filePath: #filePath).appending(path: "../../../../Examples/\(name)").standardized.path
    }

    /// Reads a recording of a real keyboard.
    package static func recording(_ name: String) throws -> KeyboardRecording {
        try KeyboardRecording(contentsOf: URL(filePath: path("Recordings/\(name).json")))
    }

    /// The names of the recordings of real keyboards.
    package static var recordings: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path("Recordings")).sorted() }
    }
}
