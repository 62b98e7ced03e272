import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// What a person or an app has scrolled to stays, whatever the toolkit does around it.
@MainActor
struct RespectedScrollTests {
    @Test func contentThatMovesAsAWholeIsNoEdit() {
        for distance in stride(from: 0.1, to: 60, by: 0.7) {
            let fixture = AvoidanceFixture(reports: true)
            fixture.focus(0, top: 700.1)
            fixture.form.focused?.caret = CGRect(x: 20, y: 705.2, width: 2, height: 20)
            fixture.show()
            fixture.scroll(to: 20)
            fixture.settle()
            fixture.pane.layout.contentHeight += distance
            fixture.form.focused?.field.origin.y += distance
            fixture.form.focused?.caret?.origin.y += distance
            fixture.layOut()
            fixture.settle()
            #expect(fixture.pane.offset == 20, "\(distance)")
        }
    }

    /// The list was not at its end when the keyboard came.
    @Test func anAppScrollsAListToItsEnd() {
        let fixture = AvoidanceFixture(reports: true)
        fixture.avoider?.staysAtEnd = true
        fixture.pane.offset = 900
        fixture.show()
        fixture.pane.layout.contentHeight += 60
        fixture.pane.offset = fixture.pane.range.upperBound
        fixture.avoider?.scrollDidChange(byUser: false)
        fixture.settle()
        fixture.hide()
        #expect(fixture.pane.offset == fixture.pane.range.upperBound)
    }

    @Test func contentThatIsInsertedAboveAListStaysAfterTheHide() {
        let fixture = AvoidanceFixture(reports: true)
        fixture.pane.offset = 400
        fixture.show()
        fixture.pane.layout.contentHeight += 600
        fixture.pane.offset = 1_000
        fixture.avoider?.scrollDidChange(byUser: false)
        fixture.settle(offset: 1_000)
        fixture.hide(offset: 1_000)
    }

    /// The toolkit scrolls by the height of a row that is inserted above the field.
    @Test(arguments: [4, 90], [300, 700] as [CGFloat])
    func aRowThatTheToolkitAnchorsMovesWhatIsRestored(frames: Int, field: CGFloat) {
        let fixture = AvoidanceFixture()
        fixture.focus(0, top: field)
        fixture.keyboard.show(.letters)
        var offsets = fixture.offsets(during: frames).map { $0 + 120 }
        fixture.pane.layout.contentHeight += 120
        fixture.pane.offset += 120
        fixture.form.focused?.field.origin.y += 120
        fixture.layOut()
        offsets += [fixture.pane.offset] + fixture.offsets()
        #expect(AvoidanceFixture.largestStep(offsets) < 40)
        fixture.settle(offset: field == 300 ? 120 : 300)
        fixture.hide(offset: 120)
    }

    /// The app reports layouts before the toolkit lays out.
    @Test(arguments: 0..<4)
    func aLateLayoutThatLimitsTheOffsetIsNoPerson(reports: Int) {
        let fixture = AvoidanceFixture(toolkit: .deferred)
        fixture.focus(0, top: 1_900)
        fixture.keyboard.show(.letters)
        fixture.scheduler.advance(by: .seconds(3))
        for _ in 0..<reports { fixture.avoider?.layoutDidChange() }
        fixture.layOut()
        fixture.settle(offset: 1_380)
        fixture.hide(offset: 0)
    }

    @Test func aPaneThatScrollsInItsNextLayoutIsNoPerson() {
        let fixture = AvoidanceFixture()
        fixture.pane.adjust = { [unowned pane = fixture.pane] _ in pane.offset }
        fixture.show(field: 700, offset: 0)
        fixture.pane.adjust = { $0 }
        fixture.pane.offset = 180
        fixture.layOut(offset: 180)
        fixture.hide(offset: 0)
    }

    @Test func theFocusIsNotReadInEachFrameAfterAPersonHasScrolled() {
        let fixture = AvoidanceFixture()
        let pane = TestPane(fixture.pane.layout)
        var count = 0
        let avoider = KeyboardAvoider(pane, pool: fixture.pool) { [form = fixture.form] in
            count += 1
            return form.content(0, top: 700)
        }
        fixture.keyboard.show(.letters)
        fixture.offsets(during: 4)
        pane.offset = 50
        fixture.offsets(during: 1)
        let last = count
        fixture.offsets(during: 10)
        #expect(count == last && pane.offset == 50)
        withExtendedLifetime(avoider) {}
    }

    @Test func aMoveOfTheFocusDuringADragWaitsForItsEnd() {
        let fixture = AvoidanceFixture()
        fixture.keyboard.behavior.reportsFrames = true
        fixture.show(field: 700)
        fixture.keyboard.perform(.beginDismissing)
        fixture.keyboard.perform(.moveDismissing(toTop: fixture.keyboardTop + 50))
        fixture.form.focus(1, top: 1_200)
        #expect(fixture.offsets(during: 5).allSatisfy { $0 == 180 })
        fixture.perform(.endDismissing(cancelled: true), offset: 680)
    }

