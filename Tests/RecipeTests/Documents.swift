import Foundation

/// The files of the project that contain documentation.
enum Documents {
    static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The README, and the articles and source files of the libraries and the examples.
    static func all() throws -> [URL] {
        let folders = try ["Sources", "Examples"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .filter { !$0.contains(".build") && !$0.hasPrefix("gtk-sign-up/") }
                .map { root.appending(path: "\(folder)/\($0)") }
        }
        return ([root.appending(path: "README.md")] + folders)
            .filter { ["md", "swift"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
    }
}
