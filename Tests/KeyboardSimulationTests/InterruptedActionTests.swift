import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// An observer may stop a keyboard during a notification, and start it on another center.
///
/// If the keyboard is on the screen when it starts again, it posts a *show* of 0 seconds to the other center. It posts
/// this *show* after the interrupted action.
@MainActor
struct InterruptedActionTests {
    private let first = KeyboardFixture()
    private let second = KeyboardFixture()
    private let shown: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]

    /// Stops the keyboard at its first event of this kind.
    private func stop(at kind: KeyboardEvent.Kind, restarting: Bool) {
        var isDone = false
        first.onEvent = { [second] fixture, event in
            guard event.kind == kind, !isDone else { return }
            isDone = true
            fixture.keyboard.stop()
            if restarting { fixture.keyboard.start(postingTo: second.center) }
        }
    }

    @Test(arguments: [true, false])
    func aBurstEnds(restarting: Bool) {
        stop(at: .willShow, restarting: restarting)
        first.keyboard.show(.thirdParty(heights: [100, 180, 240]))
        #expect(first.keyboard.currentFrame.height == 240)
        first.settle()
        #expect(first.keyboard.phase == .shown)
        #expect(first.takeKinds() == [.willChangeFrame, .willShow])
        #expect(second.takeKinds() == (restarting ? shown : []))
    }

    @Test(arguments: [true, false])
    func aPasswordPromptHidesTheKeyboardWithoutEvents(restarting: Bool) {
        stop(at: .willShow, restarting: restarting)
        first.keyboard.perform(.promptForPassword)
        #expect(first.keyboard.phase == .hidden)
        first.settle()
        #expect(first.takeKinds() == [.willChangeFrame, .willShow])
        #expect(second.takeKinds() == [])
    }

    @Test func aLateDidEventIsNotPosted() {
        first.keyboard.faults = .init([.didLate])
        stop(at: .willShow, restarting: true)
        first.keyboard.show()
        first.settle()
        #expect(first.takeKinds() == [.willChangeFrame, .willShow])
        #expect(second.takeKinds() == shown)
    }

    @Test func aRotationEndsInTheNewOrientation() {
        first.keyboard.show()
        first.settle()
        _ = first.takeKinds()
        stop(at: .willHide, restarting: true)
        first.keyboard.rotate(to: .landscape)
        first.settle()
        #expect(first.keyboard.phase == .shown)
        #expect(first.keyboard.frame.maxY == first.screen.size.height)
        #expect(first.keyboard.frame.width == first.screen.size.width)
        #expect(first.takeKinds() == [.willChangeFrame, .willHide])
        #expect(second.takeKinds() == shown)
    }

    @Test func theNextActionPostsToTheNewCenter() {
        stop(at: .willShow, restarting: true)
        first.keyboard.show(.thirdParty(heights: [100, 240]))
        first.keyboard.hide()
        first.settle()
        #expect(
            second.takeKinds() == [
                .willChangeFrame, .willShow, .willChangeFrame, .willHide, .didChangeFrame, .didHide,
            ]
        )
    }
}