    @Test func aListIsToldToStayAtItsEndWhileTheKeyboardIsShown() {
        let fixture = AvoidanceFixture(isShown: false)
        fixture.show()
        let list = TestPane(.scrollView(frame: fixture.keyboard.screen.bounds, contentHeight: 2_000, offset: 1_148))
        let chat = KeyboardAvoider(list, pool: fixture.pool) { nil }
        let other = TestPane(.scrollView(frame: fixture.keyboard.screen.bounds, contentHeight: 2_000, offset: 900))
        let scrolled = KeyboardAvoider(other, pool: fixture.pool) { nil }
        (chat.staysAtEnd, scrolled.staysAtEnd) = (true, true)
        #expect(other.offset == 900)
        #expect(list.offset == list.range.upperBound)
        list.layout.contentHeight += 60
        chat.layoutDidChange()
        fixture.settle()
        #expect(list.offset == list.range.upperBound)
        fixture.hide()
        #expect(list.offset == list.range.upperBound)
    }

    @Test func aWindowThatMovesKeepsItsContent() {
        let fixture = AvoidanceFixture()
        fixture.show(field: 700)
        let offset = fixture.pane.offset
        for y in [-50, -100, -20] as [CGFloat] {
            fixture.pane.layout.frame.origin.y = y
            fixture.layOut()
            fixture.settle()
            #expect(fixture.pane.offset == offset, "\(y)")
        }
    }

    @Test(arguments: [false, true])
    func aPageThatIsHiddenForAWhileKeepsItsOffset(reports: Bool) {
        let fixture = AvoidanceFixture(reports: reports)
        fixture.focus(0, top: 700, height: 200)
        fixture.form.focused?.caret = CGRect(x: 20, y: 705, width: 2, height: 20)
        fixture.show()
        fixture.scroll(to: 170)
        fixture.layOut()
        fixture.settle()
        let frame = fixture.pane.layout.frame
        for frame in [.zero, frame] {
            fixture.pane.layout.frame = frame
            fixture.layOut()
            fixture.settle()
        }
        #expect(fixture.pane.offset == 170)
    }

    @Test(arguments: [0, 60] as [CGFloat])
    func aPaneThatRefusesWhileItsContentAlternatesIsAskedOnceMore(growth: CGFloat) {
        let fixture = AvoidanceFixture(reports: true)
        fixture.avoider?.staysAtEnd = growth > 0
        fixture.pane.offset = growth > 0 ? 1_148 : 0
        fixture.pane.adjust = { min($0, 1_160) }
        fixture.show(field: growth > 0 ? nil : 1_900)
        fixture.pane.removeCalls()
        for number in 0..<20 {
            fixture.pane.layout.contentHeight = number.isMultiple(of: 2) ? 2_000 : 2_000 + max(growth, 40)
            fixture.layOut()
        }
        #expect(fixture.pane.calls.count <= 3)
    }

    @Test func anAvoiderThatRestoresNoOffsetIsSwitchedOffWhereItIs() {
        for frames in [5, 90] {
            let fixture = AvoidanceFixture()
            fixture.avoider?.restoresOffset = false
            fixture.focus(0, top: 700)
            fixture.keyboard.show(.letters)
            let offset = fixture.offsets(during: frames).last
            fixture.avoider?.isEnabled = false
            fixture.settle(insets: KeyboardInsets())
            #expect(fixture.pane.offset == offset)
        }
    }

    /// The content bounces beyond its beginning or its end, and the toolkit brings it back.
    @Test(arguments: [true, false], [-40, 1_500] as [CGFloat])
    func aBounceDuringAHideStays(reports: Bool, offset: CGFloat) {
        let fixture = AvoidanceFixture(reports: reports)
        fixture.show()
        fixture.keyboard.hide()
        fixture.offsets(during: 3)
        fixture.scroll(to: offset)
        #expect(fixture.offsets(during: 20).allSatisfy { $0 == offset })
    }

    @Test func aPersonWhoScrollsAChatToItsEndLeavesItsField() {
        let fixture = AvoidanceFixture(reports: true)
        fixture.avoider?.staysAtEnd = true
        fixture.show(field: 1_000)
        fixture.scroll(to: 1_439)
        fixture.settle(offset: 1_439)
        fixture.pane.layout.contentHeight += 60
        fixture.layOut(offset: 1_499)
        fixture.hide(offset: 1_208)
    }

    /// A compositor makes the window lower before the keyboard reports itself.
    @Test func aWindowThatShrinksFirstKeepsTheEndOfAChat() {
        let fixture = AvoidanceFixture()
        fixture.pane.offset = 1_148
        fixture.avoider?.staysAtEnd = true
        fixture.pane.layout.frame.size.height = 561
        fixture.layOut(offset: 1_148)
        fixture.show(offset: 1_439)
        fixture.pane.layout.frame.size.height = 852
        fixture.layOut()
        fixture.hide(offset: 1_148)
    }

    @Test func aPaneThatAcceptsAnotherOffsetEachTimeIsAskedOnce() {
        let fixture = AvoidanceFixture(reports: true)
        var count = 0
        fixture.pane.adjust = { offset in
            count += 1
            return min(offset, count.isMultiple(of: 2) ? 103 : 100)
        }
        fixture.show(field: 900)
        fixture.pane.removeCalls()
        for _ in 0..<20 { fixture.layOut() }
        #expect(fixture.pane.calls.count <= 1)
    }
}
