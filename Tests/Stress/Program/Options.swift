/// The options of the command line.
struct Options {
    /// A leak that the run must find.
    enum PlantedLeak: String, CaseIterable {
        /// A screen that its own closure retains.
        case cycle
        /// A token that is never released.
        case token
    }

    static let usage = """
        usage: keyboard-stress [--lifetimes N] [--seed S] [--plant LEAK]

        Subscribes and releases screens, tokens, sequences, forms and keyboards at random, here and on another thread.
        Exits 1 and names what failed if an object leaks, an orphan is not swept or memory grows.

          --lifetimes N   the number of objects; 1000000 by default. Memory is checked from 500000 on
          --seed S        the seed of the random numbers; 1 by default
          --plant LEAK    plants a leak that must be found: cycle or token
        """

    var lifetimes = 1_000_000
    var seed: UInt64 = 1
    var wantsHelp = false
    var leak: PlantedLeak?

    /// The reason why the arguments are invalid, in one line.
    struct UsageError: Error {
        var sentence: String
    }

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--lifetimes":
                lifetimes = try Self.value(of: argument, arguments.next(), "a number from 1 on") { text in
                    Int(text).flatMap { $0 > 0 ? $0 : nil }
                }
            case "--seed": seed = try Self.value(of: argument, arguments.next(), "a number from 0 on") { UInt64($0) }
            case "--plant":
                leak = try Self.value(of: argument, arguments.next(), "cycle or token", PlantedLeak.init(rawValue:))
            default: throw UsageError(sentence: "unknown option \(argument.debugDescription); see --help")
            }
        }
    }

    private static func value<Value>(
        of option: String,
        _ text: String?,
        _ expected: String,
        _ parse: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let text else { throw UsageError(sentence: "\(option) requires \(expected)") }
        guard let value = parse(text) else {
            throw UsageError(sentence: "\(option) requires \(expected), not \(text.debugDescription)")
        }
        return value
    }
}
