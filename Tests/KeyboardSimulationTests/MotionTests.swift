import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
@Suite("The frame in motion")
struct MotionTests {
    @Test("The top edge follows the curve that is told", arguments: [0, 1, 2, 3, 7] as [UInt])
    func followsTheCurve(curve: UInt) {
        let story = Story(.phone393x852)
        story.keyboard.behavior.curve = curve
        story.keyboard.show(.letters)
        for step in 0...20 {
            let progress = KeyboardAnimationCurve(told: curve).progress(after: Double(step) / 80, of: 0.25)
            #expect(abs(story.keyboard.currentFrame.minY - (852 - 291 * progress)) < 1e-9)
            story.scheduler.advance(by: .microseconds(12_500))
        }
    }

    @Test("At rest it is where it is said to be")
    func atRest() {
        let story = Story()
        let keyboard = story.keyboard
        #expect(keyboard.currentFrame == keyboard.frame)
        keyboard.show()
        story.scheduler.advance(by: .seconds(2))
        #expect(keyboard.currentFrame == keyboard.frame)
        keyboard.hide()
        story.scheduler.advance(by: .seconds(2))
        #expect(keyboard.currentFrame == keyboard.frame)
        #expect(keyboard.currentFrame.minY == 667)
    }

    @Test("A move with no duration is there at once")
    func atOnce() {
        let story = Story()
        story.keyboard.behavior.motion = .none
        story.keyboard.show()
        #expect(story.keyboard.currentFrame == story.keyboard.frame)
    }

    @Test("A reversal at any instant begins where the keyboard is", arguments: 1...200 as ClosedRange<UInt64>)
    func reversal(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let story = Story(.phone393x852)
        story.keyboard.behavior.curve = [0, 1, 2, 3, 7].randomElement(using: &random) ?? 7
        var isUp = false
        for _ in 0..<20 {
            let before = story.keyboard.currentFrame.minY
            isUp.toggle()
            if isUp { story.keyboard.show(.letters) } else { story.keyboard.hide() }
            #expect(abs(story.keyboard.currentFrame.minY - before) < 1e-9, "seed \(seed)")
            story.scheduler.advance(by: .microseconds(Int.random(in: 0..<400_000, using: &random)))
        }
    }

    @Test("In any walk the edge never leaps, but where a finger, a rotation or a move with no duration leads it")
    func continuity() {
        for seed in 1...200 as ClosedRange<UInt64> {
            let scheduler = ManualScheduler()
            var scenario = RandomScenario(seed: seed, length: 30).scenario
            scenario.behavior.motion = .full
            scenario.behavior.duration = 0.25
            scenario.behavior.presentation = .none
            let keyboard = scenario.makeKeyboard(scheduler: scheduler)
            for step in scenario.steps {
                let before = keyboard.currentFrame
                let wasVisible = before.minY < keyboard.screen.size.height
                keyboard.perform(step)
                if Self.mayLeap.contains(where: { $0(step) }) || !wasVisible {
                    scheduler.advance(by: step.waitingTime)
                    continue
                }
                #expect(abs(keyboard.currentFrame.minY - before.minY) < 1e-6, "seed \(seed), \(step)")
                scheduler.advance(by: step.waitingTime)
            }
        }
    }

    private static let mayLeap: [(KeyboardStep) -> Bool] = [
        { if case .rotate = $0 { true } else { false } },
        { if case .drag = $0 { true } else { false } },
        { if case .moveDismissing = $0 { true } else { false } },
        { if case .endDismissing = $0 { true } else { false } },
        { if case .changeFrame(_, animated: false) = $0 { true } else { false } },
        { $0 == .promptForPassword },
    ]
}
