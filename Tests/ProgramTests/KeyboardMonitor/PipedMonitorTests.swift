import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The program in a pipe: what it prints and records, and how it fails.
struct PipedMonitorTests {
    private static let giant = String(repeating: "a", count: 500)
    private static let hostile = #"\u001b[2J\n\u202e\u2066\u009b"#
    private static let simulated = ["--source", "simulated"]

    private func run(_ arguments: [String], by line: String = #""$0" "$@""#) async throws -> PipedProgram {
        try await PipedProgram.run("keyboard-monitor", arguments, by: line)
    }

    @Test(arguments: try ExampleFiles.recordings, [[], ["--json"]])
    func eachEventIsPrintedAndRecorded(recording: String, format: [String]) async throws {
        try await expectEachEvent(of: ExampleFiles.path("Recordings/\(recording)"), format)
    }

    @Test(arguments: [[], ["--json"]])
    func noTextOfARecordingSteersTheTerminal(format: [String]) async throws {
        let scratch = try Scratch()
        let texts = ["title", "source", "device", "system", "notes"].map { #""\#($0)": "\#(Self.hostile)""# }
        let recording = "{ \(texts.joined(separator: ", ")), \"events\": [{ \"time\": 0, \"kind\": \"willShow\" }] }"
        try await expectEachEvent(of: scratch.file(recording, named: "\u{1B}[2J\u{202E}.json"), format)
    }

    private func expectEachEvent(of file: String, _ format: [String]) async throws {
        let scratch = try Scratch()
        let again = try scratch.file(named: "again.json")
        let program = try await run(["--replay", file, "--fast", "--record", again] + format)
        let original = try KeyboardRecording(contentsOf: URL(filePath: file))
        let (events, frames) = (original.events, original.framesInMotion)
        #expect(program.status == 0, "\(program)")
        #expect(program.errors.hasPrefix("keyboard-monitor: again.json has \(events.count) events and "))
        let lines = program.output.split(separator: "\n")
        #expect(lines.count == events.count + (format.isEmpty ? 0 : frames.count))
        let linesOfEvents = lines.filter { !$0.contains("frameInMotion") }
        #expect(zip(linesOfEvents, events).allSatisfy { $0.contains($1.kind.rawValue) })
        let copy = try KeyboardRecording(contentsOf: URL(filePath: again))
        #expect(copy.events.map(\.kind) == events.map(\.kind) && copy.events.map(\.info) == events.map(\.info))
        #expect(copy.framesInMotion.map(\.frame) == frames.map(\.frame))
        let text = try String(contentsOfFile: again, encoding: .utf8)
        #expect(program.output.isHarmless && program.errors.isHarmless && text.isHarmless)
    }

    @Test func theStoryIsASCIIInALocaleWithoutUTF8() async throws {
        let story = try await run(Self.simulated, by: #"LC_ALL=C "$0" "$@""#).expectSuccess()
        #expect(story.contains("willShow") && story.allSatisfy(\.isASCII) && story.isHarmless, "\(story)")
    }

    @Test(arguments: [["--record"], ["--source", "wayland"], ["--source", giant], simulated + ["\u{1B}[2J"]])
    func wrongArgumentsAreRefused(arguments: [String]) async throws {
        try await run(arguments).expectFailure(2)
    }

    #if SystemKeyboards
        @Test func theDiagnosisHasFactsAndCausesWithRemedies() async throws {
            let line = """
                env -u DISPLAY -u WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent \
                GTK_IM_MODULE=$'\\e[2J' "$0" "$@"
                """
            let program = try await run(["--why"], by: line)
            let lines = program.expectSuccess().split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("= ") || $0.hasPrefix("! ") })
            #expect(lines.contains("= GTK_IM_MODULE is \\u{1B}[2J"))
            #expect(lines.contains { $0.hasPrefix("! The environment names no display. ") })
            #expect(lines.contains { $0.hasPrefix("! The session bus does not answer: ") })
            #expect(program.output.isHarmless)
        }
    #endif

    #if !SystemKeyboards
        @Test func aBuildWithoutTheTraitHasNoRealKeyboard() async throws {
            try await run([]).expectFailure(2, "this build has no real keyboards")
        }
    #endif

    @Test(arguments: ["missing.json", giant, ExampleFiles.path(), ExampleFiles.path("README.md")])
    func aFileThatIsNoRecordingIsRefused(file: String) async throws {
        try await run(["--replay", file]).expectFailure(1)
    }

    @Test(arguments: ["", "missing/recording.json"])
    func aRecordingThatCannotBeWrittenIsReported(name: String) async throws {
        let scratch = try Scratch()
        try await run(Self.simulated + ["--record", scratch.file(named: name)]).expectFailure(1, "cannot write")
    }

    @Test(arguments: [["--help"], simulated, simulated + ["--json"]], [">/dev/full", ">&-"])
    func aFailedWriteIsReported(arguments: [String], redirection: String) async throws {
        try await run(arguments, by: #""$0" "$@" \#(redirection)"#).expectFailure(1, "cannot write")
    }

    @Test func aClosedPipeIsNoFailure() async throws {
        // The reader has ended before the program begins.
        let line = #"exec 3> >(:); wait $!; "$0" "$@" >&3"#
        try await run(Self.simulated + ["--json"], by: line).expectSuccess()
    }

    @Test func aReaderThatHasReadEnoughEndsAReplayOfYears() async throws {
        let scratch = try Scratch()
        let events = #"{ "time": 0, "kind": "willShow" }, { "time": 900000000, "kind": "willHide" }"#
        let file = try scratch.file(#"{ "title": "", "source": "", "events": [\#(events)] }"#)
        let program = try await run(["--replay", file], by: #""$0" "$@" | head -n 1"#)
        #expect(program.expectSuccess().contains("willShow"))
    }
}
