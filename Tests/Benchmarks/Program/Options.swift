/// An option without a value.
enum Flag: String, CaseIterable {
    case quick, check, json, help
}

/// An option with a value.
enum Setting: String, CaseIterable {
    case only, of, screens, events
    case warmUp = "warm-up"
}

struct UsageError: Error {
    let message: String
}

/// The options of the command line.
struct Options {
    static let help = """
        usage: keyboard-benchmarks [--quick] [--check] [--json]
               keyboard-benchmarks --only WORK [--of NAME] [--screens N] [--warm-up N] [--events N]

          --quick      fewer and shorter rounds, and fewer screens of surf and stream
          --check      exit 1 if a value that can be counted is higher than wanted; a time is not judged
          --json       print the rows as JSON
          --only WORK  run only this work and print nothing, so that its instructions can be counted, as in costs:
                       a name of the table, such as deliver; memory_bytes prints the bytes on the heap for each screen
          --of NAME    the implementation: ours (the default), surf, handwritten, stream or floor
          --screens N  the number of screens, orphans or fields; 1 by default
          --warm-up N  the number of events, frames or steps before those that are counted; 0 by default
          --events N   the number of events, frames or steps that are counted; 1 by default
          --help       print this help
        """

    private(set) var flags: Set<Flag> = []
    private(set) var work: Work?
    private(set) var implementation = Implementation.ours
    private(set) var counts: [Setting: Int] = [:]

    @MainActor
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var given: Set<Setting> = []
        while let argument = rest.popFirst() {
            let name = argument.hasPrefix("--") ? String(argument.dropFirst(2)) : ""
            if let flag = Flag(rawValue: name) {
                flags.insert(flag)
            } else if let setting = Setting(rawValue: name) {
                given.insert(setting)
                try set(setting, to: rest.popFirst())
            } else {
                let names = Flag.allCases.map(\.rawValue) + Setting.allCases.map(\.rawValue)
                throw UsageError(message: "\"\(argument)\": expected one of --\(names.joined(separator: ", --"))")
            }
        }
        try check(given)
    }

    private mutating func set(_ setting: Setting, to text: String?) throws(UsageError) {
        switch setting {
        case .only: work = try Self.value(of: setting, text)
        case .of: implementation = try Self.value(of: setting, text)
        case .screens, .events, .warmUp:
            // A larger number of screens does not fit into memory.
            let range = (setting == .warmUp ? 0 : 1)...10_000_000
            guard let text, let count = Int(text), range.contains(count) else {
                throw Self.error(setting, text, "a number from \(range.lowerBound) to \(range.upperBound)")
            }
            counts[setting] = count
        }
    }

    @MainActor
    private func check(_ given: Set<Setting>) throws(UsageError) {
        guard let work else {
            guard let setting = Setting.allCases.first(where: given.contains) else { return }
            throw UsageError(message: "--\(setting.rawValue) expects --only too")
        }
        if let flag = Flag.allCases.first(where: { $0 != .help && flags.contains($0) }) {
            throw UsageError(message: "--\(flag.rawValue) expects no --only")
        }
        if let setting = work.unused.first(where: given.contains) {
            throw UsageError(message: "--\(setting.rawValue) expects a work other than \(work.rawValue)")
        }
        if !work.implementations.contains(implementation) {
            let names = work.implementations.map(\.rawValue).joined(separator: ", ")
            throw UsageError(message: "--of expects one of \(names) for \(work.rawValue)")
        }
    }

    private static func value<Value: CaseIterable & RawRepresentable<String>>(
        of setting: Setting,
        _ text: String?
    ) throws(UsageError) -> Value {
        if let text, let value = Value(rawValue: text) { return value }
        throw error(setting, text, "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
    }

    private static func error(_ setting: Setting, _ text: String?, _ expected: String) -> UsageError {
        let got = text.map { ", not \"\($0)\"" } ?? ""
        return UsageError(message: "--\(setting.rawValue) expects \(expected)\(got)")
    }
}
