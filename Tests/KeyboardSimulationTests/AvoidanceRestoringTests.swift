import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The offset and the insets of a pane after the keyboard has disappeared, with and without scrolling by a person.
@MainActor
struct AvoidanceRestoringTests {
    private let fixture = AvoidanceFixture()
    private var pane: TestPane { fixture.pane }

    @Test func aHideAtAnotherFieldRestoresAsFarAsThatFieldAllows() {
        fixture.show(field: 700)
        fixture.focus(1, top: 1_400, offset: 880)
        fixture.hide(offset: 589)
    }

    @Test func aToolkitThatLimitsTheOffsetBeforeItsLayoutIsNoPerson() {
        pane.layout.contentHeight = 852
        fixture.focus(0, top: 812)
        // Until its layout, the toolkit limits the offset to the old range.
        pane.adjust = { min($0, 0) }
        fixture.show(offset: 0)
        pane.adjust = { $0 }
        pane.layout.contentHeight = 860
        // The margin, which did not fit before, is kept now.
        fixture.layOut(offset: 292)
        fixture.hide(offset: 0)
    }

    @Test func aMarginThatFitsLaterIsKept() {
        pane.layout.contentHeight = 852
        fixture.focus(0, top: 812)
        fixture.show(offset: 291)
        for (height, offset) in [(852.5, 291.5), (860, 292)] {
            pane.layout.contentHeight = height
            fixture.layOut(offset: offset)
        }
    }

    @Test func contentThatShrinksAndGrowsAgainDoesNotJumpBack() {
        fixture.show(field: 900)
        let offset = pane.offset
        fixture.focus(0, top: 500, height: 40)
        fixture.layOut(offset: offset)
        pane.layout.contentHeight -= 1_300
        fixture.layOut()
        let limited = pane.offset
        #expect(limited < offset)
        pane.layout.contentHeight += 1_300
        fixture.layOut(offset: limited)
    }

    @Test func contentThatGrowsDuringAMoveOfTheFocusDoesNotInterruptIt() {
        pane.layout.contentHeight = 852
        fixture.show(field: 600)
        fixture.form.focus(1, top: 812)
        var offsets = [pane.offset] + fixture.offsets(during: 4)
        pane.layout.contentHeight = 860
        fixture.avoider?.layoutDidChange()
        offsets += fixture.offsets()
        #expect(offsets.last == 292)
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(AvoidanceFixture.largestStep(offsets) < 40)
    }

    @Test func anOffsetThatIsNotRestoredStaysInItsRange() {
        fixture.avoider?.restoresOffset = false
        fixture.show(field: 700)
        fixture.hide(offset: 180)
        fixture.focus(1, top: 1_960)
        fixture.show(offset: 1_439)
        fixture.hide(offset: 1_148)
    }

    @Test func anAvoiderThatIsSwitchedOffDuringATransitionRestoresAtOnce() {
        pane.offset = 3
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        fixture.offsets(during: 8)
        #expect(pane.offset > 20)
        fixture.avoider?.isEnabled = false
        #expect(pane.offset == 3)
        #expect(pane.insets == KeyboardInsets())
        fixture.settle(offset: 3)
    }

    @Test func aFingerThatStopsATransitionMovesNothing() {
        fixture.keyboard.behavior.reportsFrames = true
        fixture.show(.letters, field: 700)
        fixture.keyboard.hide()
        fixture.offsets(during: 4)
        fixture.keyboard.show(.letters)
        fixture.offsets(during: 4)
        let offset = pane.offset
        let frame = fixture.keyboard.currentFrame
        fixture.center.post(
            name: .keyboardFrameInMotion,
            object: fixture.keyboard.screen,
            userInfo: [KeyboardUserInfoKey.frameEnd: frame.offsetBy(dx: 0, dy: 5)]
        )
        #expect(abs(pane.offset - offset) < 20)
        fixture.settle(offset: 180)
    }

    @Test(arguments: [1, 10])
    func aSlowScrollOfAPersonAddsUp(_ unit: CGFloat) {
        pane.layout.unit = unit
        fixture.show(field: 700)
        pane.offset = 400
        fixture.avoider?.layoutDidChange()
        for _ in 0..<30 {
            pane.offset += 0.9 * unit
            fixture.avoider?.layoutDidChange()
        }
        let scrolled = pane.offset
        fixture.hide(offset: scrolled)
    }

    @Test func theEndOfAFlingDuringAHideStays() {
        fixture.show(field: 700)
        fixture.keyboard.hide()
        fixture.offsets(during: 3)
        pane.offset = 300
        fixture.offsets(during: 1)
        for _ in 0..<5 {
            pane.offset += 0.9
            fixture.offsets(during: 1)
        }
        let scrolled = pane.offset
        #expect(scrolled > 304.4)
        fixture.settle(offset: scrolled)
    }

    @Test func contentThatShrinksAfterAPersonHasScrolledKeepsTheOffsetToRestore() {
        fixture.show(field: 700)
        pane.offset = 600
        fixture.avoider?.layoutDidChange()
        pane.layout.contentHeight = 1_160.5
        pane.offset = 599.5
        fixture.avoider?.layoutDidChange()
        pane.layout.contentHeight = 2_000
        fixture.hide(offset: 600)
    }

}
