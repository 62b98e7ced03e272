import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Random walks check the promises of an avoider.
///
/// The environment variable `KEYBOARD_OBSERVATION_SEED` sets the first seed.
@MainActor
struct RandomAvoidanceTests {
    @Test func randomWalksKeepTheFocusVisibleAndRestoreTheOffset() {
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 40_000, part: 800)) {
            let walk = AvoidanceWalk(seed: seed, length: 30)
            guard AvoidanceWalkRun(walk).failure != nil else { continue }
            var short = walk
            short.steps = shortest(walk.steps) { steps in
                short.steps = steps
                return AvoidanceWalkRun(short).failure != nil
            }
            Issue.record("seed \(seed): \(short): \(AvoidanceWalkRun(short).failure ?? "passes")")
            return
        }
    }

    /// Two changes at the same time lead to the same offset in either order.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func theOrderOfTwoChangesDoesNotMatter(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let (first, second) = (
            CGFloat.random(in: 0...1_800, using: &random), CGFloat.random(in: 0...1_800, using: &random)
        )
        let height = CGFloat.random(in: 20...900, using: &random)
        let frameHeight = CGFloat.random(in: 500...852, using: &random)
        func offset(_ changes: (AvoidanceFixture) -> [() -> Void], reversed: Bool) -> CGFloat {
            let fixture = AvoidanceFixture()
            fixture.form.focus(0, top: first, height: 40)
            for change in reversed ? changes(fixture).reversed() : changes(fixture) { change() }
            fixture.settle()
            return fixture.pane.offset
        }
        let pairs: [(AvoidanceFixture) -> [() -> Void]] = [
            { fixture in [{ fixture.form.focus(1, top: second, height: height) }, { fixture.keyboard.show(.letters) }]
            },
            { fixture in
                [
                    {
                        fixture.pane.layout.frame.size.height = frameHeight
                        fixture.avoider?.layoutDidChange()
                    }, { fixture.keyboard.show(.letters) },
                ]
            },
            { fixture in
                fixture.form.focus(0, top: first, height: height)
                fixture.keyboard.show(.letters)
                fixture.scheduler.advance(by: .milliseconds(249))
                return [
                    {
                        fixture.form.focused?.caret = CGRect(x: 20, y: first + height - 20, width: 2, height: 20)
                        fixture.avoider?.layoutDidChange()
                    }, { fixture.scheduler.advance(by: .milliseconds(1)) },
                ]
            },
        ]
        for (number, pair) in pairs.enumerated() {
            #expect(offset(pair, reversed: false) == offset(pair, reversed: true), "pair \(number), seed \(seed)")
        }
    }

    /// A new height interrupts a transition at any display frame.
    ///
    /// In each later display frame, the content moves no farther than the keyboard, or than a spring would move it.
    @Test(arguments: 1..<14, [0, 0.25])
    func anInterruptionAtAnyFrameMakesNoLeap(_ frame: Int, duration: Double) {
        for (height, field) in [(216, 700), (336, 700), (500, 700), (336, 600)] as [(CGFloat, CGFloat)] {
            let fixture = AvoidanceFixture()
            fixture.focus(0, top: field)
            fixture.keyboard.show(.letters)
            fixture.offsets(during: frame)
            var (offset, keyboard) = (fixture.pane.offset, fixture.pane.insets.bottom)
            let first = offset
            fixture.keyboard.behavior.duration = duration
            fixture.keyboard.show(.custom(height: height))
            var steps: [(offset: CGFloat, keyboard: CGFloat)] = []
            for number in 0..<120 {
                // The first step is the change of the height, before a display frame is drawn.
                if number > 0 { fixture.offsets(during: 1) }
                steps.append((abs(fixture.pane.offset - offset), abs(fixture.pane.insets.bottom - keyboard)))
                (offset, keyboard) = (fixture.pane.offset, fixture.pane.insets.bottom)
            }
            #expect(offset == max(field + 41 - (852 - height), 0))
            let most = 0.31 * abs(offset - first) + 0.001
            #expect(steps.allSatisfy { $0.offset <= max($0.keyboard, most) }, "\(height), \(field): \(steps)")
        }
    }

    /// A hide interrupts a transition at any display frame, and a show interrupts this hide.
    ///
    /// At rest, the offset is the same as without the interruptions.
    @Test(arguments: 0..<60)
    func aReversalAtAnyFrameSettlesAsIfItHadNotBeen(_ frame: Int) {
        let fixture = AvoidanceFixture()
        fixture.pane.offset = 12.75
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        var offsets = fixture.offsets(during: frame)
        fixture.keyboard.hide()
        offsets += fixture.offsets(during: frame / 2)
        fixture.keyboard.show(.letters)
        offsets += fixture.offsets(during: 120)
        #expect(fixture.pane.offset == 180)
        // In a display frame, the spring moves the keyboard by at most 33 points, and the content by no more.
        #expect(AvoidanceFixture.largestStep(offsets) < 40)
        fixture.hide(offset: 12.75)
    }
}
