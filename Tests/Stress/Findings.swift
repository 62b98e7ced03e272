/// What went wrong.
@MainActor
enum Findings {
    private(set) static var sentences: [String] = []
    private(set) static var count = 0

    /// One mistake may be found a million times; the first few tell it.
    private static let limit = 20

    static func expect(_ isTrue: Bool, _ sentence: @autoclosure () -> String) {
        if !isTrue { add(sentence()) }
    }

    static func add(_ sentence: String) {
        count += 1
        if sentences.count < limit { sentences.append(sentence) }
    }
}
