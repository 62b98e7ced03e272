import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The program, in a pseudo-terminal and in a pipe.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct KeyboardMonitorTests {
    private func makeSimulated(_ arguments: [String] = [], rows: Int = 24) async throws -> PseudoTerminal {
        let terminal = try PseudoTerminal("keyboard-monitor", ["--source", "simulated"] + arguments, rows: rows)
        try await terminal.expect("v show/hide")
        return terminal
    }

    // MARK: On a terminal

    @Test func keysMoveTheSimulatedKeyboard() async throws {
        let terminal = try await makeSimulated()
        terminal.type("v")
        try await terminal.expect("shown, docked")
        try await terminal.expect("overlap 0,595 1280×205")
        try await terminal.expect("a drawn keyboard") { $0.row(of: "│░░") != nil }
        terminal.type("f")
        try await terminal.expect("shown, floating")
        terminal.type("f")
        try await terminal.expect("shown, docked")
        terminal.type("r")
        try await terminal.expect("screen  0,0 800×1280")
        try await terminal.expect("overlap 0,1075 800×205")
        terminal.type("v")
        try await terminal.expect("hidden, offScreen")
        try await terminal.expect("overlap none")
        terminal.type("q")
        #expect(try await terminal.expectEnd() == 0)
        #expect(terminal.settings == terminal.originalSettings)
    }

    @Test func aPersonReadsWhatToPress() async throws {
        let terminal = try await makeSimulated()
        try await terminal.expect("Waiting for events.")
        try await terminal.expect("Press v to show the keyboard.")
        terminal.type("?")
        try await terminal.expect("f  floats or docks the keyboard")
        #expect(terminal.screen.row(of: "Waiting for events.") == nil)
        terminal.type("?")
        try await terminal.expect("Waiting for events.")
        terminal.type("v")
        try await terminal.expect("didShow")
        #expect(terminal.screen.row(of: "Waiting for events.") == nil)
    }

    @Test func theKeyboardMovesFrameByFrame() async throws {
        // The transition is slow. Even a busy machine therefore draws more than the last frame.
        let scratch = try Scratch()
        let file = try scratch.file(
            """
            { "title": "Slow", "source": "", "screenSize": [360, 480], "events": [
                { "time": 0, "kind": "willShow", "frameBegin": [0, 480, 360, 240], "frameEnd": [0, 240, 360, 240],
                  "animationDuration": 3, "animationCurve": 3 }
            ] }
            """
        )
        let terminal = try PseudoTerminal("keyboard-monitor", ["--replay", file])
        var overlaps: Set<String> = []
        try await terminal.expect("a keyboard at its place") { screen in
            overlaps.formUnion(screen.lines.filter { $0.contains("overlap ") })
            return screen.row(of: "overlap 0,240 360×240") != nil
        }
        #expect(overlaps.count >= 3, "\(overlaps)")
    }

    @Test func aResizeDrawsAgain() async throws {
        let terminal = try await makeSimulated()
        try await terminal.expect("screen  0,0 1280×800")
        terminal.type("v")
        try await terminal.expect("shown, docked")
        terminal.resize(columns: 39, rows: 24)
        try await terminal.expect("The monitor needs 40 columns")
        terminal.resize(columns: 40, rows: 24)
        try await terminal.expect("the panel below the screen") { $0.lines[12] == "a simulated keyboard" }
        terminal.resize(columns: 100, rows: 30)
        try await terminal.expect("the panel beside the screen") { $0.lines[0].hasSuffix("┐  a simulated keyboard") }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalGivesTheTerminalBackAndWritesTheRecording(number: Int32) async throws {
        let scratch = try Scratch()
        let file = try scratch.file()
        let terminal = try await makeSimulated(["--record", file])
        terminal.type("v")
        try await terminal.expect("shown, docked")
        kill(terminal.process, number)
        #expect(try await terminal.expectEnd() & 0x7F == number)
        #expect(terminal.settings == terminal.originalSettings)
        let recording = try KeyboardRecording(contentsOf: URL(filePath: file))
        #expect(recording.events.map(\.kind) == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
        #expect(!recording.framesInMotion.isEmpty)
        #expect(recording.screenSize == CGSize(width: 1_280, height: 800))
    }

    @Test func aReplayIsPlayedAgain() async throws {
        let file = ExampleFiles.path("Recordings/iphone-414x896-show.json")
        let terminal = try PseudoTerminal("keyboard-monitor", ["--replay", file, "--fast"])
        try await terminal.expect("overlap 0,550 414×346")
        terminal.type("a")
        try await terminal.expect("two events") { $0.lines.count { $0.contains("willShow") } == 2 }
        terminal.type("\u{3}")
        #expect(try await terminal.expectEnd() == 0)
    }

    @Test func objectsArePrintedOnATerminalToo() async throws {
        // The second event follows after many years, so the program runs until the signal ends it.
        let scratch = try Scratch()
        let file = try scratch.file(
            """
            { "title": "", "source": "", "events": [
                { "time": 0, "kind": "willShow" }, { "time": 900000000, "kind": "didShow" }
            ] }
            """
        )
        let record = try scratch.file()
        let arguments = ["--json", "--replay", file, "--record", record]
        let terminal = try PseudoTerminal("keyboard-monitor", arguments, columns: 120)
        try await terminal.expect(#"{"kind": "willShow", "time": 0"#)
        kill(terminal.process, SIGTERM)
        #expect(try await terminal.expectEnd() & 0x7F == SIGTERM)
        #expect(!terminal.output.contains(0x1B))
        #expect(try KeyboardRecording(contentsOf: URL(filePath: record)).events.map(\.kind) == [.willShow])
    }

    /// Compares the screen with the picture in `Examples/README.md`.
    ///
    /// The digits of the times differ from run to run.
    @Test func thePictureIsWhatTheProgramDraws() async throws {
        let terminal = try await makeSimulated(rows: 15)
        terminal.type("v")
        try await terminal.expect("overlap 0,595 1280×205")
        try await terminal.expect("shown, docked")
        let screen = terminal.screen.lines.joined(separator: "\n")
        let readme = try String(contentsOfFile: ExampleFiles.path("README.md"), encoding: .utf8)
        let picture = try #require(readme.firstMatch(of: /┌─+┐  a simulated keyboard\n[^`]*/)).output
        #expect(screen.withoutTimes == picture.trimmingSuffix { $0.isNewline }.withoutTimes, "\(screen)")
    }

    // MARK: In a pipe

    @Test func theStoryOfTheSimulatedKeyboardIsRecorded() async throws {
        let scratch = try Scratch()
        let file = try scratch.file()
        let program = try await PipedProgram.run("keyboard-monitor", ["--source", "simulated", "--record", file])
        #expect(program.status == 0)
        let lines = program.output.split(separator: "\n")
        #expect(program.errors.contains(" has \(lines.count) events and "))
        #expect(program.errors.contains(" frames in motion of a simulated keyboard, in "))
        #expect(lines.first == "  0.000 willChangeFrame 0,800 1280×205 → 0,595 1280×205  0.25 s  docked")
        #expect(lines.last?.hasSuffix("offScreen") == true)
        let recording = try KeyboardRecording(contentsOf: URL(filePath: file))
        #expect(recording.events.count == lines.count)
    }

    @Test func anEmptyRecordingIsAnError() async throws {
        let scratch = try Scratch()
        let empty = try scratch.file(#"{ "title": "", "source": "", "events": [] }"#)
        let file = try scratch.file()
        let program = try await PipedProgram.run("keyboard-monitor", ["--replay", empty, "--record", file])
        #expect(program.status == 1)
        #expect(program.errors.contains("is an empty recording, because the keyboard has posted nothing"))
    }

    @Test func aReplayPrintsAnObjectForEachEventAndFrame() async throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            """
            { "title": "", "source": "", "events": [
                { "time": 0, "kind": "willShow", "frameEnd": [0, 300, 360, 180] }
            ], "framesInMotion": [
                { "time": 0.01, "frame": [0, 400, 360, 180], "precedingEvents": 1 }
            ] }
            """
        )
        let program = try await PipedProgram.run("keyboard-monitor", ["--replay", file, "--json"])
        #expect(program.status == 0)
        let kinds = try program.output.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["kind"] as? String
        }
        #expect(kinds == ["willShow", "frameInMotion"])
    }
}

extension StringProtocol {
    /// The text with all times replaced.
    fileprivate var withoutTimes: String {
        String(self).replacing(/[ ]+\d+\.\d{3}/, with: " 0.000")
    }

    fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, isTrimmed(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
