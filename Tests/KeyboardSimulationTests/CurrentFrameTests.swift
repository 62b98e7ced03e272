import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct CurrentFrameTests {
    @Test(arguments: [0, 1, 2, 3, 7] as [UInt])
    func theTopEdgeFollowsTheReportedCurve(curve: UInt) {
        let fixture = KeyboardFixture(.phone393x852)
        fixture.keyboard.behavior.curve = curve
        fixture.keyboard.show(.letters)
        for step in 0...20 {
            let progress = KeyboardAnimationCurve(reported: curve).progress(after: Double(step) / 80, of: 0.25)
            #expect(abs(fixture.keyboard.currentFrame.minY - (852 - 291 * progress)) < 1e-9)
            fixture.scheduler.advance(by: .microseconds(12_500))
        }
    }

    /// A keyboard that docks posts its *show* event while the spring moves.
    ///
    /// The *show* event has the same end frame as the *frame* event before it, so the spring continues.
    @Test func theShowOfADockingContinuesTheSpring() throws {
        let fixture = KeyboardFixture(.tablet768x1024)
        let pool = KeyboardObserverPool(center: fixture.center, scheduler: fixture.scheduler)
        let keyboard = fixture.keyboard
        #expect(pool.keyboard == .unknown)
        keyboard.show()
        fixture.scheduler.advance(by: .seconds(2))
        keyboard.perform(.undock(toTop: 100))
        fixture.scheduler.advance(by: .seconds(2))
        keyboard.perform(.dock)
        for _ in 0..<100 {
            fixture.scheduler.advance(by: .milliseconds(10))
            let visible = pool.keyboard.transition?.frame(at: fixture.scheduler.now) ?? pool.keyboard.frame
            #expect(abs(try #require(visible).minY - keyboard.currentFrame.minY) < 1e-6)
        }
        #expect(keyboard.currentFrame == keyboard.frame)
    }

    @Test func theTopEdgeIsContinuousInRandomScenarios() {
        for seed in 1...200 as ClosedRange<UInt64> {
            let scheduler = ManualScheduler()
            var scenario = KeyboardScenario.random(seed: seed, length: 30)
            scenario.behavior.motion = .full
            scenario.behavior.duration = 0.25
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

    private static let mayLeap: [(SimulatedKeyboard.Step) -> Bool] = [
        { if case .rotate = $0 { true } else { false } },
        { if case .drag = $0 { true } else { false } },
        { if case .moveDismissing = $0 { true } else { false } },
        { if case .endDismissing = $0 { true } else { false } },
        { if case .changeFrame(_, animated: false) = $0 { true } else { false } },
        { $0 == .promptForPassword },
    ]
}
