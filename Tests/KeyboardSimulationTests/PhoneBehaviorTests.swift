import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Compares the scenarios of squeekboard and KWin with the recordings of the real keyboards.
@MainActor
struct PhoneBehaviorTests {
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

    @Test(arguments: [("show and hide", "show-and-hide"), ("show and hide", "killed"), ("another field", "focus")])
    func squeekboardPostsTheEventsOfTheRealKeyboard(scenario: String, recording: String) throws {
        let simulated = KeyboardScenario.named("squeekboard: \(scenario)").record()
        try compare(simulated, ExampleFiles.recording("squeekboard-\(recording)"))
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
        try compare(scenario.record(), ExampleFiles.recording(recording))
    }
}
