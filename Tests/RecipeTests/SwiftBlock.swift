import Foundation

/// A Swift block of a document.
struct SwiftBlock {
    enum Place {
        case manifest, toolkit, file, type, method
    }

    let file: String
    /// The line of the first line of code.
    let line: Int
    let lines: [String]

    /// Returns the blocks of an article, or of the comments in a source file.
    static func blocks(of file: URL) throws -> [SwiftBlock] {
        let isSource = file.pathExtension == "swift"
        var blocks: [SwiftBlock] = []
        var start: Int?
        var code: [String] = []
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, original) in text.components(separatedBy: "\n").enumerated() {
            var line = original[...]
            if isSource {
                line = line.drop { $0 == " " }
                guard line.hasPrefix("///") else { continue }
                line = line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
            }
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let first = start {
                if trimmed == "```" {
                    blocks.append(SwiftBlock(file: file.path, line: first, lines: code))
                    start = nil
                } else {
                    code.append(String(line))
                }
            } else if trimmed == "```swift" {
                (start, code) = (index + 2, [])
            }
        }
        if let start { throw UnendedBlock(file: file.path, line: start) }
        return blocks
    }

    struct UnendedBlock: Error {
        let file: String
        let line: Int
    }

    private var imports: [String] {
        lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
    }

    /// Whether the block is a file of the README's package, which `.ci/documentation` builds, or tests its screens.
    var isOfPackage: Bool {
        file.hasSuffix("README.md") && lines[0].hasPrefix("// ") || imports.contains("@testable import MyApp")
    }

    var place: Place {
        if imports.contains("import PackageDescription") { return .manifest }
        if imports.contains("import Adwaita") || imports.contains("import SwiftCrossUI") { return .toolkit }
        let declaration = /^ *(@MainActor |public |private |fileprivate )*(extension|protocol) .*|^@(main|_cdecl).*/
        if lines.contains(where: { $0.wholeMatch(of: declaration) != nil }) { return .file }
        return lines.contains { $0.contains("@Test") || $0.contains("@Observable") } ? .type : .method
    }

    /// Returns a file with the block, which names its place in the document.
    ///
    /// A block that begins with its imports needs no others.
    func source(_ number: Int, imports modules: [String]) -> String {
        let (begin, end) =
            switch place {
            case .manifest, .toolkit, .file: ("", "")
            case .type: ("struct Block\(number) {", "}")
            case .method: ("extension Context { func block\(number)() async throws {", "} }")
            }
        let head = imports.isEmpty ? modules.map { "import \($0)" } : imports
        let code = lines.map { imports.contains($0) ? "" : $0 }
        let location = ["#sourceLocation(file: \"\(file)\", line: \(line))"]
        return (head + [begin] + location + code + ["#sourceLocation()", end]).joined(separator: "\n")
    }
}
