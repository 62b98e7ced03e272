/// The options of the command line.
struct Options: Equatable {
    /// A mistake that a tool must find.
    enum PlantedMistake: String, CaseIterable {
        /// A screen that retains itself, and therefore leaks.
        case cycle
        /// A token that is never released, so that the token and the objects of its closure leak.
        case token
        /// A random event among the first 100,000 events that is never posted.
        case event
        /// A screen that records its raw call after its typed calls.
        case callOrder
        /// An observer that is called before another observer that subscribed earlier.
        case observerOrder
        /// Two posts on a thread that are delivered in reverse order.
        case postOrder
        /// Closures that remain subscribed after the release of their owners.
        case ownedClosure
        /// A sequence that is not finished when its pool is deallocated.
        case sequence
        /// A data race of two threads, which only ThreadSanitizer can find.
        case race
        /// A variable that one thread writes with a lock, and another thread reads without the lock.
        case unlockedRead
    }

    var lifetimes = 1_000_000
    var walks = 0
    var seed: UInt64 = 1
    var isJSON = false
    var mistake: PlantedMistake?

    private static let mistakes = PlantedMistake.allCases.map(\.rawValue).joined(separator: ", ")

    static let usage = """
        usage: keyboard-stress [--lifetimes N] [--walks N] [--seed S] [--json] [--plant MISTAKE]

        Subscribes and releases screens, tokens, sequences, forms and keyboards at random and checks each against
        a model. Exits 1 and names the failed checks if an object leaks, an event is lost or doubled, calls are out of
        order, or memory grows.

          --lifetimes N   the number of objects; 1000000 by default. Memory is checked from 500000 on
          --walks N       the number of random walks that are compared with a model of the pool first; 0 by default
          --seed S        the seed of the random numbers; 1 by default
          --json          prints the outcome as JSON
          --plant MISTAKE makes a mistake that must be found, one of
                          \(mistakes)
        """

    /// The reason why the arguments are invalid, in one line.
    struct UsageError: Error {
        var sentence: String
    }

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--json":
                isJSON = true
            case "--lifetimes":
                lifetimes = try Self.value(of: argument, arguments.next(), "a number from 1 on") { text in
                    Int(text).flatMap { $0 > 0 ? $0 : nil }
                }
            case "--seed":
                seed = try Self.value(of: argument, arguments.next(), "a number from 0 on") { UInt64($0) }
            case "--plant":
                let expected = "one of \(Self.mistakes)"
                mistake = try Self.value(of: argument, arguments.next(), expected, PlantedMistake.init(rawValue:))
            case "--walks":
                walks = try Self.value(of: argument, arguments.next(), "a number from 0 on") { text in
                    Int(text).flatMap { $0 >= 0 ? $0 : nil }
                }
            default:
                throw UsageError(sentence: "unknown option \"\(argument)\"; see keyboard-stress --help")
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
            throw UsageError(sentence: "\(option) requires \(expected), not \"\(text)\"")
        }
        return value
    }
}
