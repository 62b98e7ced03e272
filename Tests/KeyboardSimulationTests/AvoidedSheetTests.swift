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

    // The keyboard covers 291 points. The field ends 10 points above the lower edge of the sheet.
    @Test(arguments: [60, 100, 200, 280, 300, 400] as [CGFloat], [0, 44] as [CGFloat])
    func aSheetLowerThanTheKeyboardIsLiftedUntilItsFieldIsVisible(_ height: CGFloat, bar: CGFloat) {
        let fixture = fixture(top: 852 - height, height: height)
        fixture.avoider?.barHeight = bar
        fixture.focus(0, top: height - 50)
        fixture.keyboard.show(.letters)
        let offsets = fixture.offsets()
        #expect(offsets.last == 282 + bar)
        #expect(offsets == offsets.sorted())
        // A spring covers at most 0.31 of the distance in a frame.
        #expect(AvoidanceFixture.largestStep(offsets) < 0.35 * (282 + bar))
        fixture.hide(offset: 0)
    }

    @Test(arguments: [0, 40, 200] as [CGFloat])
    func aSheetThatEndsBelowTheScreenIsLiftedClear(below: CGFloat) {
        let frame = CGRect(x: 0, y: 552, width: 393, height: 300 + below)
        let fixture = AvoidanceFixture(.sheet(frame: frame, offset: 0))
        fixture.show(field: 250 + below)
        #expect(552 + 290 + below - fixture.pane.offset <= 561)
        fixture.hide(offset: 0)
    }

    @Test func aSheetLowerThanAKeyboardAtTheTopIsLowered() {
        let fixture = fixture(top: 0, height: 60)
        fixture.focus(0, top: 10)
        let docked = CGRect(x: 0, y: 0, width: 393, height: 291)
        let begin = docked.offsetBy(dx: 0, dy: -291)
        for kind in [KeyboardEvent.Kind.willShow, .didShow] {
            let info = Notification.KeyboardInfo(
                frameBegin: begin,
                frameEnd: docked,
                animationDuration: 0.25,
                screenBounds: fixture.keyboard.screen.bounds
            )
            fixture.center.post(KeyboardEvent(kind, info: info).notification)
        }
        fixture.settle(offset: -282)
    }

    @Test(arguments: [60, 100, 200, 280, 300, 400] as [CGFloat])
    func theOffsetOfALowSheetCanBeComputedWithoutAnAvoider(_ height: CGFloat) {
        let fixture = fixture(top: 852 - height, height: height)
        fixture.show(field: height - 50)
        let screen = fixture.keyboard.screen.bounds
        let sheet = PaneGeometry.sheet(frame: fixture.pane.layout.frame, offset: 0)
        let covered = KeyboardGeometry().insets(of: sheet, in: screen, with: fixture.pool.keyboard)
        #expect(covered == KeyboardInsets(bottom: 291))
        let content = fixture.form.content(0, top: height - 50)
        #expect(sheet.offset(showing: content, covered: covered, screen: screen, margin: 1) == 282)
    }
}
