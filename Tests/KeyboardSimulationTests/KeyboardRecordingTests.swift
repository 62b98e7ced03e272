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
        var atOneTime = full
        let kinds: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
        atOneTime.events = kinds.map { KeyboardRecording.Event(time: 1, $0, info: Notification.KeyboardInfo()) }
        for recording in [full, bare, atOneTime] {
            try withTemporaryFile { file in
                try recording.write(to: file)
                #expect(try KeyboardRecording(contentsOf: file) == recording)
            }
        }
    }

    @Test func onlyPausesOfMoreThanHalfASecondAreShortened() {
        var recording = full
        recording.events = [1, 1.25, 9, 9].map {
            KeyboardRecording.Event(time: $0, .willShow, info: Notification.KeyboardInfo())
        }
        recording.framesInMotion = [1.5, 20].map {
            KeyboardRecording.FrameInMotion(time: $0, frame: .zero, precedingEvents: 2)
        }
        let shortened = recording.withShortPauses
        #expect(shortened.events.map(\.time) == [0.5, 0.75, 1.5, 1.5])
        #expect(shortened.framesInMotion.map(\.time) == [1, 2])
    }

    @Test(
        arguments: [
            ("{", "recording: The given data was not valid JSON"),
            (event(#""time": 0, "kind": "willShow", "sender": 1.5"#), "events[0].sender: expected a whole number"),
            (event(#""time": 0, "kind": "willShow", "sender": "a""#), "events[0].sender: expected a whole number"),
            (
                event(#""time": 0, "kind": "willShow", "sender": 99999999999999999999"#),
                "sender: expected a whole number"
            ),
            (frames(#"{"time": 0, "precedingEvents": 0.5}"#), "framesInMotion[0].precedingEvents: expected a whole"),
            (frames(#"{"time": 0, "precedingEvents": null}"#), "framesInMotion[0].precedingEvents: expected a whole"),
            (frames(#"{"time": 0}"#), "framesInMotion[0].precedingEvents: is missing"),
            (frames(#"{"time": 2, "precedingEvents": 0}"#), "not between"),
            (frames(#"{"time": -1, "precedingEvents": 0}"#), "time"),
            (frames(#"{"time": 0, "precedingEvents": 9}"#), "preceded by 9"),
            (frames(#"{"time": 1, "precedingEvents": 1, "frame": [1]}"#), "four numbers"),
            (frames(#"{"time": 1, "precedingEvents": 1}, {"time": 0, "precedingEvents": 1}"#), "follows"),
            ("[]", "recording: expected an object"),
            (#""x""#, "recording: expected an object"),
            (event(#""time": 0, "kind": "will\nFly""#), #"found "will\nFly""#),
            (event(#""time": 0, "kind": "\u001b[31mred""#), #"found "\u{1B}[31mred""#),
            (event(#""time": 0, "kind": "willShow", "frameEnd": [1e308, 0, 1e308, 1]"#), "finite edges"),
            (#"{"source": "", "events": []}"#, "title: is missing"),
            (#"{"title": 1, "source": "", "events": []}"#, "title: expected a text"),
            (#"{"title": "", "source": "", "events": {}}"#, "events: expected a list"),
            (#"{"title": "", "source": "", "events": [], "screenSize": [1]}"#, "screenSize: expected two positive"),
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
            (event(#""time": 0, "kind": "willShow", "animationCurve": -1"#), "animationCurve: expected a whole number"),
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

    private nonisolated static func frames(_ frames: String) -> String {
        #"{"title": "", "source": "", "events": [{"time": 1, "kind": "willShow"}], "framesInMotion": [\#(frames)]}"#
    }

    private nonisolated static func event(_ fields: String) -> String {
        #"{"title": "", "source": "", "events": [{\#(fields)}]}"#
    }

    /// swift-testing prints the arguments of a test.
    ///
    /// The arguments are therefore indices of these texts.
    private nonisolated static let hugeTexts = [
        event(#""time": 0, "kind": "\#(String(repeating: "x", count: 1_000_000))""#),
        event(#""time": 0, "kind": "\#(String(repeating: #"\u001b"#, count: 10_000))""#),
        event(#""time": 0, "kind": "e\#(String(repeating: "\u{301}", count: 1_000_000))""#),
        event(#""time": 1\#(String(repeating: "0", count: 1_000_000)), "kind": "willShow""#),
        event(#""time": 1e\#(String(repeating: "9", count: 1_000_000)), "kind": "willShow""#),
        event(#""time": 0, "kind": "willShow", "animationCurve": \#(String(repeating: "8", count: 1_000_000))"#),
        event(#""\#(String(repeating: "k", count: 1_000_000))": 0"#),
        String(repeating: "[", count: 1_000_000), String(repeating: #"{"title":"#, count: 100_000),
        "\"" + String(repeating: "\\u202e", count: 100_000), String(repeating: "\u{0}", count: 1_000),
    ]

    @Test(arguments: hugeTexts.indices)
    func anErrorIsOneShortLineWhateverTheFileContains(number: Int) throws {
        try withTemporaryFile { file in
            try Data(Self.hugeTexts[number].utf8).write(to: file)
            let error = #expect(throws: KeyboardRecordingError.self) { try KeyboardRecording(contentsOf: file) }
            expectOneLine(error?.description ?? "")
            #expect(error?.description.count ?? 0 < file.path.count + 600)
        }
    }

    private func expectOneLine(_ line: String) {
        #expect(!line.isEmpty)
        let categories: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
        #expect(!line.unicodeScalars.contains { categories.contains($0.properties.generalCategory) })
    }

    @Test(
        arguments: [
            ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\u{9B}31m\u{85}", "\\u{009B}31m\\u{0085}"),
            ("\u{202A}\u{202E}", "\\u{202A}\\u{202E}"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
            ("\u{7F}\u{0}\u{2028}", "\\u{7F}\\0\\u{2028}"), ("naïve – 漢字 🙂", "naïve – 漢字 🙂"), ("", ""),
        ]
    )
    func controlCharactersAreEscaped(text: String, escaped: String) {
        #expect(text.escapingControlCharacters() == escaped)
    }

    @Test func anEscapedTextIsAtMostAsLongAsItsLimit() {
        #expect("12345".escapingControlCharacters(limit: 5) == "12345")
        #expect("123456".escapingControlCharacters(limit: 5) == "1234…")
        #expect("123\u{1B}".escapingControlCharacters(limit: 5) == "123\\…")
    }

    @Test func anErrorContainsTheWholePath() {
        let file = URL(filePath: "/" + String(repeating: "long\n", count: 1_000) + "/recording.json")
        let error = #expect(throws: KeyboardRecordingError.self) { try KeyboardRecording(contentsOf: file) }
        expectOneLine(error?.description ?? "")
        let whole = "cannot read /" + String(repeating: "long\\n", count: 1_000) + "/recording.json: "
        #expect(error?.description.hasPrefix(whole) == true)
    }

    /// Opening a pipe without a writer would not return.
    private nonisolated static let obstacles: [(String, String, @Sendable (URL) -> Int32)] = [
        ("a pipe", "it is a pipe", { unsafe mkfifo($0.path, 0o600) }),
        ("a socket", "it is a socket", { unsafe mknod($0.path, S_IFSOCK | 0o600, 0) }),
        ("a folder", "it is a folder", { unsafe mkdir($0.path, 0o700) }),
        ("a device", "it is a device", { unsafe symlink("/dev/zero", $0.path) }),
        // A sparse file takes no room on the disk.
        ("a large file", "it is too large", { unsafe close(creat($0.path, 0o600)) | truncate($0.path, 100_000_001) }),
    ]

    @Test(arguments: obstacles.indices)
    func whatIsNoSmallRegularFileIsNeitherReadNorReplaced(number: Int) throws {
        let (name, reason, make) = Self.obstacles[number]
        try withTemporaryFile { file in
            try #require(make(file) == 0, "\(name)")
            let expected = "\(file.path): \(reason), expected a regular file of at most 100 MB"
            let reading = #expect(throws: KeyboardRecordingError.self) { try KeyboardRecording(contentsOf: file) }
            #expect(reading?.description == "cannot read " + expected)
            let writing = #expect(throws: KeyboardRecordingError.self) { try full.write(to: file) }
            #expect(writing?.description == "cannot write " + expected)
        }
    }

    /// The system reports `/proc/kmsg` as an empty regular file, but its next line may never arrive.
    @Test(
        arguments: [
            ("file:///missing/folder/file.json", "No such file or directory"), ("file:///proc/kmsg", "it is empty"),
            ("https://example.org/recording.json", "it is not a file, expected a regular file of at most 100 MB"),
        ]
    )
    func whatCannotBeReadIsAnError(address: String, reason: String) throws {
        let file = try #require(URL(string: address))
        let error = #expect(throws: KeyboardRecordingError.self) { try KeyboardRecording(contentsOf: file) }
        #expect(error?.description == "cannot read \(file.path): \(reason)")
    }

    @Test func aFileInAMissingFolderIsNotWritten() {
        let file = URL(filePath: "/missing/folder/file.json")
        let error = #expect(throws: KeyboardRecordingError.self) { try full.write(to: file) }
        #expect(error?.description == "cannot write /missing/folder/file.json: No such file or directory")
    }

    @Test func aTrimmedRecordingBeginsWithItsFirstEventOrFrame() {
        var recording = KeyboardRecording(
            title: "",
            source: "",
            events: [.init(time: 649.3, .willShow, info: .init()), .init(time: 649.55, .didShow, info: .init())],
            framesInMotion: [.init(time: 649.1, frame: nil, precedingEvents: 0)]
        )
        #expect(recording.duration == 649.55)
        #expect(recording.trimmed.framesInMotion.map(\.time) == [0])
        #expect(recording.trimmed.events.map(\.time) == [0.2, 0.45])
        #expect(recording.trimmed.duration == 0.45)
        (recording.events, recording.framesInMotion) = ([], [])
        #expect(recording.duration == 0)
        #expect(recording.trimmed == recording)
    }

    @Test func aFileOfAFullRecorderIsNotTooLarge() throws {
        func size(_ count: Int) throws -> Int {
            let number = -1.2345678901234567e-300 as CGFloat
            let frame = CGRect(x: number, y: number, width: -number, height: -number)
            let info = Notification.KeyboardInfo(
                frameBegin: frame,
                frameEnd: frame,
                animationDuration: 1.2345678901234567e-300,
                animationCurve: .max,
                isLocal: false,
                screenBounds: frame
            )
            var recording = full
            recording.events = (0..<count).map { _ in
                KeyboardRecording.Event(time: 999_999_999.9999999, .willChangeFrame, info: info)
            }
            return try withTemporaryFile { file in
                try recording.write(to: file)
                return try Data(contentsOf: file).count
            }
        }
        let sizeOfOneEvent = try size(2) - size(1)
        #expect(sizeOfOneEvent * 100_000 < 100_000_000)
    }

    @Test func aLinkAndAModeStayWhenAFileIsReplaced() throws {
        try withTemporaryFile { file in
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
            try withTemporaryFile { link in
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
                try full.write(to: link)
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
                #expect(try KeyboardRecording(contentsOf: link) == full)
            }
            #expect(try KeyboardRecording(contentsOf: file) == full)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
        }
    }

    @Test func aLinkToAMissingFileStays() throws {
        try withTemporaryFile { file in
            try withTemporaryFile { link in
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
                try full.write(to: link)
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
                #expect(try KeyboardRecording(contentsOf: file) == full)
            }
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

    @Test func recordingsThatCouldNotBeReadAreNotWritten() throws {
        let changes: [(inout KeyboardRecording) -> Void] = [
            { $0.events[0].time = -1 }, { $0.events[0].time = 2 }, { $0.events[1].time = .nan },
            { $0.events[1].time = 1e10 }, { $0.events[0].info.animationDuration = -1 },
            { $0.screenSize = CGSize(width: 0, height: 1) },
            { $0.screenSize = CGSize(width: 1, height: CGFloat.infinity) },
        ]
        for change in changes {
            var recording = full
            change(&recording)
            try withTemporaryFile { file in
                _ = #expect(throws: KeyboardRecordingError.self) { try recording.write(to: file) }
            }
        }
    }

    @Test func aRestartedPlayerPlaysOnceFromTheBeginning() throws {
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(full, scheduler: scheduler)
        let fixture = KeyboardFixture()
        player.start(postingTo: fixture.center)
        player.start(postingTo: fixture.center)
        try scheduler.runToEnd()
        #expect(fixture.takeKinds() == [.willShow, .didShow])
    }

    @Test func aStoppedPlayerPostsNothingAndStartsFromTheBeginning() throws {
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(full, scheduler: scheduler)
        let fixture = KeyboardFixture()
        fixture.onEvent = { _, _ in player.stop() }
        for _ in 0..<2 {
            player.start(postingTo: fixture.center)
            try scheduler.runToEnd()
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

    private func withTemporaryFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8)).json")
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file)
    }
}
