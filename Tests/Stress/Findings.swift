/// What went wrong.
@MainActor
enum Findings {
    private(set) static var sentences: [String] = []
    private(set) static var count = 0

    /// How often each check has failed, by its place. One mistake may be found a million times; the first few tell it.
    private static var failures: [String: Int] = [:]
    private static let toldFailures = 3

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
        if failures["\(file):\(line)", default: 0] <= toldFailures { sentences.append(sentence) }
    }
}
