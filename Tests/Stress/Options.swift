/// What was asked for.
struct Options: Equatable {
    /// A mistake that is made on purpose, to prove that it is found.
    enum Plant: String, CaseIterable {
        /// A screen that keeps itself alive: unfreed, and leaked.
        case cycle
        /// A token that nobody will ever drop: what its closure owns is unfreed, and leaked.
        case token
        /// An event that is counted and never posted: lost.
        case event
        /// Two threads that count in one variable. ThreadSanitizer alone can see it.
        case race
    }

    var lifetimes = 1_000_000
    var seed: UInt64 = 1
    var isJSON = false
    var plant: Plant?

    static let usage = """
        usage: keyboard-stress [--lifetimes N] [--seed S] [--json] [--plant cycle|token|event|race]

        Lets screens, tokens, sequences, forms and keyboards come and go at random, checks each against a model,
        and exits 1, naming what failed, where something was kept, lost, doubled or grew.

          --lifetimes N   how many things come and go; 1000000 unless said otherwise. Memory is judged from 500000 on
          --seed S        another walk
          --json          the outcome as JSON
          --plant WHAT    makes a mistake on purpose, to prove that it is found
        """

    /// Why the arguments make no sense, in one line.
    struct Misuse: Error {
        var sentence: String
    }

    init(_ arguments: some Sequence<String>) throws(Misuse) {
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
                let plants = "one of cycle, token, event and race"
                plant = try Self.value(of: argument, arguments.next(), plants, Plant.init(rawValue:))
            default:
                throw Misuse(sentence: "cannot make sense of \"\(argument)\"; see keyboard-stress --help")
            }
        }
    }

    private static func value<Value>(
        of option: String,
        _ text: String?,
        _ expected: String,
        _ parse: (String) -> Value?
    ) throws(Misuse) -> Value {
        guard let text else { throw Misuse(sentence: "\(option) wants \(expected)") }
        guard let value = parse(text) else { throw Misuse(sentence: "\(option) wants \(expected), not \"\(text)\"") }
        return value
    }
}
