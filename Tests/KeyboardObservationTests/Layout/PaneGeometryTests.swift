import Foundation
import KeyboardObservation
import Testing

/// The least offset that shows the focused content.
struct PaneGeometryTests {
    private final class Field {}
    private let field = Field()
    private let screen = CGRect(x: 0, y: 0, width: 400, height: 800)

    private func list(offset: CGFloat = 0, contentHeight: CGFloat = 2_000) -> PaneGeometry {
        .scrollView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800),
            contentHeight: contentHeight,
            offset: offset,
            safeArea: KeyboardInsets(top: 50, bottom: 30)
        )
    }

    private func content(_ top: CGFloat, _ height: CGFloat) -> FocusedContent {
        FocusedContent(field, field: CGRect(x: 10, y: top, width: 300, height: height))
    }

    private func rectangle(_ top: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(x: 10, y: top, width: 300, height: height)
    }

    private func offset(
        _ pane: PaneGeometry,
        _ content: FocusedContent,
        covered: CGFloat = 300,
        top: CGFloat = 0,
        margin: CGFloat = 10
    ) -> CGFloat {
        let covered = KeyboardInsets(top: top, bottom: covered)
        return pane.offset(showing: content, covered: covered, screen: screen, margin: margin)
    }

    // MARK: Scroll views

    @Test func aCaretOutsideOfItsFieldCountsAsItsEdge() {
        var content = content(600, 600)
        content.caret = rectangle(5_000, 20)
        #expect(offset(list(), content) == 700)
    }

    @Test func aCoveredPaneKeepsItsOffsetInItsRange() {
        var content = content(700, 40)
        #expect(offset(list(offset: 40), content, covered: 800) == 40)
        content.caret = rectangle(700, 30)
        #expect(offset(list(offset: 40), content, covered: 730) == 40)
        #expect(offset(list(offset: 5_000), content, covered: 730) == 1_930)
        #expect(offset(list(offset: -90), content, covered: 730) == -50)
    }

    @Test func aBounceIsKeptWhileTheFieldIsVisible() {
        #expect(offset(list(offset: -120), content(100, 40)) == -120)
        #expect(offset(list(offset: -120), content(700, 40)) == 250)
        #expect(offset(list(offset: 1_600), content(1_900, 40)) == 1_600)
        #expect(offset(list(offset: 1_600), content(1_600, 40)) == 1_500)
    }

    @Test func onlyThePartOnTheScreenIsRoom() {
        var pane = list()
        pane.safeArea = KeyboardInsets()
        pane.frame.origin.y = 100
        // The lower 100 points are off the screen, and the keyboard covers 300 of the other points.
        #expect(offset(pane, content(390, 40), margin: 0) == 30)
        pane.frame.origin.y = -100
        #expect(offset(pane, content(90, 20), covered: 0, margin: 0) == 0)
        pane.frame.origin.y = 900
        #expect(offset(pane, content(390, 40)) == 0)
    }

    @Test func aBarAtTheEdgeOfTheScreenCoversAPaneThatBeginsAboveTheEdge() {
        var pane = list()
        pane.frame.origin.y = -100
        // The upper 100 points of the pane are off the screen, and the bar covers the next 50 points.
        #expect(offset(pane, content(150, 20), covered: 0, margin: 0) == 0)
        #expect(offset(pane, content(130, 20), covered: 0, margin: 0) == -20)
        // A keyboard at the top covers the bar, too.
        #expect(offset(pane, content(200, 20), covered: 0, top: 80, margin: 0) == 0)
        #expect(offset(pane, content(160, 20), covered: 0, top: 80, margin: 0) == -20)
    }

    // MARK: Sheets

    private func sheet(top: CGFloat, height: CGFloat, offset: CGFloat = 0) -> PaneGeometry {
        .sheet(frame: CGRect(x: 50, y: top, width: 300, height: height), offset: offset)
    }

    @Test func aSheetThatFitsKeepsItsTopOnTheScreen() {
        #expect(offset(sheet(top: 205, height: 495), content(455, 40), covered: 200) == 205)
        #expect(offset(sheet(top: 100, height: 600), content(560, 40), covered: 200) == 210)
    }

    @Test func aSheetMovesDownBelowAKeyboardAtTheTop() {
        let sheet = sheet(top: 200, height: 400)
        #expect(offset(sheet, content(20, 40), covered: 0, top: 100) == -90)
        #expect(offset(sheet, content(120, 40), covered: 0, top: 100) == 0)
    }

    @Test func aSheetBelowABarMovesDownBelowAKeyboardAtTheTop() {
        var sheet = sheet(top: 20, height: 400)
        sheet.safeArea.top = 50
        // The keyboard ends at 120 and covers the bar.
        #expect(offset(sheet, content(100, 40), covered: 0, top: 100) == 0)
        #expect(offset(sheet, content(80, 40), covered: 0, top: 100) == -30)
        // The upper 40 points of the sheet are above the screen.
        sheet.frame.origin.y = -40
        #expect(offset(sheet, content(140, 40), covered: 0, top: 100) == 0)
        #expect(offset(sheet, content(120, 40), covered: 0, top: 100) == -30)
    }

    @Test func aSheetKeepsItsDistanceFromABarAtTheTop() {
        var sheet = sheet(top: 100, height: 600)
        sheet.safeArea.top = 60
        // The keyboard covers 40 points of the sheet. The sheet can move up by 40 points, to the bar.
        #expect(offset(sheet, content(560, 40), covered: 40) == 40)
        #expect(offset(sheet, content(560, 40), covered: 39) == 40)
    }

    @Test func aSheetBeyondTheScreenStaysWithoutAKeyboard() {
        #expect(offset(sheet(top: 700, height: 300), content(250, 40), covered: 0) == 0)
    }

    // MARK: Values that cannot be computed with

    @Test(arguments: [CGFloat.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
    func anUnusableValueNeverTraps(_ value: CGFloat) {
        #expect(offset(list(offset: 7), content(value, 40)) == 7)
        #expect(offset(list(offset: 7), content(700, value)) == 7)
        #expect(offset(list(offset: 7), content(700, 0)) == 7)
        #expect(offset(list(offset: 7, contentHeight: value), content(700, 40)) == 7)
        #expect(offset(list(), content(700, 40), covered: value) == 0)
        #expect(offset(list(), content(700, 40), margin: value) == 240)
        #expect(offset(list(), content(700, 40), margin: -5) == 240)
        var content = content(700, 40)
        content.caret = rectangle(value, 20)
        content.group = rectangle(value, 20)
        #expect(offset(list(), content) == 250)
        var pane = list()
        pane.safeArea = KeyboardInsets(top: value, bottom: -9)
        pane.contentInsets = KeyboardInsets(top: value, bottom: value)
        pane.unit = value
        #expect(offset(pane, content) == 250)
        pane.frame.origin.y = value
        #expect(offset(pane, content) == 0)
    }
}
