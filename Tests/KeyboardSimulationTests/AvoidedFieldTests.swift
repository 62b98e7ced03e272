import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The focused field of a scroll view stays visible.
@MainActor
struct AvoidedFieldTests {
    private let fixture = AvoidanceFixture()
    private var pane: TestPane { fixture.pane }

    /// The focus moves in the last display frame of the keyboard's transition, after the avoider's update.
    ///
    /// The focus is no observable property, so the screen reports its move.
    @Test func aMoveOfTheFocusInTheLastCallbackOfATransitionIsAnimated() {
        final class Focus {
            var content: FocusedContent?
        }
        let focus = Focus()
        fixture.dropAvoider()
        let avoider = KeyboardAvoider(pane, pool: fixture.pool) { focus.content }
        let screen = EndingScreen()
        fixture.pool.add(screen)
        focus.content = fixture.form.content(0, top: 100)
        screen.onEnd = {
            focus.content = fixture.form.content(1, top: 700)
            avoider.layoutDidChange()
        }
        fixture.show()
        #expect(screen.onEnd == nil)
        #expect(pane.offset == 180)
        let readingCount = pane.readingCount
        fixture.settle()
        #expect(pane.readingCount == readingCount, "a display frame is requested at rest")
    }

    @Test func aVisibleCaretKeepsATallFieldInItsPlace() {
        pane.offset = 100
        var content = fixture.form.content(0, top: 300, height: 1_500)
        content.caret = CGRect(x: 20, y: 400, width: 2, height: 20)
        fixture.form.focused = content
        fixture.show(offset: 100)
        // A person scrolls, and types in a visible line.
        pane.offset = 320
        fixture.avoider?.layoutDidChange()
        content.caret = CGRect(x: 28, y: 400, width: 2, height: 20)
        fixture.form.focused = content
        fixture.settle(offset: 320)
    }

    /// An avoider treats an empty caret as unknown.
    ///
    /// A toolkit may report an empty caret until its layout.
    @Test func anUnknownCaretDuringOneFrameMovesNothing() {
        var content = fixture.form.content(0, top: 100, height: 1_500)
        content.caret = CGRect(x: 20, y: 1_300, width: 2, height: 20)
        fixture.form.focused = content
        fixture.show()
        let offset = pane.offset
        for unknown in [CGRect.zero, CGRect(x: CGFloat.nan, y: 0, width: 2, height: 20), nil] {
            fixture.form.focused?.caret = unknown
            #expect(fixture.offsets(during: 10).allSatisfy { $0 == offset })
            fixture.form.focused?.caret = content.caret
            #expect(fixture.offsets(during: 10).allSatisfy { $0 == offset })
        }
    }

    @Test func aCaretThatIsUnknownStaysAboveAHigherKeyboard() {
        fixture.form.focused = fixture.form.content(0, top: 100, height: 1_500)
        fixture.form.focused?.caret = CGRect(x: 20, y: 1_300, width: 2, height: 20)
        fixture.show()
        fixture.form.focused?.caret = nil
        fixture.show(.custom(height: 500))
        #expect(1_320 - pane.offset <= 352)
    }

    /// A list recycles the row of the focused field while a person scrolls.
    @Test(arguments: [true, false])
    func aRowThatIsRecycledAndReturnsKeepsTheScrolling(isFrameKnown: Bool) {
        fixture.show(field: 900, offset: 380)
        pane.offset = 199
        fixture.avoider?.layoutDidChange()
        let content = fixture.form.focused
        if isFrameKnown { fixture.form.focused = nil } else { fixture.form.focused?.field = .zero }
        #expect(fixture.offsets(during: 10).allSatisfy { $0 == 199 })
        fixture.form.focused = content
        #expect(fixture.offsets(during: 60).allSatisfy { $0 == 199 })
    }

    /// With the lower keyboard, the field would also be visible at a lesser offset.
    @Test func aRowThatReturnsUnderALowerKeyboardDoesNotMove() {
        fixture.focus(0, top: 900)
        fixture.keyboard.show(.custom(height: 400))
        let content = fixture.form.focused
        fixture.form.focused = nil
        fixture.avoider?.layoutDidChange()
        fixture.show(.custom(height: 200), offset: 489)
        fixture.form.focused = content
        #expect(fixture.offsets(during: 60).allSatisfy { $0 == 489 })
    }

    @Test func anEditWhileTheRowIsRecycledShowsTheField() {
        fixture.form.focused = fixture.form.content(0, top: 900, height: 400)
        fixture.form.focused?.caret = CGRect(x: 20, y: 905, width: 2, height: 20)
        fixture.show()
        pane.offset = 100
        fixture.avoider?.layoutDidChange()
        let content = fixture.form.focused
        fixture.form.focused?.field = .zero
        fixture.settle()
        fixture.form.focused = content
        fixture.form.focused?.caret = CGRect(x: 28, y: 905, width: 2, height: 20)
        fixture.settle()
        #expect(pane.offset > 100)
    }

    @Test func aCaretThatIsKnownLateEndsAtTheSameOffset() {
        var content = fixture.form.content(0, top: 400, height: 1_000)
        fixture.form.focused = content
        fixture.show(offset: 400)
        content.caret = CGRect(x: 20, y: 1_300, width: 2, height: 20)
        fixture.form.focused = content
        fixture.settle()
        let late = pane.offset
        fixture.hide(offset: 0)
        fixture.show(offset: late)
    }

