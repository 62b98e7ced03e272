import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A toolkit that reports scrolling.
@MainActor
struct ReportedScrollTests {
    private let fixture = AvoidanceFixture()

    private var pane: TestPane { fixture.pane }

    private func scroll(to offset: CGFloat, byUser: Bool) {
        pane.offset = offset
        fixture.avoider?.scrollDidChange(byUser: byUser)
    }

    @Test(arguments: [1, 3, 10, 40])
    func theToolkitsOwnScrollToTheFocusIsNoPerson(frames: Int) {
        fixture.focus(0, top: 1_200)
        fixture.keyboard.show(.letters)
        fixture.offsets(during: frames)
        // The toolkit itself scrolls the field to the bottom of the screen.
        scroll(to: 1_240 - 852, byUser: false)
        let offsets = fixture.offsets()
        #expect(offsets.last == 680)
        #expect(AvoidanceFixture.largestStep(offsets) < 0.35 * 680)
        fixture.hide(offset: 0)
    }

    @Test func eachScrollOfTheToolkitIsAnswered() {
        fixture.show(field: 700)
        for offset in [100, 110, 120, 130, 140] as [CGFloat] {
            scroll(to: offset, byUser: false)
            #expect(pane.offset == 180)
        }
    }

    @Test(arguments: [true, false])
    func anotherWidthDoesNotUndoTheScrollOfAPerson(isReported: Bool) {
        fixture.show(field: 700)
        pane.offset = 20
        if isReported { fixture.avoider?.scrollDidChange(byUser: true) }
        fixture.avoider?.layoutDidChange()
        fixture.form.focused?.field.size.width = 200
        fixture.settle(offset: 20)
        fixture.form.focused?.field.size.height = 60
        fixture.settle()
        #expect(pane.offset > 20, "another height is an edit")
    }

    @Test func theToolkitDoesNotEndThePersonsScrolling() {
        fixture.show(field: 700)
        scroll(to: 20, byUser: true)
        scroll(to: 30, byUser: false)
        fixture.settle(offset: 30)
        // The move of the focus does.
        fixture.focus(1, top: 900, offset: 380)
        scroll(to: 0, byUser: false)
        fixture.settle(offset: 380)
    }

    @Test func aReportedScrollStaysAfterTheHide() {
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        fixture.offsets(during: 4)
        scroll(to: 33, byUser: true)
        fixture.settle(offset: 33, bottom: 291)
        // Even the smallest reported scroll counts. Without the report, the avoider could not detect such a small
        // scroll.
        scroll(to: 33.25, byUser: true)
        fixture.hide(offset: 33.25)
    }

    @Test func anOffsetThatIsNotReportedIsNoScroll() {
        fixture.show(field: 700)
        scroll(to: 180, byUser: false)
        pane.offset = 50
        fixture.layOut(offset: 180)
    }

    @Test func aCallWithinAvoidKeyboardIsIgnored() {
        pane.onCall = { [weak fixture] in fixture?.avoider?.scrollDidChange(byUser: false) }
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        let offsets = fixture.offsets()
        #expect(offsets.last == 180)
        #expect(pane.calls.count < 90)
        fixture.hide(offset: 0)
    }

    @Test func aToolkitThatScrollsAFieldAwayAtRestIsCorrected() {
        fixture.show(field: 700)
        scroll(to: 400, byUser: false)
        #expect(pane.offset == 400, "the field is visible")
        scroll(to: 900, byUser: false)
        #expect(pane.offset == 699, "the least distance from the present offset")
        fixture.hide(offset: 0)
    }

    @Test func aToolkitThatRoundsAtItsLayoutRestoresToTheLastBit() {
        pane.offset = 10
        fixture.focus(0, top: 700.7)
        fixture.keyboard.show(.letters)
        for _ in 0..<90 {
            fixture.offsets(during: 1)
            let rounded = pane.offset.rounded(.down)
            if pane.offset != rounded { scroll(to: rounded, byUser: false) }
        }
        #expect(abs(pane.offset - 180.7) < 1)
        fixture.hide(offset: 10)
    }

    @Test func aToolkitThatRefusesAtItsLayoutIsAskedOnceMore() {
        fixture.focus(0, top: 900)
        fixture.keyboard.behavior.duration = 0
        fixture.keyboard.show(.letters)
        for _ in 0..<20 {
            fixture.offsets(during: 1)
            guard pane.offset > 100 else { continue }
            scroll(to: 100, byUser: false)
            fixture.avoider?.layoutDidChange()
        }
        #expect(pane.calls.count { $0.offset == 380 } == 2)
    }
}
