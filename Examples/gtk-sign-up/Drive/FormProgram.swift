import Foundation

/// The process of the app `one-line`, and the reports of the app.
struct FormProgram {
    static let name = "one-line"
    /// The numbers of the fields in the reports of the app.
    ///
    /// The entries have the numbers 1 to 20. The last entry is below the note.
    static let (last, note, menu, dialog, text, menuButton, dialogButton) = (20, 21, 22, 23, 24, 25, 26)

    struct Line: Decodable, Equatable {
        var texts: [Int: String] = [:]
        var focus: Int?
        /// The height of the focused entry, or the height of the caret's line in a focused text view.
        var height: Int?

        private enum CodingKeys: CodingKey { case texts, focus, height }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            for (name, text) in try container.decode([String: String].self, forKey: .texts) {
                texts[Int(name) ?? 0] = text
            }
            focus = try container.decodeIfPresent(String.self, forKey: .focus).flatMap { Int($0) }
            height = try container.decodeIfPresent(Int.self, forKey: .height)
        }
    }

    private let output: FileHandle
    private var bytes = Data()
    private var last: Line?

    init(on children: Children, _ arguments: [String]) throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: Self.name)
        output = try children.start([program.path] + arguments)
        _ = fcntl(output.fileDescriptor, F_SETFL, O_NONBLOCK)
    }

    /// Returns the last report; `nil` before the first report.
    mutating func report() throws -> Line? {
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let length = read(output.fileDescriptor, &part, part.count), length >= 0 {
            guard length > 0 else { throw Failure("the app has ended") }
            bytes += part[..<length]
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.count > 1 { last = try JSONDecoder().decode(Line.self, from: lines[lines.count - 2]) }
        bytes = Data(lines.last ?? Data())
        return last
    }
}
