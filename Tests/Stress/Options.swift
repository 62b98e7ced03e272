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
                guard let number = arguments.next().flatMap({ Int($0) }), number > 0 else {
                    throw Misuse(sentence: "--lifetimes wants a number from 1 to \(Int.max)")
                }
                lifetimes = number
            case "--seed":
                guard let number = arguments.next().flatMap({ UInt64($0) }) else {
                    throw Misuse(sentence: "--seed wants a number from 0 on")
                }
                seed = number
            case "--plant":
                guard let plant = arguments.next().flatMap(Plant.init(rawValue:)) else {
                    throw Misuse(sentence: "--plant wants one of cycle, token, event and race")
                }
                self.plant = plant
            default:
                throw Misuse(sentence: "cannot make sense of \"\(argument)\"; see keyboard-stress --help")
            }
        }
    }
}
