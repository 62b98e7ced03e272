import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Panes that slide onto the screen while the keyboard appears, or under a shown keyboard.
@MainActor
struct SlidingPaneTests {
    /// Moves the pane to its frame in this number of display frames, and lays it out after each display frame.
    private func slide(_ fixture: AvoidanceFixture, from first: CGPoint, frames: Int) {
        let pane = fixture.pane
        let end = pane.layout.frame.origin
        for frame in 0...frames {
            let rest = 1 - CGFloat(frame) / CGFloat(frames)
            pane.layout.frame.origin = CGPoint(
                x: end.x + (first.x - end.x) * rest,
                y: end.y + (first.y - end.y) * rest
            )
            pane.layout.offset = pane.adjust(pane.layout.offset)
            fixture.avoider?.layoutDidChange()
            if pane.layOut() { fixture.avoider?.layoutDidChange() }
            if frame < frames { fixture.offsets(during: 1) }
        }
        for _ in 0..<60 {
            fixture.offsets(during: 1)
            if pane.layOut() { fixture.avoider?.layoutDidChange() }
        }
    }

    /// The numbers of display frames in 0.2, 0.35, 0.5 and 1 s.
    @Test(arguments: [12, 21, 30, 60], [CGPoint(x: 0, y: 852), CGPoint(x: 393, y: 0), CGPoint(x: 0, y: 400)])
    func aPaneThatSlidesInLongerThanTheKeyboardIsNotScrolledForNothing(frames: Int, first: CGPoint) {
        for toolkit in TestPane.Toolkit.allCases {
            let fixture = AvoidanceFixture()
            fixture.pane.behave(like: toolkit)
            let end = fixture.pane.layout.frame
            fixture.pane.layout.frame.origin = first
            fixture.form.focus(0, top: 500)
            fixture.avoider?.layoutDidChange()
            fixture.keyboard.show(.letters)
            fixture.pane.layout.frame = end
            slide(fixture, from: first, frames: frames)
            #expect(fixture.pane.offset == 0, "\(toolkit)")
            #expect(fixture.pane.insets.bottom == 291)
        }
    }

    /// What changes while the pane slides.
    enum Change: CaseIterable {
        case safeArea, contentHeight, caret, bar, focus
    }

    @Test(arguments: Change.allCases, [21, 30])
    func aChangeInMidSlideLeavesNoScroll(change: Change, frames: Int) {
        let fixture = AvoidanceFixture()
        fixture.form.focus(0, top: 400)
        fixture.pane.layout.frame.origin.y = 852
        fixture.avoider?.layoutDidChange()
        fixture.keyboard.show(.letters)
        for frame in 1...frames {
            fixture.offsets(during: 1)
            fixture.pane.layout.frame.origin.y = 852 * (1 - CGFloat(frame) / CGFloat(frames))
            if frame == frames * 3 / 4 {
                switch change {
                case .safeArea: fixture.pane.layout.safeArea.bottom = 34
                case .contentHeight: fixture.pane.layout.contentHeight += 20
                case .caret: fixture.form.focused?.caret = CGRect(x: 20, y: 410, width: 2, height: 20)
                case .bar: fixture.avoider?.barHeight = 44
                case .focus: fixture.form.focus(1, top: 380)
                }
            }
            fixture.avoider?.layoutDidChange()
        }
        fixture.settle(offset: 0)
    }

    /// In 0.35 s, a pane slides onto the screen from the side, from below or from above.
    @Test(arguments: TestPane.Toolkit.allCases, [CGPoint(x: 393, y: 0), CGPoint(x: 0, y: 852), CGPoint(x: 0, y: -852)])
    func aPaneThatSlidesUnderAShownKeyboardStartsRight(toolkit: TestPane.Toolkit, first: CGPoint) {
        // The content is only 8 points longer than the page, so a late toolkit limits the offset.
        for (top, offset) in [(812, 292), (400, 0)] as [(CGFloat, CGFloat)] {
            let screen = CGRect(x: 0, y: 0, width: 393, height: 852)
            let fixture = AvoidanceFixture(
                .scrollView(frame: screen, contentHeight: 860, offset: 0),
                isShown: true
            )
            fixture.pane.behave(like: toolkit)
            fixture.form.focus(0, top: top)
            slide(fixture, from: first, frames: 21)
            #expect(fixture.pane.insets.bottom == 291)
            #expect(fixture.pane.offset == offset)
            fixture.hide(offset: 0)
        }
    }

    @Test(arguments: [CGFloat(852), -400])
    func aSheetThatSlidesUnderAShownKeyboardStartsRight(y: CGFloat) {
        let fixture = AvoidanceFixture(
            .sheet(frame: CGRect(x: 40, y: 300, width: 313, height: 400), offset: 0),
            isShown: true
        )
        fixture.form.focus(0, top: 350)
        slide(fixture, from: CGPoint(x: 40, y: y), frames: 21)
        #expect(fixture.pane.offset == 130)
        fixture.hide(offset: 0)
    }
}
