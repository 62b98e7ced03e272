import Foundation

/// Reads a table of typed texts and of their values; `nil` for a refused text.
///
/// A line has a format, a locale, a colon, and texts such as "1,5 = 1.5" or "x" with bars between them. An indented line
/// continues a line.
func textTable(_ table: String) -> [(format: String, locale: String, typed: String, value: String?)] {
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    return lines.replacing("\n    ", with: " | ").split(separator: "\n").flatMap { line in
        let (name, texts) = (line.prefix { $0 != ":" }, line.drop { $0 != ":" }.dropFirst(2))
        let comma = name.range(of: ", ", options: .backwards)!
        return texts.components(separatedBy: " | ").map { text in
            let parts = text.components(separatedBy: " = ")
            return (
                String(name[..<comma.lowerBound]), String(name[comma.upperBound...]), parts[0],
                parts.count > 1 ? parts[1] : nil
            )
        }
    }
}
