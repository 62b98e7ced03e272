/// What the command line asks for.
struct Options {
    struct Failure: Error {
        let message: String
    }

    /// A piece of work to be counted rather than timed.
    enum Work: String, CaseIterable {
        case deliver, decode, sweep, memory
    }

    static let help = """
        usage: keyboard-benchmarks [--quick] [--check | --json]
               keyboard-benchmarks --only deliver|decode|sweep|memory [--of NAME] [--screens N] [--events N]

          --quick      fewer and shorter rounds
          --check      compare the figures with the targets; exit 1 where one is missed by more than 25 %
          --json       print the rows as JSON
          --only WORK  do this alone and print nothing, so that its instructions can be counted, as .ci/costs does;
                       memory prints the bytes on the heap for each screen
          --of NAME    whose work: ours (unless said otherwise), surf, handwritten, stream or floor
          --screens N  among how many screens; they are all dead when it sweeps
          --events N   how often; how many steps when it sweeps
          --help       print this

        """

    var isQuick = false
    var isCheck = false
    var isJSON = false
    var wantsHelp = false
    var only: Work?
    var contestant: Contestant?
    var screens: Int?
    var events: Int?

    init(_ arguments: [String]) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--check": isCheck = true
            case "--json": isJSON = true
            case "--help", "-h": wantsHelp = true
            case "--only": only = try Self.value(of: argument, in: &rest, Self.names(Work.self), Work.init)
            case "--of":
                contestant = try Self.value(of: argument, in: &rest, Self.names(Contestant.self), Contestant.init)
            case "--screens": screens = try Self.value(of: argument, in: &rest, Self.counts, Self.count)
            case "--events": events = try Self.value(of: argument, in: &rest, Self.counts, Self.count)
            default: throw Failure(message: "unknown option \(argument); see --help")
            }
        }
        try check()
    }

    private func check() throws(Failure) {
        if only == nil, contestant != nil || screens != nil || events != nil {
            throw Failure(message: "--of, --screens and --events go with --only; see --help")
        }
        if [isCheck, isJSON, only != nil].count(where: \.self) > 1 {
            throw Failure(message: "--check, --json and --only do not go together; see --help")
        }
        if only != nil, isQuick {
            throw Failure(message: "--only does its work once, so --quick makes no sense with it; see --help")
        }
        if only == .memory, events != nil || screens == 0 {
            throw Failure(message: "--only memory goes without --events, and with a screen at least; see --help")
        }
        if only == .decode, screens != nil {
            throw Failure(message: "--screens goes with --only deliver and --only sweep; see --help")
        }
        if only == .sweep, contestant ?? .ours != .ours {
            throw Failure(message: "only ours sweeps in steps; see --help")
        }
        if only == .decode, contestant == .stream || contestant == .floor {
            throw Failure(message: "nothing is decoded by the stream baseline alone, nor by the floor; see --help")
        }
    }

    private static func value<Value>(
        of option: String,
        in rest: inout ArraySlice<String>,
        _ expected: String,
        _ parse: (String) -> Value?
    ) throws(Failure) -> Value {
        guard let text = rest.popFirst() else { throw Failure(message: "\(option) wants \(expected)") }
        guard let value = parse(text) else { throw Failure(message: "\(option) wants \(expected), not \"\(text)\"") }
        return value
    }

    private static func names<Names: CaseIterable & RawRepresentable<String>>(_ names: Names.Type) -> String {
        "one of " + names.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static let counts = "a number from 0 to \(largestCount)"
    /// More screens than that fit into no machine that we know.
    private static let largestCount = 10_000_000

    private static func count(_ text: String) -> Int? {
        Int(text).flatMap { (0...largestCount).contains($0) ? $0 : nil }
    }
}
