import Foundation

/// A series of facts and checks.
package struct Story: Sendable, CustomStringConvertible {
    package let description: String
    package let steps: [String]

    /// Reads a table of stories.
    ///
    /// A story is a name, a colon, and steps with commas between them. An indented line continues a story.
    package static func table(_ text: String) -> [Story] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
        return lines.replacing("\n    ", with: " ").split(separator: "\n").map { story in
            let parts = story.components(separatedBy: ": ")
            return Story(description: parts[0], steps: parts[1].components(separatedBy: ", "))
        }
    }
}
