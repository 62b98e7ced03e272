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
        player.start(postingTo: otherCenter)
        try later.runToEnd()
        try secondRecorder.recording(title: "random", source: "simulated", screenSize: CGSize(width: 1, height: 2))
            .write(to: files[1])
        #expect(!first.events.isEmpty)
        #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]), "seed \(seed)")
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
        for _ in 0..<(KeyboardRecorder.capacity + 5) { center.post(name: .keyboardDidShow, object: nil) }
        #expect(recorder.recording(title: "", source: "").events.count == KeyboardRecorder.capacity)
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
}
