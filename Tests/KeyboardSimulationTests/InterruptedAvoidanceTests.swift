import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Transitions and moves of the focus that another change interrupts.
@MainActor
struct InterruptedAvoidanceTests {
    private let fixture = AvoidanceFixture()

    private var pane: TestPane { fixture.pane }

    private func showInterrupted() {
        fixture.keyboard.show(.letters)
        fixture.offsets(during: 5)
        fixture.keyboard.show(.custom(height: 336))
    }

    @Test(arguments: [3, 120])
    func aLowerPaneAfterAnInterruptionKeepsTheOffset(frames: Int) {
        fixture.focus(0, top: 700)
        showInterrupted()
        fixture.offsets(during: frames)
        // The part of the pane above the keyboard stays the same.
        pane.layout.frame.size.height = 700
        fixture.layOut()
        fixture.settle()
        #expect(pane.insets.bottom == 184)
        #expect(pane.offset == 225)
    }

    @Test func aBarThatShrinksAfterAnInterruptionMovesNothing() {
        fixture.avoider?.barHeight = 44
        fixture.focus(0, top: 700)
        showInterrupted()
        fixture.settle(offset: 269)
        fixture.avoider?.barHeight = 0
        fixture.settle(offset: 269)
    }

    @Test(arguments: [true, false])
    func aMoveOfTheFocusWithAnInstantChangeOfTheHeightIsAnimated(isFocusFirst: Bool) {
        fixture.keyboard.behavior.duration = 0
        fixture.show(field: 300)
        let first = pane.offset
        if isFocusFirst { fixture.form.focus(1, top: 1_200) }
        fixture.keyboard.show(.custom(height: 300))
        if !isFocusFirst { fixture.form.focus(1, top: 1_200) }
        let offsets = [first, pane.offset] + fixture.offsets()
        #expect(offsets.last == 689)
        #expect(AvoidanceFixture.largestStep(offsets) < 0.35 * 689)
    }

    /// What is left of the motion would be too short.
    @Test(arguments: [true, false])
    func aFieldThatGrowsLateInAMotionMakesNoLeap(isMoveOfTheFocus: Bool) {
        if isMoveOfTheFocus { fixture.show(field: 300) }
        fixture.form.focus(1, top: 700)
        if !isMoveOfTheFocus { fixture.keyboard.show(.letters) }
        var offsets = fixture.offsets(during: 13)
        fixture.form.focused?.field.size.height += 300
        offsets += fixture.offsets()
        #expect(offsets.last == 480)
        #expect(AvoidanceFixture.largestStep(offsets) < 50)
    }

    @Test func aTextThatGrowsInEachFrameAfterAMoveOfTheFocusIsReached() {
        fixture.show(field: 300)
        fixture.form.focus(1, top: 800)
        fixture.offsets(during: 1)
        for frame in 1...60 {
            var content = fixture.form.content(1, top: 800, height: 40 + 4 * CGFloat(frame))
            content.caret = CGRect(x: 20, y: content.field.maxY - 20, width: 2, height: 20)
            fixture.form.focused = content
            fixture.offsets(during: 1)
        }
        // The pane may show a new line a few frames late.
        #expect(1_080 - pane.offset <= 621)
    }
}
