/// The options of the command line.
struct Options {
    struct UsageError: Error {
        let message: String
    }

    /// Work that is counted rather than timed.
    enum Work: String, CaseIterable {
        case deliver, object, pair, frame, guide, avoider, decode, sweep, memory
    }

    static let help = """
        usage: keyboard-benchmarks [--quick] [--check | --json]
               keyboard-benchmarks --only WORK [--of NAME] [--screens N] [--warm-up N] [--events N]

          --quick      fewer and shorter rounds, and fewer screens of surf and stream
          --check      compare the results with the targets; exit 1 if one is missed by more than 25 %
          --json       print the rows as JSON
          --only WORK  run only this work and print nothing, so that its instructions can be counted, as in .ci/costs:
                       deliver (one event), object (one that has an object), pair (two events with one
                       payload), frame (one frame of a transition), guide and avoider (a frame to layout guides and to
                       avoiders), decode, sweep or memory, which prints the bytes on the heap for each screen
          --of NAME    the implementation: ours (the default), surf, handwritten, stream or floor
          --screens N  the number of screens; for sweep the number of orphans
          --warm-up N  the number of events before those that are counted
          --events N   the number of events that are counted; for frame the number of frames, for sweep the number of
                       steps
          --help       print this help
        """

    var isQuick = false
    var isCheck = false
    var isJSON = false
    var wantsHelp = false
    var work: Work?
    var implementation: Implementation?
    var screens: Int?
    var warmUp: Int?
    var events: Int?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--check": isCheck = true
            case "--json": isJSON = true
            case "--help", "-h": wantsHelp = true
            case "--only": work = try Self.value(of: argument, in: &rest, Self.names(Work.self), Work.init)
            case "--of":
                implementation = try Self.value(
                    of: argument,
                    in: &rest,
                    Self.names(Implementation.self),
                    Implementation.init
                )
            case "--screens": screens = try Self.value(of: argument, in: &rest, Self.counts, Self.count)
            case "--warm-up": warmUp = try Self.value(of: argument, in: &rest, Self.counts, Self.count)
            case "--events": events = try Self.value(of: argument, in: &rest, Self.counts, Self.count)
            default: throw UsageError(message: "unknown option \"\(argument)\"; see --help")
            }
        }
        try check()
    }

    private func check() throws(UsageError) {
        if work == nil, implementation != nil || screens != nil || warmUp != nil || events != nil {
            throw UsageError(message: "--of, --screens, --warm-up and --events require --only; see --help")
        }
        if [isCheck, isJSON, work != nil].count(where: \.self) > 1 {
            throw UsageError(message: "--check, --json and --only exclude each other; see --help")
        }
        if work != nil, isQuick {
            throw UsageError(message: "--only excludes --quick; see --help")
        }
        if work == .memory, warmUp != nil || events != nil || screens == 0 {
            throw UsageError(message: "--only memory excludes --warm-up and --events and requires a screen; see --help")
        }
        if work == .decode, screens != nil {
            throw UsageError(message: "--only decode excludes --screens; see --help")
        }
        if work == .frame, ![.ours, .floor].contains(implementation ?? .ours) {
            throw UsageError(message: "--only frame requires --of ours or --of floor; see --help")
        }
        if work == .object || work == .pair, implementation == .floor {
            throw UsageError(message: "--only object and --only pair exclude --of floor; see --help")
        }
        if work == .sweep, implementation ?? .ours != .ours {
            throw UsageError(message: "--only sweep requires --of ours; see --help")
        }
        if work == .decode, implementation == .stream || implementation == .floor {
            throw UsageError(message: "--only decode excludes --of stream and --of floor; see --help")
        }
    }

    private static func value<Value>(
        of option: String,
        in rest: inout ArraySlice<String>,
        _ expected: String,
        _ parse: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let text = rest.popFirst() else { throw UsageError(message: "\(option) requires \(expected)") }
        guard let value = parse(text) else {
            throw UsageError(message: "\(option) requires \(expected), not \"\(text)\"")
        }
        return value
    }

    private static func names<Names: CaseIterable & RawRepresentable<String>>(_ names: Names.Type) -> String {
        "one of " + names.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static let counts = "a number from 0 to \(largestCount)"
    /// A larger number of screens does not fit into memory.
    private static let largestCount = 10_000_000

    private static func count(_ text: String) -> Int? {
        Int(text).flatMap { (0...largestCount).contains($0) ? $0 : nil }
    }
}
