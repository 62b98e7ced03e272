import Foundation
import TestSupport
import Testing

/// The program in a pipe: what it prints, and how it fails.
struct PipedSignUpTests {
    private static let giant = String(repeating: "a", count: 500)
    private static let released = "\n  pool: count 0, orphanCount 0\n"

    private func run(_ arguments: [String] = [], by line: String = #""$0" "$@""#) async throws -> PipedProgram {
        try await PipedProgram.run("sign-up", arguments, by: line)
    }

    @Test func aPipeShowsTheShortStory() async throws {
        let story = try await run().expectSuccess()
        #expect(story.isHarmless && story.hasSuffix(Self.released), "\(story)")
        #expect(story.count { $0 == "\n" } <= 120)
        #expect(try await run(["--script"]).expectSuccess() == story)
    }

    @Test func theStoryIsASCIIInALocaleWithoutUTF8() async throws {
        let story = try await run(by: #"LC_ALL=C "$0""#).expectSuccess()
        #expect(story.allSatisfy(\.isASCII) && story.isHarmless && story.hasSuffix(Self.released), "\(story)")
    }

    @Test(arguments: try ExampleFiles.recordings)
    func aReplayLeavesNoScreenBehind(recording: String) async throws {
        let replay = try await run(["--replay", ExampleFiles.path("Recordings/\(recording)")])
        #expect(replay.expectSuccess().hasSuffix(Self.released))
    }

    @Test func noTextOfARecordingSteersTheTerminal() async throws {
        let scratch = try Scratch()
        let hostile = #"\u001b[2J\n\u202e\u2066\u009b"#
        let recording = #"{ "title": "\#(hostile)", "source": "\#(hostile)", "notes": "\#(hostile)", "events": [] }"#
        let replay = try await run(["--replay", scratch.file(recording)])
        #expect(replay.expectSuccess().isHarmless)
    }

    @Test(arguments: [["--replay"], ["--fast"], ["--no-such-option"], [giant]])
    func wrongArgumentsAreRefused(arguments: [String]) async throws {
        try await run(arguments).expectFailure(2)
    }

    @Test(arguments: ["missing.json", giant, "/dev/null", ExampleFiles.path(), ExampleFiles.path("README.md")])
    func aFileThatIsNoRecordingIsRefused(file: String) async throws {
        try await run(["--replay", file]).expectFailure(1)
    }

    @Test func aPipeIsRefusedAndNotOpened() async throws {
        let scratch = try Scratch()
        try await run(["--replay", scratch.file()], by: #"mkfifo "$2" && "$0" "$@""#).expectFailure(1, "a pipe")
    }

    @Test(
        arguments: [[], ["--help"], ["--replay", ExampleFiles.path("Recordings/ipad-undock.json")]],
        [">/dev/full", ">&-"]
    )
    func aFailedWriteIsReported(arguments: [String], redirection: String) async throws {
        try await run(arguments, by: #""$0" "$@" \#(redirection)"#).expectFailure(1, "cannot write")
    }

    @Test func aClosedPipeIsNoFailure() async throws {
        // The reader has ended before the program begins.
        try await run(by: #"exec 3> >(:); wait $!; "$0" >&3"#).expectSuccess()
    }
}
