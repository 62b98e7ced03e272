import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The focused field of a scroll view stays visible.
@MainActor
struct AvoidedFieldTests {
    private let fixture = AvoidanceFixture()
    private var pane: TestPane { fixture.pane }

    @Test(arguments: [false, true])
    func aVisibleFieldThatTakesTheFocusScrollsNothing(_ isShown: Bool) {
        pane.offset = 77.25
        if isShown { fixture.show() }
        fixture.focus(0, top: 400)
        if !isShown { fixture.show() }
        #expect(pane.offset == 77.25)
        #expect(pane.insets == KeyboardInsets(bottom: 291))
    }

    @Test func aMoveOfTheFocusWithoutAnEventIsAnimated() {
        fixture.show(field: 300, offset: 0)
        fixture.form.focus(1, top: 700)
        let offsets = fixture.offsets()
        #expect(offsets.last == 180)
        #expect(offsets.contains { $0 > 20 && $0 < 160 })
        #expect(offsets == offsets.sorted())
        #expect(AvoidanceFixture.largestStep(offsets) < 40)
    }

    @Test func aMoveOfTheFocusAfterAnInstantShowIsAnimated() {
        fixture.focus(0, top: 300)
        fixture.keyboard.behavior.duration = 0
        fixture.show()
        fixture.form.focus(1, top: 700)
        let offsets = fixture.offsets()
        #expect(offsets.last == 180)
        #expect(Set(offsets).count > 10)
        #expect(AvoidanceFixture.largestStep(offsets) < 70)
    }

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

    @Test func theFocusMovesBackToAFieldBelowTheBars() {
        pane.layout.safeArea.top = 88
        fixture.show(field: 1_200, offset: 680)
        fixture.focus(1, top: 500, offset: 411)
    }

    @Test func tenTogglesBetweenTwoHeightsEndAtTheSameOffset() {
        fixture.show(field: 700)
        var offsets: Set<CGFloat> = []
        for _ in 0..<10 {
            fixture.perform(.changeFrame(to: .custom(height: 336)))
            fixture.perform(.changeFrame(to: .letters))
            offsets.insert(pane.offset)
        }
        #expect(offsets == [225])
    }

    @Test func aLowerKeyboardKeepsTheOffsetOfAVisibleField() {
        fixture.show(.custom(height: 336), field: 700, offset: 225)
        fixture.perform(.changeFrame(to: .letters), offset: 225, bottom: 291)
    }

    @Test func aRowInsertedAboveKeepsInsetAndField() {
        fixture.show(field: 700)
        pane.layout.contentHeight += 120
        fixture.form.focus(0, top: 820)
        fixture.layOut()
        fixture.settle()
        #expect(pane.insets.bottom == 291)
        #expect(pane.offset == 300)
    }

    @Test func aGrowingBarMovesTheContentByItsGrowthAtMost() {
        fixture.avoider?.barHeight = 44
        fixture.show(field: 700, offset: 224)
        fixture.avoider?.barHeight = 84
        fixture.settle(offset: 264)
        for _ in 0..<5 {
            fixture.avoider?.barHeight = 44
            fixture.avoider?.barHeight = 84
        }
        #expect(pane.offset == 264)
        #expect(pane.insets.bottom == 375)
    }

    @Test func aGrowingTextViewKeepsItsCaretAboveTheKeyboard() {
        fixture.focus(0, top: 500, height: 20)
        fixture.show()
        for line in 0..<30 {
            // The avoider observes the content, so the app does not have to report an edit.
            var content = fixture.form.content(0, top: 500, height: 20 * CGFloat(line + 1))
            content.caret = CGRect(x: 20, y: 500 + 20 * CGFloat(line), width: 2, height: 20)
            fixture.form.focused = content
            fixture.scheduler.advance(by: .milliseconds(1))
            let bottom = 520 + 20 * CGFloat(line) - pane.offset
            #expect(bottom <= 561 && bottom > 530 || line < 3, "line \(line)")
        }
    }

