import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Numbers that an app could configure, but that no device has.
@MainActor
struct HostileConfigurationTests {
    private nonisolated static let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, -1, 0]

    @Test(arguments: numbers)
    func noNumberEndsAScenario(number: Double) {
        let heights = SimulatedScreenModel.KeyboardHeights(letters: number, lettersWithPredictions: number)
        let models = [
            SimulatedScreenModel.phone393x852,
            SimulatedScreenModel(portraitSize: CGSize(width: number, height: 800), portrait: heights),
            SimulatedScreenModel(portraitSize: CGSize(width: 800, height: number), portrait: heights),
        ]
        let motions: [SimulatedKeyboard.Behavior.Motion] = [.full, .crossFade(duration: number)]
        for (model, motion) in models.flatMap({ model in motions.map { (model, $0) } }) {
            let behavior = SimulatedKeyboard.Behavior {
                $0.duration = number
                $0.curve = .max
                $0.beginHeight = number
                $0.hiddenDistance = number
                $0.motion = motion
                $0.reportsFrames = number != .infinity && abs(number) < 1e9
            }
            let faults = SimulatedKeyboard.FaultInjection(Set(SimulatedKeyboard.Fault.allCases), rate: number)
            let place = CGRect(x: number, y: number, width: number, height: 100)
            let scenario = KeyboardScenario(
                "hostile numbers",
                on: model,
                behavior: behavior,
                faults: faults,
                steps: [
                    .setAccessory(height: number), .show(.custom(height: number)), .settle, .undock(toTop: number),
                    .settle, .float(in: place), .drag(to: place.origin), .settle, .dock, .settle,
                    .rotate(to: .landscape),
                    .show(.thirdParty(heights: [number, number])), .settle, .beginDismissing,
                    .moveDismissing(toTop: number), .endDismissing(), .settle, .hide, .settle,
                ]
            )
            let fixture = KeyboardFixture()
            let scheduler = ManualScheduler()
            let keyboard = scenario.run(postingTo: fixture.center, scheduler: scheduler)
            _ = (keyboard.currentFrame, keyboard.phase)
        }
    }

    @Test(arguments: numbers)
    func aRecordingOfAnyNumbersIsPlayed(number: Double) throws {
        let fixture = KeyboardFixture()
        let info = Notification.KeyboardInfo(
            frameEnd: CGRect(x: number, y: number, width: number, height: number),
            animationDuration: number
        )
        let events = [0, number, -number, 1].map { KeyboardRecording.Event(time: $0, .willShow, info: info) }
        let scheduler = ManualScheduler()
        let player = KeyboardRecordingPlayer(
            KeyboardRecording(title: "", source: "", events: events),
            scheduler: scheduler
        )
        player.start(postingTo: fixture.center)
        try scheduler.runToEnd()
        #expect(fixture.takeKinds().count == 4)
    }
}
