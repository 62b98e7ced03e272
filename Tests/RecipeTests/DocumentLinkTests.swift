import Foundation
import Testing

/// The links of the files that a forge shows, relative to each file.
///
/// DocC checks the links of its catalogues.
struct DocumentLinkTests {
    private static let files =
        ["README.md", "CHANGELOG.md", "Examples/README.md", "Examples/gtk-sign-up/README.md"]

    @Test(arguments: files)
    func eachLinkLeadsToAFile(file: String) throws {
        let url = Documents.root.appending(path: file)
        let text = try String(contentsOf: url, encoding: .utf8)
        let links = text.matches(of: /\]\(([^)#]+)[^)]*\)|<img [^>]*src="([^"]+)"/).map { $0.1 ?? $0.2 ?? "" }
        for link in links where link.firstMatch(of: /^[a-z]+:/) == nil {
            let target = url.deletingLastPathComponent().appending(path: String(link)).standardizedFileURL
            #expect(FileManager.default.fileExists(atPath: target.path), "\(file): \(link) does not exist")
        }
    }
}
