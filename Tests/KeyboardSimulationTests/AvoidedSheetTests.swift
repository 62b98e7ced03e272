import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A sheet that moves as a whole.
@MainActor
struct AvoidedSheetTests {
    private func fixture(top: CGFloat, height: CGFloat) -> AvoidanceFixture {
        AvoidanceFixture(.sheet(frame: CGRect(x: 40, y: top, width: 300, height: height), offset: 0))
    }

    @Test func onlyTheCoveredPartOfASheetCounts() {
        let fixture = fixture(top: 400, height: 300)
        fixture.focus(0, top: 260)
        fixture.show()
        // The sheet ends 139 points below the keyboard's upper edge.
        #expect(fixture.pane.offset == 140)
        fixture.hide()
        #expect(fixture.pane.offset == 0)
    }

    @Test func aSheetWithAVisibleFieldNeverMoves() {
        let fixture = fixture(top: 100, height: 600)
        fixture.focus(0, top: 20)
        fixture.show()
        #expect(fixture.pane.offset == 0)
        fixture.focus(1, top: 500)
        #expect(fixture.pane.offset == 80)
        fixture.focus(2, top: 300)
        #expect(fixture.pane.offset == 80)
    }

    @Test func aSheetThatFitsAboveTheKeyboardKeepsItsTopOnTheScreen() {
        let fixture = fixture(top: 100, height: 561)
        fixture.avoider?.margin = 20
        fixture.focus(0, top: 521)
        fixture.show()
        #expect(fixture.pane.offset == 100)
    }

    @Test func threeFieldsInTurnAreCountedFromThePlaceAtRest() {
        let fixture = fixture(top: 300, height: 400)
        for (number, top) in [200, 280, 360].enumerated() {
            fixture.form.focus(number, top: CGFloat(top))
            fixture.keyboard.show(.letters)
            fixture.settle()
            #expect(fixture.pane.offset == max(CGFloat(top) - 220, 0))
        }
        #expect(fixture.pane.offset == 140)
        fixture.focus(0, top: 200)
        #expect(fixture.pane.offset == 140)
        fixture.hide()
        #expect(fixture.pane.offset == 0)
    }
}
