import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct KeyboardRecorderTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aPlayedAndRecordedRecordingIsTheSameFile(seed: UInt64) throws {
        let scheduler = ManualScheduler()
        let center = NotificationCenter()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        let scenario = KeyboardScenario.random(seed: seed, length: 60)
        scenario.run(postingTo: center, scheduler: scheduler)
        let first = recorder.recording(title: "random", source: "simulated", screenSize: CGSize(width: 1, height: 2))
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["first.json", "second.json"].map { folder.appending(path: $0) }
        try first.write(to: files[0])

        // The second scheduler has another time.
        let later = ManualScheduler()
        later.advance(by: .microseconds(123_457))
        let otherCenter = NotificationCenter()
        let secondRecorder = KeyboardRecorder(center: otherCenter, scheduler: later)
        let player = KeyboardRecordingPlayer(try KeyboardRecording(contentsOf: files[0]), scheduler: later)
        #expect(player.capabilities.contains(.framesInMotion) == !first.framesInMotion.isEmpty)
        player.start(postingTo: otherCenter)
        try later.runToEnd()
        try secondRecorder.recording(title: "random", source: "simulated", screenSize: CGSize(width: 1, height: 2))
            .write(to: files[1])
        #expect(!first.events.isEmpty)
        #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]), "seed \(seed)")
    }

    @Test func aRecordingBeginsWithItsFirstEvent() {
        let fixture = KeyboardFixture()
        let recorder = KeyboardRecorder(center: fixture.center, scheduler: fixture.scheduler)
        fixture.scheduler.advance(by: .seconds(649))
        fixture.show()
        let recording = recorder.recording(title: "", source: "")
        #expect(recording.events.map(\.time) == [0, 0, 0.25, 0.25])
        #expect(recording.duration == 0.25)
        #expect(recording.trimmed == recording)
    }

    @Test func aStoppedRecorderKeepsItsEvents() {
        let fixture = KeyboardFixture()
        let recorder = KeyboardRecorder(center: fixture.center, scheduler: fixture.scheduler)
        fixture.keyboard.show()
        recorder.stop()
        fixture.settle()
        #expect(recorder.recording(title: "", source: "").events.map(\.kind) == [.willChangeFrame, .willShow])
    }

    @Test func aRecorderCountsTheEventsBeyondItsCapacity() {
        let center = NotificationCenter()
        let recorder = KeyboardRecorder(center: center, scheduler: ManualScheduler())
        for _ in 0..<100_005 { center.post(name: .keyboardDidShow, object: nil) }
        #expect(recorder.recording(title: "", source: "").events.count == 100_000)
        #expect(recorder.droppedCount == 5)
    }

    @Test func aRecorderIsDeallocatedWhileItRecords() {
        weak var remaining: KeyboardRecorder?
        do {
            let recorder = KeyboardRecorder(center: NotificationCenter(), scheduler: ManualScheduler())
            remaining = recorder
        }
        #expect(remaining == nil)
    }

    private func record(_ actions: (KeyboardFixture) -> Void) -> KeyboardRecording {
        let fixture = KeyboardFixture(.phone393x852)
        let recorder = KeyboardRecorder(center: fixture.center, scheduler: fixture.scheduler)
        actions(fixture)
        return recorder.recording(title: "", source: "")
    }

    @Test func aRecorderKeepsSendersScreensAndFramesInMotion() throws {
        let recording = record { fixture in
            fixture.keyboard.behavior.reportsFrames = true
            fixture.keyboard.show(.letters)
            fixture.scheduler.advance(by: .milliseconds(45))
            let other = SimulatedKeyboard(on: SimulatedScreen(.phone320x568), scheduler: fixture.scheduler)
            other.start(postingTo: fixture.center)
            other.show()
            fixture.keyboard.behavior.reportsScreen = false
            fixture.keyboard.hide()
        }
        #expect(recording.events.map(\.sender) == [0, 0, 1, 1, nil, nil])
        #expect(recording.events.map(\.info.screenBounds?.width) == [393, 393, 320, 320, 393, 393])
        #expect(recording.framesInMotion.map(\.time) == [0.02, 0.04])
        #expect(recording.framesInMotion.map(\.precedingEvents) == [2, 2])
        #expect(recording.framesInMotion.map(\.sender) == [0, 0])
        let tops = recording.framesInMotion.compactMap(\.frame?.minY)
        #expect(tops.count == 2 && tops[0] > tops[1] && tops[0] < 852)
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try recording.write(to: file)
        #expect(try KeyboardRecording(contentsOf: file) == recording)
    }

    @Test func aFileWithoutSendersAndFramesIsRead() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"title":"","source":"","events":[{"time":0,"kind":"willShow"}]}"#.utf8).write(to: file)
        let recording = try KeyboardRecording(contentsOf: file)
        #expect(recording.framesInMotion == [] && recording.events.map(\.sender) == [nil])
        try recording.write(to: file)
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(!written.contains("framesInMotion") && !written.contains("sender"))
    }

    @Test func framesOffTheMainActorAreRecorded() async {
        let center = NotificationCenter()
        let recorder = KeyboardRecorder(center: center, scheduler: ManualScheduler())
        await Task.detached {
            center.post(name: .keyboardFrameInMotion, object: nil, userInfo: nil)
        }.value
        for _ in 0..<1_000 where recorder.recording(title: "", source: "").framesInMotion.isEmpty { await Task.yield() }
        #expect(recorder.recording(title: "", source: "").framesInMotion.map(\.frame) == [nil])
    }

    @Test func releasedSendersHaveNumbersOfTheirOwn() {
        final class Sender {}
        let (center, scheduler) = (NotificationCenter(), ManualScheduler())
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        for number in 0..<20 {
            let sender = Sender()
            let name: Notification.Name =
                number.isMultiple(of: 2) ? .keyboardFrameInMotion : KeyboardEvent.Kind.willShow.notificationName
            center.post(name: name, object: sender)
        }
        let recording = recorder.recording(title: "", source: "")
        let numbers = recording.events.compactMap(\.sender) + recording.framesInMotion.compactMap(\.sender)
        #expect(numbers.sorted() == Array(0..<20))
    }

    @Test func aPlayerRetainsItsCenterUntilItStops() {
        let scheduler = ManualScheduler()
        let event = KeyboardRecording.Event(time: 0, .willShow, info: .init())
        let player = KeyboardRecordingPlayer(.init(title: "", source: "", events: [event]), scheduler: scheduler)
        weak var remaining: NotificationCenter?
        func start() {
            let center = NotificationCenter()
            remaining = center
            player.start(postingTo: center)
        }
        start()
        scheduler.advance(by: .seconds(1))
        #expect(remaining != nil && !player.isPlaying)
        player.stop()
        #expect(remaining == nil)
    }
}
