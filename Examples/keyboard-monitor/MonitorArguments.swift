import KeyboardObservation

/// The parsed arguments of the program.
struct MonitorArguments: Equatable {
    enum Source: Equatable {
        /// The keyboard that runs on the desktop.
        case system
        case onboard, osk0, wvkbd, kwin, gnomeShell
        case x11(windowName: String)
        case simulated
        case recording(file: String, isFast: Bool)
    }

    /// A mistake in the arguments, as a line for standard error.
    struct Mistake: Error, Equatable {
        let description: String
    }

    let source: Source
    var usesJSON = false
    var recordingFile: String?
    /// Whether the program only prints possible reasons why no keyboard appears.
    var printsDiagnosis = false

    /// Reads the arguments, in any order.
    ///
    /// - Parameters:
    ///   - words: The arguments, without the name of the program.
    ///   - hasSystemKeyboards: Whether the program was built with the trait `SystemKeyboards`.
    /// - Throws: The first mistake.
    init(_ words: [String], hasSystemKeyboards: Bool) throws(Mistake) {
        var rest = words[...]
        var (source, isFast): (Source?, Bool) = (nil, false)
        while let word = rest.popFirst() {
            switch word {
            case "--source", "--replay":
                let value = try Self.value(of: word, &rest)
                guard source == nil else { throw Self.mistake("--source and --replay exclude each other") }
                source = word == "--source" ? try Self.source(value) : .recording(file: value, isFast: false)
            case "--record": recordingFile = try Self.value(of: word, &rest)
            case "--json": usesJSON = true
            case "--fast": isFast = true
            case "--why":
                guard words.count == 1 else { throw Self.mistake("--why excludes all other arguments") }
                printsDiagnosis = true
            default: throw Self.mistake("unknown argument \"\(word.escapingControlCharacters())\"")
            }
        }
        if isFast {
            guard case .recording(let file, _) = source else { throw Self.mistake("--fast needs --replay") }
            source = .recording(file: file, isFast: true)
        }
        self.source = source ?? .system
        guard !self.source.isReal || hasSystemKeyboards else {
            throw Mistake(
                description: "this build has no real keyboards: install libdbus-1-dev and libxcb-randr0-dev, and run "
                    + "\"swift run --traits SystemKeyboards keyboard-monitor\"; "
                    + "--source simulated and --replay FILE work now"
            )
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Mistake) -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw mistake("\(option) needs a \(option == "--source" ? "name" : "file")")
        }
        return value
    }

    private static func source(_ name: String) throws(Mistake) -> Source {
        switch name {
        case "system": return .system
        case "onboard": return .onboard
        case "osk0": return .osk0
        case "wvkbd": return .wvkbd
        case "kwin": return .kwin
        case "gnome-shell": return .gnomeShell
        case _ where name.hasPrefix("x11:") && name.count > 4: return .x11(windowName: String(name.dropFirst(4)))
        case "simulated": return .simulated
        default: throw mistake("unknown source \"\(name.escapingControlCharacters())\"")
        }
    }

    private static func mistake(_ words: String) -> Mistake {
        Mistake(description: "\(words); see keyboard-monitor --help")
    }
}
