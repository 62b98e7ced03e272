/// The failed checks.
@MainActor
enum Findings {
    private(set) static var sentences: [String] = []
    private(set) static var count = 0

    /// The number of failures of each check, by the location of the check.
    ///
    /// A mistake can fail a check a million times, so only the first sentences of each check are kept.
    private static var failures: [String: Int] = [:]
    private static let reportedFailures = 3

    static func expect(
        _ isTrue: Bool,
        _ sentence: @autoclosure () -> String,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if !isTrue { add(sentence(), file: file, line: line) }
    }

    static func add(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) {
        count += 1
        failures["\(file):\(line)", default: 0] += 1
        if failures["\(file):\(line)", default: 0] <= reportedFailures { sentences.append(sentence) }
    }
}
