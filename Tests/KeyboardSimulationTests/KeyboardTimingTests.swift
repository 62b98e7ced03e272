import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The options of a simulated keyboard that imitate the times of real devices.
@MainActor
struct KeyboardTimingTests {
    /// Returns the events with their times, in milliseconds.
    private func timeline(
        _ behavior: SimulatedKeyboard.Behavior,
        _ actions: (KeyboardFixture) -> Void
    ) -> [String] {
        let fixture = KeyboardFixture(.phone393x852)
        fixture.keyboard.behavior = behavior
        var lines: [String] = []
        fixture.onEvent = { fixture, event in
            let time = Int((fixture.scheduler.now / .milliseconds(1)).rounded())
            lines.append("\(event.kind) \(time)")
        }
        actions(fixture)
        fixture.settle()
        #expect(fixture.scheduler.waitingCount == 0)
        return lines
    }

    @Test func theEventsOfAPairHaveAGap() {
        let lines = timeline(SimulatedKeyboard.Behavior { $0.pairGap = 0.003 }) { $0.keyboard.show() }
        #expect(lines == ["willChangeFrame 0", "willShow 3", "didChangeFrame 250", "didShow 253"])
    }

    @Test func anInterruptedPairIsCompletedFirst() {
        let lines = timeline(SimulatedKeyboard.Behavior { $0.pairGap = 0.003 }) { fixture in
            fixture.keyboard.show()
            fixture.scheduler.advance(by: .milliseconds(1))
            fixture.keyboard.hide()
        }
        let expected = [
            "willChangeFrame 0", "willShow 3", "willChangeFrame 3", "willHide 6", "didChangeFrame 251", "didHide 254",
        ]
        #expect(lines == expected)
    }

    @Test func aStopDropsTheRestOfAPair() {
        let lines = timeline(SimulatedKeyboard.Behavior { $0.pairGap = 0.003 }) { fixture in
            fixture.keyboard.show()
            fixture.keyboard.stop()
        }
        #expect(lines == ["willChangeFrame 0"])
    }

    @Test func didEventsAreLateByTheLatenessOfTheDevice() {
        let lines = timeline(SimulatedKeyboard.Behavior { $0.didLateness = 0.035 }) { $0.keyboard.show() }
        #expect(lines == ["willChangeFrame 0", "willShow 0", "didChangeFrame 285", "didShow 285"])
    }

    @Test func theHeightsOfAThirdPartyKeyboardAreSpaced() {
        let behavior = SimulatedKeyboard.Behavior { $0.burstSpacing = 0.02 }
        let heights = SimulatedKeyboard.Layout.thirdParty(heights: [0, 216, 259])
        #expect(
            timeline(behavior) { $0.keyboard.show(heights) } == [
                "willChangeFrame 0", "willShow 0", "willChangeFrame 20", "willShow 20", "willChangeFrame 40",
                "willShow 40", "didChangeFrame 290", "didShow 290",
            ]
        )
        let interrupted = timeline(behavior) { fixture in
            fixture.keyboard.show(heights)
            fixture.scheduler.advance(by: .milliseconds(30))
            fixture.keyboard.hide()
        }
        #expect(interrupted.suffix(4) == ["willChangeFrame 30", "willHide 30", "didChangeFrame 280", "didHide 280"])
        let stopped = timeline(behavior) { fixture in
            fixture.keyboard.show(heights)
            fixture.keyboard.stop()
            #expect(fixture.keyboard.frame.height == 259)
        }
        #expect(stopped == ["willChangeFrame 0", "willShow 0"])
    }

    @Test(arguments: [-1, .nan, .infinity, 1e300])
    func invalidTimesEndAScenario(time: Double) {
        let behavior = SimulatedKeyboard.Behavior {
            $0.pairGap = time
            $0.didLateness = time
            $0.burstSpacing = time
        }
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior = behavior
        fixture.keyboard.show(.thirdParty(heights: [0, 200]))
        fixture.settle()
        #expect(fixture.events.first?.kind == .willChangeFrame)
    }

    @Test(arguments: [(600, false), (706, false), (707, true), (852, true)] as [(CGFloat, Bool)])
    func thePositionDecidesADismissal(top: CGFloat, hides: Bool) {
        let fixture = KeyboardFixture(.phone393x852)
        fixture.keyboard.behavior.dismissesByPosition = true
        fixture.keyboard.show(.letters)
        fixture.settle()
        fixture.keyboard.perform(.beginDismissing)
        fixture.keyboard.perform(.moveDismissing(toTop: top))
        _ = fixture.takeKinds()
        fixture.keyboard.perform(.endDismissing())
        #expect(fixture.takeKinds() == [.willChangeFrame, hides ? .willHide : .willShow])
    }

    @Test func aKeyboardThatIsCaughtWhileItAppearsReturns() {
        let fixture = KeyboardFixture(.phone393x852)
        fixture.keyboard.behavior.dismissesByPosition = true
        fixture.keyboard.show(.letters)
        fixture.scheduler.advance(by: .milliseconds(10))
        fixture.keyboard.perform(.beginDismissing)
        _ = fixture.takeKinds()
        fixture.keyboard.perform(.endDismissing())
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow])
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, -1])
    func anInvalidTimeIsZero(time: Double) {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior = .init {
            $0.pairGap = time
            $0.burstSpacing = time
            $0.didLateness = time
        }
        fixture.keyboard.show(.thirdParty(heights: [100, 200]))
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow, .willChangeFrame, .willShow])
        fixture.scheduler.advance(by: .milliseconds(250))
        #expect(fixture.takeKinds() == [.didChangeFrame, .didShow])
    }

    @Test func aKeyboardAppearsUntilItsPairIsPosted() {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.pairGap = 1
        fixture.keyboard.show()
        fixture.scheduler.advance(by: .milliseconds(300))
        #expect(fixture.takeKinds() == [.willChangeFrame] && fixture.keyboard.phase == .appearing)
        fixture.scheduler.advance(by: .seconds(2))
        #expect(fixture.takeKinds() == [.willShow, .didChangeFrame, .didShow] && fixture.keyboard.phase == .shown)
    }

    @Test(arguments: [CGFloat.infinity, -.infinity, .nan, -1])
    func anInvalidBeginHeightIsThatOfTheEndFrame(height: CGFloat) {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.beginHeight = height
        fixture.keyboard.show()
        let info = fixture.events.first?.info
        #expect(info?.frameBegin?.height == info?.frameEnd?.height)
    }

    @Test(arguments: [true, false])
    func aFingerEndsABurst(isCancelled: Bool) {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.burstSpacing = 0.1
        fixture.keyboard.show(.thirdParty(heights: [100, 180, 240]))
        fixture.scheduler.advance(by: .milliseconds(50))
        _ = fixture.takeKinds()
        fixture.keyboard.perform(.beginDismissing)
        fixture.keyboard.perform(.moveDismissing(toTop: 600))
        fixture.settle()
        #expect(fixture.takeKinds() == [.didChangeFrame, .didShow])
        fixture.keyboard.perform(.endDismissing(cancelled: isCancelled))
        fixture.settle()
        #expect(fixture.keyboard.phase == (isCancelled ? .shown : .hidden))
        #expect(fixture.events.last?.info.frameEnd == fixture.keyboard.frame)
        #expect(!isCancelled || fixture.keyboard.frame.height == 240)
        #expect(fixture.keyboard.currentFrame == fixture.keyboard.frame)
    }
}
