import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct KeyboardRecordingTests {
    private let full = KeyboardRecording(
        title: "A show",
        source: "made up",
        device: "phone",
        system: "1.0",
        notes: "none",
        screenSize: CGSize(width: 375, height: 667),
        events: [
            KeyboardRecording.Event(
                time: 0,
                .willShow,
                info: Notification.KeyboardInfo(
                    frameBegin: CGRect(x: 0, y: 667, width: 375, height: 216),
                    frameEnd: CGRect(x: 0, y: 451, width: 375, height: 216),
                    animationDuration: 0.25,
                    animationCurve: 7,
                    isLocal: true
                )
            ),
            KeyboardRecording.Event(time: 0.285, .didShow, info: Notification.KeyboardInfo()),
        ]
    )

    @Test func aRecordingIsEqualAfterWritingAndReading() throws {
        let bare = KeyboardRecording(title: "", source: "", events: [])
        for recording in [full, bare] {
            try withTemporaryFile { file in
                try recording.write(to: file)
                #expect(try KeyboardRecording(contentsOf: file) == recording)
            }
        }
    }

    @Test(
        arguments: [
            ("", "recording: The given data was not valid JSON"),
            ("{", "recording: The given data was not valid JSON"),
            ("[]", "recording: expected an object"),
            (#""x""#, "recording: expected an object"),
            (event(#""time": 0, "kind": "will\nFly""#), #"found "will\nFly""#),
            (event(#""time": 0, "kind": "\u001b[31mred""#), #"found "\u{1B}[31mred""#),
            (event(#""time": 0, "kind": "willShow", "frameEnd": [1e308, 0, 1e308, 1]"#), "finite edges"),
            (#"{"source": "", "events": []}"#, "title: is missing"),
            (#"{"title": 1, "source": "", "events": []}"#, "title: expected a text"),
            (#"{"title": "", "source": "", "events": {}}"#, "events: expected a list"),
            (#"{"title": "", "source": "", "events": [], "screenSize": [1]}"#, "screenSize: expected two numbers"),
            (event(#""time": 0"#), "events[0].kind: is missing"),
            (event(#""kind": "willShow""#), "events[0].time: is missing"),
            (event(#""time": "0", "kind": "willShow""#), "events[0].time: expected a number"),
            (event(#""time": -1, "kind": "willShow""#), "events[0].time: expected seconds from 0"),
            (event(#""time": 1e300, "kind": "willShow""#), "events[0].time: expected seconds from 0"),
            (event(#""time": 0, "kind": "willFly""#), #"expected one of willShow, didShow, willHide, didHide"#),
            (event(#""time": 0, "kind": "willFly""#), #"found "willFly""#),
            (event(#""time": 0, "kind": "willShow", "frameEnd": [1, 2, 3]"#), "events[0].frameEnd: expected four"),
            (event(#""time": 0, "kind": "willShow", "frameEnd": 7"#), "events[0].frameEnd: expected a list"),
            (event(#""time": 0, "kind": "willShow", "animationDuration": -1"#), "Duration: expected finite seconds"),
            (event(#""time": 0, "kind": "willShow", "animationCurve": -1"#), "animationCurve: "),
            (event(#""time": 0, "kind": "willShow", "isLocal": 3"#), "events[0].isLocal: expected true or false"),
            (event(#""time": 2, "kind": "willShow"}, {"time": 1, "kind": "willHide""#), "the event at 1.0 s follows"),
        ]
    )
    func theErrorForABrokenFileContainsThePlaceAndTheExpectedValue(json: String, expected: String) throws {
        try withTemporaryFile { file in
            try Data(json.utf8).write(to: file)
            let error = #expect(throws: KeyboardRecordingError.self) { try KeyboardRecording(contentsOf: file) }
            let line = error?.description ?? ""
            #expect(line.hasPrefix("\(file.path) is not a keyboard recording: "))
            #expect(line.contains(expected), "\(line)")
            #expect(!line.contains { $0.isNewline || $0 == "\u{1B}" })
        }
    }

    private nonisolated static func event(_ fields: String) -> String {
        #"{"title": "", "source": "", "events": [{\#(fields)}]}"#
    }

    @Test func aMissingFileAndAnUnwritableFileThrow() {
        let missing = URL(filePath: "/missing/folder/file.json")
        #expect(
            throws: KeyboardRecordingError.unreadable(
                file: "/missing/folder/file.json",
                reason: "No such file or directory"
            )
        ) {
            try KeyboardRecording(contentsOf: missing)
        }
        #expect(
            throws: KeyboardRecordingError.unwritable(
                file: "/missing/folder/file.json",
                reason: "No such file or directory"
            )
        ) {
            try full.write(to: missing)
        }
        #expect(throws: KeyboardRecordingError.unreadable(file: "/", reason: "Is a directory")) {
            try KeyboardRecording(contentsOf: URL(filePath: "/"))
        }
    }

    @Test func numbersThatAreNotFiniteAreNotWritten() throws {
        var recording = full
        recording.events[1].info.frameEnd = CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1)
        try withTemporaryFile { file in
            let error = #expect(throws: KeyboardRecordingError.self) { try recording.write(to: file) }
            #expect(error?.description.contains("events[1].frameEnd: expected a frame with finite edges") == true)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func recordingsThatCouldNotBeReadAreNotWritten() {
        let changes: [(inout KeyboardRecording) -> Void] = [
            { $0.events[0].time = -1 }, { $0.events[0].time = 2 }, { $0.events[1].time = .nan },
            { $0.events[1].time = 1e10 }, { $0.events[0].info.animationDuration = -1 },
            { $0.screenSize = CGSize(width: 0, height: 1) },
            { $0.screenSize = CGSize(width: 1, height: CGFloat.infinity) },
        ]
        for change in changes {
            var recording = full
            change(&recording)
            #expect(throws: EncodingError.self) { try JSONEncoder().encode(recording) }
        }
    }

    @Test func aRestartedPlayerPlaysOnceFromTheBeginning() {
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(full, scheduler: scheduler)
        let fixture = KeyboardFixture()
        player.start(postingTo: fixture.center)
        player.start(postingTo: fixture.center)
        scheduler.runToEnd()
        #expect(fixture.takeKinds() == [.willShow, .didShow])
    }

    @Test func thePlayerPostsEventsAtTheirTimes() {
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(full, scheduler: scheduler)
        let fixture = KeyboardFixture()
        #expect(player.capabilities == [.frames, .didEvents])
        player.start(postingTo: fixture.center)
        #expect(player.isPlaying && fixture.events.isEmpty)
        scheduler.advance(by: .milliseconds(284))
        #expect(fixture.takeKinds() == [.willShow])
        scheduler.advance(by: .milliseconds(1))
        #expect(fixture.takeKinds() == [.didShow])
        #expect(!player.isPlaying && scheduler.waitingCount == 0)
    }

    @Test func aStoppedPlayerPostsNothingAndStartsFromTheBeginning() {
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(full, scheduler: scheduler)
        let fixture = KeyboardFixture()
        fixture.onEvent = { _, _ in player.stop() }
        for _ in 0..<2 {
            player.start(postingTo: fixture.center)
            scheduler.runToEnd()
            #expect(fixture.takeKinds() == [.willShow])
            #expect(!player.isPlaying)
        }
        #expect(throws: KeyboardSourceError.unsupported(.visibilityRequests)) { try player.requestShow() }
    }

    @Test func aDeallocatedPlayerCancelsItsActions() {
        let scheduler = ManualScheduler()
        do {
            let player = KeyboardRecordingPlayer(full, scheduler: scheduler)
            player.start(postingTo: NotificationCenter())
            #expect(scheduler.waitingCount == 1)
        }
        #expect(scheduler.waitingCount == 0)
    }

    private func withTemporaryFile(_ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file)
    }
}