    @Test func typingInATallFieldNeverJumpsToAnEdge() {
        var content = fixture.form.content(0, top: 100, height: 1_500)
        func setCaret(_ line: Int) {
            content.caret = CGRect(x: 20, y: 100 + 20 * CGFloat(line), width: 2, height: 20)
            fixture.form.focused = content
        }
        setCaret(40)
        fixture.show(offset: 360)
        var last = pane.offset
        for line in Array(40..<70) + (0..<70).reversed() {
            setCaret(line)
            fixture.scheduler.advance(by: .milliseconds(1))
            let top = 100 + 20 * CGFloat(line) - pane.offset
            #expect(top >= 0 && top + 20 <= 561)
            #expect(abs(pane.offset - last) <= 21)
            last = pane.offset
        }
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

    @Test func anErrorUnderTheFieldIsShownWithIt() {
        fixture.show(field: 500, offset: 0)
        fixture.form.focused?.group = CGRect(x: 20, y: 480, width: 300, height: 100)
        fixture.settle(offset: 20)
        fixture.form.focused?.group = CGRect(x: 20, y: 480, width: 300, height: 900)
        fixture.settle()
        #expect(pane.offset >= 20 && 500 >= pane.offset && 540 - pane.offset <= 561)
    }

    @Test func theFieldStaysAboveABarOfTheApp() {
        fixture.avoider?.barHeight = 50
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        let offsets = fixture.offsets()
        #expect(offsets.last == 230)
        #expect(pane.insets.bottom == 341)
        #expect(AvoidanceFixture.largestStep(offsets) < 50)
        let insets = pane.calls.map(\.insets.bottom)
        #expect(AvoidanceFixture.largestStep(insets) < 70)
        fixture.hide()
        #expect(pane.insets.bottom == 0)
    }

    @Test func aFieldOutsideOfThePaneScrollsNothing() {
        fixture.form.focused = nil
        pane.offset = 50
        fixture.show(offset: 50, bottom: 291)
    }

    @Test func aLayoutWithoutAChangeSetsNothing() {
        fixture.show(field: 700)
        pane.removeCalls()
        for _ in 0..<5 { fixture.avoider?.layoutDidChange() }
        fixture.form.focused?.caret = CGRect(x: 20, y: 705, width: 2, height: 20)
        fixture.settle()
        fixture.form.focused?.caret = CGRect(x: 28, y: 705, width: 2, height: 20)
        fixture.settle()
        #expect(pane.calls.isEmpty)
        #expect(pane.offset == 180)
    }

    @Test func contentAndKeyboardAreOfOneDisplayFrame() {
        fixture.focus(0, top: 812)
        let guide = KeyboardLayoutGuide(pool: fixture.pool)
        guide.viewFrame = fixture.keyboard.screen.bounds
        fixture.avoider?.margin = 0
        fixture.keyboard.show(.letters)
        for _ in 0..<90 {
            fixture.offsets(during: 1)
            #expect(pane.insets.bottom == guide.bottomInset)
            // The field ends at the lower edge of the pane, so the content moves as far as the keyboard.
            #expect(abs(pane.offset - guide.bottomInset) < 0.001)
        }
        #expect(pane.offset == 291)
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

    @Test func aKeyboardOverTheWholePaneMovesNothing() {
        let fixture = AvoidanceFixture(
            .scrollView(frame: CGRect(x: 0, y: 600, width: 393, height: 200), contentHeight: 900, offset: 33)
        )
        fixture.show(field: 300, offset: 33, bottom: 200)
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

    @Test(arguments: [true, false])
    func aBarLeavesTheScreenTogetherWithTheKeyboard(hidesBar: Bool) {
        let fixture = AvoidanceFixture()
        fixture.avoider?.barHeight = 44
        fixture.show(field: 700)
        let shown = fixture.pane.calls.count
        fixture.keyboard.hide()
        if hidesBar { fixture.avoider?.barHeight = 0 }
        fixture.settle()
        let insets = [335] + fixture.pane.calls[shown...].map(\.insets.bottom)
        #expect(AvoidanceFixture.largestStep(insets) < 0.35 * 335, "\(insets)")
        #expect(insets.dropFirst().first ?? 0 > 320, "\(insets)")
        #expect(fixture.pane.insets == KeyboardInsets())
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
