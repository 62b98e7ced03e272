import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Plays the example recordings of real keyboards to screens.
@MainActor
struct RecordedKeyboardsTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/Recordings")

    private static var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted()
    }

    private func recording(_ name: String) throws -> KeyboardRecording {
        try KeyboardRecording(contentsOf: Self.folder.appending(path: name))
    }

    @Test func eachRecordingIsPlayedEventByEvent() throws {
        #expect(Self.files.count >= 6)
        for name in Self.files {
            let recording = try recording(name)
            let fixture = KeyboardFixture()
            let player = KeyboardRecordingPlayer(recording, scheduler: fixture.scheduler)
            var times: [Duration] = []
            fixture.onEvent = { fixture, _ in times.append(fixture.scheduler.now) }
            player.start(postingTo: fixture.center)
            try fixture.scheduler.runToEnd()
            #expect(fixture.events == recording.events.map { KeyboardEvent($0.kind, info: $0.info) }, "\(name)")
            #expect(times == recording.events.map { .seconds($0.time) }, "\(name)")
            #expect(recording.source.hasPrefix("https://"), "\(name)")
        }
    }

    @Test func aScreenReceivesTheShowAndHideOfAnIPad() throws {
        let screen = try play("ipad-show-and-hide.json")
        #expect(
            screen.calls == [
                "willChangeFrame", "willShow", "height 1024.0 in 0.25 s", "didChangeFrame", "didShow",
                "willChangeFrame", "willHide", "hidden in 0.25 s", "didChangeFrame", "didHide",
            ]
        )
    }

    @Test func aMissingDurationIsReplacedByTheDefault() throws {
        let screen = try play("ipad-rotation.json")
        #expect(
            screen.calls == [
                "willChangeFrame", "willHide", "hidden in 0.25 s", "didChangeFrame", "didHide",
                "willChangeFrame", "willShow", "height 264.0 in 0.25 s", "didChangeFrame", "didShow",
            ]
        )
        #expect(screen.infos.last?.animationDuration == nil)
    }

    @Test func aPayloadWithOnlyABeginFrameIsDelivered() throws {
        let screen = try play("ipad-undock.json")
        #expect(screen.calls == ["willChangeFrame"])
        #expect(screen.infos == [.init(frameBegin: CGRect(x: 0, y: 0, width: 768, height: 304))])
    }

    private func play(_ name: String) throws -> RecordingScreen {
        let scheduler = ManualScheduler()
        let center = NotificationCenter()
        let pool = KeyboardObserverPool(center: center)
        let screen = RecordingScreen()
        pool.add(screen)
        let player = KeyboardRecordingPlayer(try recording(name), scheduler: scheduler)
        player.start(postingTo: center)
        try scheduler.runToEnd()
        return screen
    }
}

private final class RecordingScreen: KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
    var calls: [String] = []
    var infos: [Notification.KeyboardInfo] = []

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        calls.append("\(event.kind)")
        infos.append(event.info)
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        calls.append("height \(keyboardHeight) in \(duration) s")
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        calls.append("hidden in \(duration) s")
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {}
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
}