    @Test func contentShorterThanThePaneStaysInItsRange() {
        pane.layout.contentHeight = 400
        fixture.focus(0, top: 360)
        fixture.keyboard.show(.custom(height: 600))
        for offset in fixture.offsets() { #expect(offset >= 0 && offset <= max(400 - 252, 0)) }
        #expect(pane.offset == 148)
        fixture.keyboard.hide()
        for _ in 0..<90 {
            fixture.offsets(during: 1)
            #expect(pane.range.contains(pane.offset))
        }
        #expect(pane.offset == 0)
    }

    @Test func theMarginIsInUnitsOfThePane() {
        pane.layout.unit = 8
        fixture.show(field: 700, offset: 187)
        fixture.hide()
        fixture.avoider?.margin = 3
        fixture.show(offset: 203)
        fixture.hide()
        fixture.avoider?.margin = .nan
        fixture.show(offset: 179)
    }

    @Test func aFrameThatIsKnownLateIsAnimatedAsAMove() {
        let fixture = AvoidanceFixture(isShown: true)
        fixture.form.focused = FocusedContent(fixture.form.fields[5], field: .zero)
        fixture.offsets(during: 1)
        fixture.form.focus(5, top: 900)
        let offsets = [fixture.pane.offset] + fixture.offsets()
        #expect(offsets.last == 380)
        #expect(AvoidanceFixture.largestStep(offsets) < 0.35 * 380)
    }

    /// The upper edge of the keyboard is at 561.
    ///
    /// A pane of these heights ends below, at or above this edge.
    @Test(arguments: [852, 562, 561, 541] as [CGFloat])
    func aBarIsAvoidedWhereverThePaneEnds(_ height: CGFloat) {
        let frame = CGRect(x: 0, y: 0, width: 393, height: height)
        let fixture = AvoidanceFixture(.scrollView(frame: frame, contentHeight: 2_000, offset: 0))
        fixture.avoider?.barHeight = 44
        fixture.show(field: 490)
        #expect(fixture.pane.insets.bottom == height - 517)
        #expect(fixture.pane.offset == 14)
        fixture.hide(offset: 0, insets: KeyboardInsets())
        #expect(fixture.pane.calls.allSatisfy { $0.insets.bottom >= 0 && $0.insets.bottom <= height - 517 })
    }

    @Test func aBarCoversNoMoreThanThePane() {
        let frame = CGRect(x: 0, y: 600, width: 393, height: 20)
        let fixture = AvoidanceFixture(.scrollView(frame: frame, contentHeight: 40, offset: 0))
        fixture.avoider?.barHeight = 44
        fixture.show(bottom: 20)
    }

    @Test func aBarMovesWithAKeyboardOnAnUnknownScreen() {
        let fixture = AvoidanceFixture()
        fixture.avoider?.barHeight = 44
        let guide = KeyboardLayoutGuide(pool: fixture.pool)
        guide.viewFrame = fixture.pane.layout.frame
        let frame = CGRect(x: 0, y: 561, width: 393, height: 291)
        let info = Notification.KeyboardInfo(frameBegin: frame.offsetBy(dx: 0, dy: 291), frameEnd: frame)
        fixture.center.post(KeyboardEvent(.willShow, info: info).notification)
        for _ in 0..<30 {
            fixture.offsets(during: 1)
            #expect(abs(fixture.pane.insets.bottom - guide.bottomInset * 335 / 291) < 1)
        }
        fixture.settle(bottom: 335)
    }

    /// Under KWin, the events of the keyboard report no frames.
    ///
    /// Under sway, the events report no frames if the window has borders.
    @Test(arguments: [852, 561] as [CGFloat])
    func aBarIsAvoidedAboveAKeyboardWithoutAFrame(_ height: CGFloat) {
        let frame = CGRect(x: 0, y: 0, width: 393, height: height)
        let fixture = AvoidanceFixture(.scrollView(frame: frame, contentHeight: 2_000, offset: 0))
        fixture.avoider?.barHeight = 44
        fixture.focus(0, top: height - 40)
        #expect(fixture.pane.insets == KeyboardInsets())
        fixture.post(.willShow)
        fixture.post(.didShow)
        fixture.settle()
        #expect(fixture.pane.insets == KeyboardInsets(bottom: 44))
        #expect(fixture.pane.offset == 45)
        fixture.avoider?.isEnabled = false
        #expect(fixture.pane.insets == KeyboardInsets())
        fixture.avoider?.isEnabled = true
        #expect(fixture.pane.insets == KeyboardInsets(bottom: 44))
        fixture.post(.willHide)
        fixture.post(.didHide)
        fixture.settle(offset: 0, insets: KeyboardInsets())
    }

    @Test func aWindowThatShrinksUnderABarKeepsTheFieldAboveTheBar() {
        let fixture = AvoidanceFixture()
        fixture.avoider?.barHeight = 44
        fixture.show(field: 700)
        #expect(fixture.pane.insets.bottom == 335)
        fixture.pane.layout.frame.size.height = 561
        fixture.avoider?.layoutDidChange()
        #expect(fixture.pane.insets.bottom == 44)
        fixture.focus(1, top: 750, offset: 274)
    }
}

/// A screen that calls a closure at the end of its first transition.
@MainActor
private final class EndingScreen: KeyboardObservable, KeyboardTransitionPresentable {
    var onEnd: (@MainActor () -> Void)?

    var keyboardAvoidingFrame: CGRect { CGRect(x: 0, y: 0, width: 393, height: 852) }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {}

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?()
    }
}
