// A release build has no module that can be imported for testing.
#if DEBUG
    import Testing

    @testable import keyboard_monitor

    struct MonitorArgumentsTests {
        private func arguments(_ line: String, hasSystemKeyboards: Bool = false) throws -> MonitorArguments {
            try MonitorArguments(line.split(separator: " ").map(String.init), hasSystemKeyboards: hasSystemKeyboards)
        }

        @Test func theRealKeyboardIsTheDefaultOfABuildWithTheTrait() throws {
            #expect(try arguments("", hasSystemKeyboards: true).source == .system)
            #expect(try arguments("--source simulated", hasSystemKeyboards: true).source == .simulated)
        }

        @Test(arguments: [
            "", "--json", "--source system", "--source onboard", "--source osk0", "--source wvkbd", "--source kwin",
            "--source gnome-shell", "--source x11:a",
            "--why",
        ])
        func aBuildWithoutTheTraitNamesWhatIsMissing(line: String) throws {
            let mistake = try #require(throws: MonitorArguments.Mistake.self) { try arguments(line) }
            for words in [
                "libdbus-1-dev", "libxcb-randr0-dev", "swift run --traits SystemKeyboards keyboard-monitor",
                "--source simulated", "--replay FILE",
            ] {
                #expect(mistake.description.contains(words))
            }
        }

        @Test func theOptionsStandInAnyOrder() throws {
            let all = try arguments("--fast --json --record a.json --replay b.json")
            #expect(all.source == .recording(file: "b.json", isFast: true))
            #expect(all.usesJSON)
            #expect(all.recordingFile == "a.json")
            let none = try arguments("--replay b.json")
            #expect(none.source == .recording(file: "b.json", isFast: false))
            #expect(!none.usesJSON)
            #expect(none.recordingFile == nil)
        }

        @Test(arguments: [
            ("--source", "--source needs a name"), ("--replay", "--replay needs a file"),
            ("--record --json", "--record needs a file"), ("--fast", "--fast needs --replay"),
            ("--fast --source simulated", "--fast needs --replay"), ("--source wayland", "unknown source \"wayland\""),
            ("--source simulated --replay a", "--source and --replay exclude each other"),
            ("--replay a --replay b", "--source and --replay exclude each other"), ("-x", "unknown argument \"-x\""),
            ("--why --json", "--why excludes all other arguments"),
            ("--why --why", "--why excludes all other arguments"),
            ("\u{1B}[2J", "unknown argument \"\\u{1B}[2J\""),
        ])
        func aMistakeIsNamedInOneLine(line: String, words: String) throws {
            let mistake = try #require(throws: MonitorArguments.Mistake.self) {
                try arguments(line, hasSystemKeyboards: true)
            }
            #expect(mistake.description == "\(words); see keyboard-monitor --help")
        }
    }
#endif
