import Foundation
import TestSupport
import Testing

/// The phone, driven in a pseudo-terminal.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct LivePhoneTests {
    /// Starts the phone, and focuses its first field.
    private func makePhone(
        columns: Int = 80,
        rows: Int = 24,
        environment: [String: String] = [:]
    ) async throws -> PseudoTerminal {
        let terminal = try PseudoTerminal("sign-up", columns: columns, rows: rows, environment: environment)
        try await terminal.expect("Create your account")
        terminal.type("\t")
        try await terminal.expect("next")
        return terminal
    }

    /// Expects that a text is above the bar of a docked keyboard at rest.
    private func expectAboveKeyboard(_ text: String, _ terminal: PseudoTerminal) async throws {
        try await terminal.expect("\(text) above the keyboard") { screen in
            guard let row = screen.row(of: text), let bar = screen.row(of: "[Done]") else { return false }
            return row < bar && screen.row(of: "shown, docked") != nil
        }
    }

    @Test func theLastFieldStaysAboveTheKeyboard() async throws {
        let terminal = try await makePhone()
        terminal.type("\t\t\t\t\tthe last field")
        try await terminal.expect("▸Notes     ❰the last field▏")
        try await expectAboveKeyboard("▸Notes", terminal)
    }

    @Test func aRotationKeepsTheFieldVisible() async throws {
        let terminal = try await makePhone()
        terminal.type("\t\t\t\t\tnotes")
        try await expectAboveKeyboard("▸Notes", terminal)
        terminal.type("\u{1B}OQ")
        try await terminal.expect("a turned phone with a keyboard") { screen in
            screen.lines[13].hasPrefix("└────────────────────────────────────────────────┘")
                && screen.row(of: "shown, docked") != nil
        }
        try await expectAboveKeyboard("▸Notes     ❰notes▏", terminal)
        terminal.type("\u{1B}OQ")
        try await terminal.expect("an upright phone") { $0.lines[17].hasPrefix("└────") }
        try await expectAboveKeyboard("▸Notes     ❰notes▏", terminal)
    }

    /// The delete key is released while the help is shown.
    ///
    /// If the release were lost, the key would delete the whole text.
    @Test func aReleaseEndsTheTouchWhileTheHelpIsShown() async throws {
        let terminal = try await makePhone()
        terminal.type("Ada Lovelace, Miss")
        try await expectAboveKeyboard("▸Name", terminal)
        let key = try #require(terminal.place(of: "⌫"))
        let place = "\(key.column + 1);\(key.row + 1)"
        terminal.type("\u{1B}[<0;\(place)M\u{1B}OP\u{1B}[<0;\(place)m")
        try await terminal.expectSilence(of: .milliseconds(700))
        try await terminal.expect("❰Ada Lovelace, Mis▏")
    }

    @Test func theMouseFocusesFieldsAndPressesKeys() async throws {
        let terminal = try PseudoTerminal("sign-up")
        try await terminal.expect("Create your account")
        try terminal.click("Phone     [")
        let row = try #require(terminal.screen.row(of: "Phone"))
        terminal.type("\u{1B}[<0;20;\(row + 1)M\u{1B}[<0;20;\(row + 1)m")
        try await expectAboveKeyboard("▸Phone", terminal)
        try terminal.click("4 │")
        try terminal.click("5 │")
        try await terminal.expect("▸Phone     ❰45▏")
        try terminal.click("[↑]")
        try await terminal.expect("▸Mail")
        try terminal.click("[Done]")
        try await terminal.expect("hidden, offScreen")
    }

    @Test func theKeyboardAndTheContentSlideFrameByFrame() async throws {
        // The transition is slow, so that even a busy machine draws some frames before the end.
        let recording = """
            { "title": "Slow", "source": "", "screenSize": [360, 480], "events": [
                { "time": 0, "kind": "willShow", "frameBegin": [0, 480, 360, 180], "frameEnd": [0, 300, 360, 180],
                  "animationDuration": 8, "animationCurve": 3 }
            ] }
            """
        let scratch = try Scratch()
        let terminal = try PseudoTerminal("sign-up", ["--replay", scratch.file(recording)])
        var (bars, fields): (Set<Int>, Set<Int>) = ([], [])
        try await terminal.expect("a keyboard at its place") { screen in
            if let row = screen.row(of: "[Done]") { bars.insert(row) }
            if let row = screen.row(of: "▸Notes") { fields.insert(row) }
            return bars.contains(10)
        }
        #expect(bars.count >= 3, "\(bars.sorted())")
        #expect(fields.count >= 3, "\(fields.sorted())")
        terminal.type("q")
        #expect(try await terminal.expectEnd() == 0)
    }

    @Test func aFormIsSubmittedWhenItsValuesAreValid() async throws {
        let terminal = try await makePhone()
        terminal.type("\t\t\t\tmany\t")
        try await terminal.expect("✗ Not 0 to 10,000: “many”")
        terminal.type("\u{1B}[Z12.5\t")
        try await terminal.expect("[€12.50")
        terminal.type("\u{1B}")
        try await terminal.expect("hidden, offScreen")
        for _ in 0..<6 { terminal.type("\u{1B}[<65;5;5M") }
        try await terminal.expect("the end of the form") { $0.lines[1].contains("Mail") }
        try terminal.click("⟨ Create account ⟩")
        try await terminal.expect("▸Code")
        try await terminal.expect("shown, docked")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalGivesTheTerminalBack(number: Int32) async throws {
        let terminal = try await makePhone()
        #expect(terminal.settings != terminal.originalSettings)
        #expect(terminal.screen.modes.isSuperset(of: [1049, 1002, 1006, 2004]))
        kill(terminal.process, number)
        let status = try await terminal.expectEnd()
        #expect(status & 0x7F == number, "the parent sees the signal")
        #expect(terminal.settings == terminal.originalSettings)
        #expect(terminal.screen.modes == [25])
    }

    @Test(arguments: ["\u{1B}[21~", "\u{3}", "q"])
    func leavingGivesTheTerminalBack(keys: String) async throws {
        let terminal = try await makePhone()
        if keys == "q" {
            terminal.type("\u{1B}")
            try await terminal.expect("hidden, offScreen")
        }
        terminal.type(keys)
        #expect(try await terminal.expectEnd() == 0)
        #expect(terminal.settings == terminal.originalSettings)
        #expect(terminal.screen.modes == [25])
    }

    @Test func aSuspendedPhoneGivesTheTerminalBackAndContinues() async throws {
        // A shell starts the phone as a job, because only a parent of the same session can continue a stopped process.
        let script = "set -m; \"$0\"; printf '\\033[1;1Hsuspended'; read line; fg"
        let program = PseudoTerminal.path(of: "sign-up")
        let terminal = try PseudoTerminal("/bin/bash", ["-c", script, program])
        try await terminal.expect("Create your account")
        terminal.type("\tAda")
        try await terminal.expect("❰Ada▏")
        terminal.type("\u{1A}")
        try await terminal.expect("the normal screen") { $0.modes == [25] && $0.row(of: "suspended") != nil }
        #expect(terminal.settings == terminal.originalSettings)
        let clearCount = terminal.screen.clearCount
        terminal.type("\n")
        try await terminal.expect("a screen that is drawn again") { screen in
            screen.modes.contains(1049) && screen.clearCount > clearCount && screen.row(of: "❰Ada▏") != nil
        }
        #expect(terminal.settings != terminal.originalSettings)
    }

    @Test(arguments: ["\u{1A}", ""])
    func thePhoneIsNotSuspendedWhereNoShellCanContinueIt(keys: String) async throws {
        // The phone leads its session, so no shell can continue the phone.
        let terminal = try await makePhone()
        let clearCount = terminal.screen.clearCount
        keys.isEmpty ? _ = kill(terminal.process, SIGTSTP) : terminal.type(keys)
        try await terminal.expect("a screen that is drawn again") { screen in
            screen.clearCount > clearCount && screen.modes.contains(1049) && screen.row(of: "▸Name") != nil
        }
        terminal.type("Ada")
        try await terminal.expect("❰Ada▏")
        #expect(terminal.settings != terminal.originalSettings)
    }

    @Test func aResizeDrawsAgain() async throws {
        // While nothing moves, only a change of the size is a reason to draw.
        let terminal = try PseudoTerminal("sign-up")
        try await terminal.expect("Create your account")
        try await terminal.expectSilence(of: .milliseconds(100))
        terminal.resize(columns: 49, rows: 24)
        try await terminal.expect("This terminal has 49 and 24.")
        terminal.resize(columns: 30, rows: 10)
        try await terminal.expect("a notice in three lines") { screen in
            let lines = ["The phone needs 50 columns and", "20 rows.", "This terminal has 30 and 10."]
            return Array(screen.lines.prefix(3)) == lines
        }
        terminal.resize(columns: 50, rows: 20)
        try await terminal.expect("Name      [")
        try await terminal.expect("a border") { $0.lines[17].hasPrefix("└") && $0.row(of: "Events") == nil }
        terminal.resize(columns: 120, rows: 40)
        try await terminal.expect("Events")
    }

    @Test func aWideTerminalShowsWholeEventsAndTheHelp() async throws {
        let terminal = try await makePhone(columns: 120, rows: 40)
        try await terminal.expect("willShow        0,480 360×120 → 0,360 360×120  0.25 s")
        let help = try #require(terminal.screen.row(of: "Mouse press fields, keys, the bar"))
        #expect(help > 18, "the help is below the phone")
        #expect(terminal.screen.row(of: "Keys") == nil, "the commands are shown once")
    }

    @Test func thePhoneInvitesAndShowsWhatIsOn() async throws {
        let terminal = try PseudoTerminal("sign-up")
        try await terminal.expect("Tab, or click a field  F1 help  q leave")
        #expect(terminal.screen.row(of: "pool:") == nil)
        terminal.type("\u{1B}[19~")
        try await terminal.expect("pool: count 3, orphanCount 0")
        terminal.type("\u{1B}[19~")
        try await terminal.expect("no counts") { $0.row(of: "pool:") == nil }
        terminal.type("\u{1B}[20~\t")
        try await terminal.expect("Esc close  F1 help  F10 leave  F9 on")
        try await terminal.expect("F9  reduced motion: on")
        terminal.type("\u{1B}[20~")
        try await terminal.expect("full motion") { $0.row(of: "F9 on") == nil && $0.row(of: ": on") == nil }
    }

    @Test func anAlertIsAnsweredByTheMouseAndByKeys() async throws {
        let terminal = try await makePhone()
        terminal.type("Ada\u{1B}[18~")
        try await terminal.expect("Esc stay  Return leave the page")
        try terminal.click("Esc: stay")
        try await terminal.expect("❰Ada▏")
        terminal.type("\u{1B}[18~")
        try await terminal.expect("[ Return: leave ]")
        try terminal.click("Return: leave")
        try await terminal.expect("an empty form") { $0.row(of: "Name      [                      ]") != nil }
    }

    @Test func nothingIsWrittenAndNothingRunsWhileNothingMoves() async throws {
        let terminal = try await makePhone()
        try await expectAboveKeyboard("▸Name", terminal)
        var (isAtRest, wakeups) = (false, try wakeupCounts(of: terminal.process))
        // After the did event, the spring animation continues for some time with moves of less than a cell.
        for _ in 0..<20 where !isAtRest {
            let before = (wakeups, terminal.output.count)
            try await terminal.expectSilence(of: .milliseconds(500))
            wakeups = try wakeupCounts(of: terminal.process)
            // A thread without work ends after some seconds.
            isAtRest = wakeups.allSatisfy { before.0[$0.key] == $0.value } && terminal.output.count == before.1
        }
        #expect(isAtRest, "the process writes or wakes up without a cause")
    }

    /// Returns how often each thread of a process has waited.
    private func wakeupCounts(of process: pid_t) throws -> [String: Int] {
        let tasks = "/proc/\(process)/task"
        let names = try FileManager.default.contentsOfDirectory(atPath: tasks)
        let counts = try names.map { name in
            let status = try String(contentsOfFile: "\(tasks)/\(name)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return (name, line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? -1)
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    @Test func aLocaleWithoutUTF8AndNoColorAreRespected() async throws {
        let terminal = try PseudoTerminal("sign-up", environment: ["LC_ALL": "C", "NO_COLOR": "1"])
        try await terminal.expect("Create your account")
        terminal.type("\tAda")
        try await terminal.expect(">Name      <Ada_")
        let isASCII = terminal.output.allSatisfy { $0 < 0x80 }
        #expect(isASCII)
        #expect(terminal.screen.attributes.isSubset(of: [0, 1, 2, 7]))
    }

    @Test func aReplayShowsTheRecordingAndLeaves() async throws {
        let arguments = ["--replay", ExampleFiles.path("Recordings/ipad-show-and-hide.json"), "--fast"]
        let terminal = try PseudoTerminal("sign-up", arguments, columns: 50, rows: 20)
        try await terminal.expect("r again  q leave")
        // In 80 columns, there is room for the events beside the phone.
        terminal.resize(columns: 80, rows: 24)
        try await terminal.expect("didShow")
        try await terminal.expect("didHide")
        terminal.type("q")
        #expect(try await terminal.expectEnd() == 0)
        #expect(terminal.settings == terminal.originalSettings)
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": ""]])
    func aTerminalWithoutACursorShowsTheStory(environment: [String: String]) async throws {
        let terminal = try PseudoTerminal("sign-up", rows: 200, environment: environment)
        #expect(try await terminal.expectEnd() == 0)
        #expect(!terminal.output.contains(0x1B))
        #expect(String(decoding: terminal.output, as: UTF8.self).hasSuffix("pool: count 0, orphanCount 0\r\n"))
    }

    @Test func theHelpOfATurnedPhoneIsComplete() async throws {
        let terminal = try PseudoTerminal("sign-up", columns: 50, rows: 20)
        try await terminal.expect("Create your account")
        terminal.type("\u{1B}OQ?")
        try await terminal.expect("the first and the last line") { screen in
            screen.row(of: "F1    help") != nil && screen.row(of: "Wheel scroll") != nil
        }
    }

    @Test func aPressThatClosesTheHelpPressesNothingElse() async throws {
        let terminal = try PseudoTerminal("sign-up")
        try await terminal.expect("Create your account")
        let row = try #require(terminal.screen.row(of: "Mail")) + 1
        terminal.type("?")
        try await terminal.expect("close the keyboard")
        terminal.type("\u{1B}[<0;20;\(row)M\u{1B}[<0;20;\(row)m")
        try await terminal.expect("no help") { $0.row(of: "close the keyboard") == nil }
        // The letter ends the program only if the press has focused no field.
        terminal.type("q")
        #expect(try await terminal.expectEnd() == 0)
    }

    /// Compares the screen with `Examples/sign-up/picture.txt` and its copies.
    ///
    /// The times are not compared, because they differ from run to run.
    @Test func thePictureIsWhatTheProgramDraws() async throws {
        let terminal = try PseudoTerminal("sign-up", columns: 80, rows: 24)
        try await terminal.expect("Create your account")
        for (field, text) in [("Name", "Ada Lovelace"), ("Budget", "1250.5"), ("Notes", "No news, please.")] {
            // The content returns to its place some time after the did event.
            try await terminal.expectSilence(of: .milliseconds(300))
            let row = try #require(terminal.screen.row(of: field)) + 1
            terminal.type("\u{1B}[<0;20;\(row)M\u{1B}[<0;20;\(row)m\(text)")
            try await terminal.expect("▸\(field)")
            try await terminal.expect("shown, docked")
            try await terminal.expect("❰\(text)▏")
            guard field != "Notes" else { break }
            try terminal.click("[Done]")
            try await terminal.expect("hidden, offScreen")
        }
        try await terminal.expectSilence(of: .milliseconds(300))
        let picture = terminal.screen.lines.joined(separator: "\n") + "\n"
        let writes = ProcessInfo.processInfo.environment["SIGN_UP_WRITES_PICTURE"] != nil
        let advice: Comment = "write them anew: SIGN_UP_WRITES_PICTURE=1 swift test --filter LivePhoneTests/thePicture"
        let file = ExampleFiles.path("sign-up/picture.txt")
        if writes { try picture.write(toFile: file, atomically: false, encoding: .utf8) }
        let expected = try String(contentsOfFile: file, encoding: .utf8)
        #expect(picture.withoutTimes == expected.withoutTimes, advice)
        let readme = ExampleFiles.path("README.md")
        var text = try String(contentsOfFile: readme, encoding: .utf8)
        let copy = try #require(text.firstRange(of: /┌─+┐  Keyboard\n[^`]*/))
        if writes {
            text.replaceSubrange(copy, with: expected)
            try text.write(toFile: readme, atomically: false, encoding: .utf8)
        }
        #expect(writes || text[copy] == expected, advice)
    }
}

extension String {
    /// The text with all times replaced.
    fileprivate var withoutTimes: String {
        replacing(/[ ]+\d+\.\d{3}/, with: " 0.000")
    }
}
