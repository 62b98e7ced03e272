import Foundation

/// A folder for the files of one test.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID())")

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String {
        url.appending(path: name).path
    }

    func write(_ text: String, to name: String) throws {
        let file = url.appending(path: name)
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }
}
