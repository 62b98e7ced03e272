import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Compares the scenarios of squeekboard and KWin with the recordings of the real keyboards.
@MainActor
struct PhoneBehaviorTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/Recordings")

    private func real(_ name: String) throws -> KeyboardRecording {
        try KeyboardRecording(contentsOf: Self.folder.appending(path: "\(name).json"))
    }

    private func simulated(_ scenario: KeyboardScenario) -> KeyboardRecording {
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
        scenario.run(postingTo: center, scheduler: scheduler)
        return recorder.recording(title: "", source: "")
    }

    /// Expects equal events, with *did* events at the same distance from the *will* events.
    private func compare(
        _ simulated: KeyboardRecording,
        _ real: KeyboardRecording,
        location: SourceLocation = #_sourceLocation
    ) throws {
        try #require(simulated.events.count == real.events.count, sourceLocation: location)
        #expect(simulated.framesInMotion == real.framesInMotion, sourceLocation: location)
        var (simulatedStart, realStart) = (0.0, 0.0)
        for (event, realEvent) in zip(simulated.events, real.events) {
            if event.kind == .willChangeFrame { (simulatedStart, realStart) = (event.time, realEvent.time) }
            #expect(event.kind == realEvent.kind, sourceLocation: location)
            #expect(event.info == realEvent.info, sourceLocation: location)
            #expect(event.sender == realEvent.sender, sourceLocation: location)
            let difference = (event.time - simulatedStart) - (realEvent.time - realStart)
            #expect(abs(difference) <= 0.001, "\(event.kind): \(difference) s", sourceLocation: location)
        }
    }

    @Test(arguments: ["show-and-hide", "killed"])
    func squeekboardShowsAndHidesAsTheRealKeyboardDoes(recording: String) throws {
        try compare(simulated(.named("squeekboard: show and hide")), try real("squeekboard-\(recording)"))
    }

    @Test func squeekboardStaysWhenTheFocusMovesAsTheRealKeyboardDoes() throws {
        try compare(simulated(.named("squeekboard: another field")), try real("squeekboard-focus"))
    }

    @Test(arguments: ["squeekboard-without-reports", "kwin-focus-between-fields"])
    func aKeyboardWithoutFramesPostsTheEventsOfTheRealKeyboard(recording: String) throws {
        let scenario = KeyboardScenario(
            "KWin: another field",
            on: .linuxDesktop800x1280,
            orientation: .landscape,
            behavior: .kwin,
            steps: [.show(.letters), .settle, .show(.letters), .settle, .hide, .settle]
        )
        try compare(simulated(scenario), try real(recording))
    }

    @Test func theCapabilitiesOfAKeyboardWithoutFramesHaveNone() {
        let screen = SimulatedScreen(.linuxDesktop800x1280, orientation: .landscape)
        let keyboard = SimulatedKeyboard(on: screen, behavior: .kwin, scheduler: ManualScheduler())
        #expect(keyboard.capabilities == [.didEvents, .visibilityRequests])
    }

    @Test func noPayloadOfAKeyboardWithoutFramesHasFrames() {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.keyboard.behavior.reportsFrameValues = false
        fixture.show()
        fixture.perform(.rotate(to: .landscape))
        fixture.perform(.undock())
        fixture.perform(.drag(to: CGPoint(x: 0, y: 200)))
        #expect(fixture.events.count > 8)
        for event in fixture.events {
            #expect(event.info.frameBegin == nil && event.info.frameEnd == nil && event.info.screenBounds == nil)
        }
    }
}
