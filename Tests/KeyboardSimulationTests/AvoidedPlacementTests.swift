import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Panes and keyboards at other places of the screen, and several panes.
@MainActor
struct AvoidedPlacementTests {
    private let screen = CGRect(x: 0, y: 0, width: 768, height: 1_024)

    @Test func aPageForgetsTheFieldOfAListThatIsDeallocated() {
        let fixture = AvoidanceFixture()
        let frame = CGRect(x: 0, y: 400, width: 393, height: 400)
        let lists = [TestPane(.scrollView(frame: frame, contentHeight: 400, offset: 0)), TestPane(fixture.pane.layout)]
        var focused: KeyboardAvoider? = KeyboardAvoider(lists[0], pool: fixture.pool) { [form = fixture.form] in
            form.content(2, top: 360)
        }
        let other = KeyboardAvoider(lists[1], pool: fixture.pool) { nil }
        focused?.outer = fixture.avoider
        other.outer = fixture.avoider
        // The list moves with the page.
        fixture.pane.onCall = { lists[0].layout.frame.origin.y = 400 - fixture.pane.offset }
        fixture.show(offset: 240)
        // If the list without the focus is laid out, the page keeps the focused field of the other list.
        other.layoutDidChange()
        fixture.avoider?.barHeight = 50
        #expect(fixture.pane.offset == 290)
        other.outer = nil
        focused = nil
        fixture.hide(offset: 0)
        fixture.show(offset: 0)
    }

    @Test(arguments: [false, true])
    func aWindowThatTheCompositorShrinksIsCoveredOnce(_ shrinksFirst: Bool) {
        let fixture = AvoidanceFixture()
        fixture.focus(0, top: 700)
        let shrink = {
            fixture.pane.layout.frame.size.height = 561
            fixture.avoider?.layoutDidChange()
        }
        if shrinksFirst { shrink() }
        fixture.show()
        if !shrinksFirst { shrink() }
        fixture.settle(offset: 180, insets: KeyboardInsets())
        fixture.hide()
        fixture.pane.layout.frame.size.height = 852
        fixture.avoider?.layoutDidChange()
        #expect(fixture.pane.insets == KeyboardInsets())
        #expect(fixture.pane.offset == 0)
    }

    @Test func aWindowThatMovesIsAvoidedWhereItIs() {
        let fixture = AvoidanceFixture(
            .scrollView(frame: CGRect(x: 0, y: 0, width: 393, height: 500), contentHeight: 2_000, offset: 0)
        )
        fixture.show(field: 440)
        #expect(fixture.pane.calls.isEmpty)
        fixture.pane.layout.frame.origin.y = 300
        fixture.avoider?.layoutDidChange()
        #expect(fixture.pane.insets.bottom == 239)
        #expect(fixture.pane.offset == 220)
    }

    @Test func aKeyboardAtTheTopIsAvoided() {
        let fixture = AvoidanceFixture()
        let info = Notification.KeyboardInfo(
            frameBegin: CGRect(x: 0, y: -300, width: 393, height: 300),
            frameEnd: CGRect(x: 0, y: 0, width: 393, height: 300),
            animationDuration: 0.25,
            animationCurve: 7,
            screenBounds: CGRect(x: 0, y: 0, width: 393, height: 852)
        )
        fixture.focus(0, top: 100)
        fixture.center.post(KeyboardEvent(.willShow, info: info).notification)
        fixture.settle()
        #expect(fixture.pool.keyboard.placement == .dockedAtTop)
        #expect(fixture.pane.insets == KeyboardInsets(top: 300))
        #expect(fixture.pane.offset == -201)
    }

    /// Content of 852 points cannot scroll until the toolkit has laid out the new inset.
    ///
    /// Content of 1,000 points can scroll a part of the way before this layout.
    @Test(arguments: [0, 0.25], [852, 1_000] as [CGFloat])
    func aToolkitThatLimitsTheOffsetUntilItsLayoutReachesIt(duration: Double, contentHeight: CGFloat) {
        let screen = CGRect(x: 0, y: 0, width: 393, height: 852)
        let fixture = AvoidanceFixture(.scrollView(frame: screen, contentHeight: contentHeight, offset: 0))
        fixture.pane.limitOffsetsUntilLayout()
        fixture.focus(0, top: contentHeight - 40)
        fixture.keyboard.behavior.duration = duration
        fixture.keyboard.show(.letters)
        for _ in 0..<90 {
            fixture.offsets(during: 1)
            if fixture.pane.layOut() { fixture.avoider?.layoutDidChange() }
        }
        // If the toolkit misses the requested offset by less than a unit, the avoider does not repeat the request.
        #expect(abs(fixture.pane.offset - (contentHeight - 561)) < 0.001)
        // The bar grows while the keyboard is at rest.
        fixture.avoider?.barHeight = 44
        if fixture.pane.layOut() { fixture.avoider?.layoutDidChange() }
        #expect(fixture.pane.offset == contentHeight - 561 + 44)
    }

    @Test func aKeyboardThatGivesUpLeavesThePaneAtRest() {
        let fixture = AvoidanceFixture()
        fixture.show(field: 700)
        fixture.perform(.changeFrame(to: .custom(height: 0)))
        #expect(fixture.keyboard.frame.minY == 852)
        #expect(fixture.pool.keyboard.phase == .hidden)
        #expect(fixture.pane.insets == KeyboardInsets())
        #expect(fixture.pane.offset == 0)
    }

    @Test func aToolkitThatRefusesAnOffsetIsAskedOnceMore() {
        let fixture = AvoidanceFixture()
        fixture.pane.adjust = { min($0, 100) }
        fixture.show(field: 900)
        fixture.pane.removeCalls()
        for _ in 0..<10 { fixture.avoider?.layoutDidChange() }
        #expect(fixture.pane.calls.map(\.offset) == [380])
        fixture.focus(1, top: 1_000)
        fixture.pane.removeCalls()
        for _ in 0..<10 { fixture.avoider?.layoutDidChange() }
        #expect(fixture.pane.calls.map(\.offset) == [480])
    }

    /// The toolkit limits the offset before the avoider sets the insets of the new frame.
    ///
    /// The avoider must not treat this change of the offset as scrolling by a person.
    @Test(arguments: [0, 10] as [CGFloat], [true, false])
    func aPaneThatGrowsUnderAShownKeyboardIsNotScrolledByAPerson(bar: CGFloat, isReported: Bool) {
        let frame = CGRect(x: 0, y: 252, width: 393, height: 300)
        let fixture = AvoidanceFixture(.scrollView(frame: frame, contentHeight: 900, offset: 0))
        let pane = fixture.pane
        pane.limitOffsets()
        fixture.avoider?.barHeight = bar
        fixture.show(field: 840)
        pane.layout.frame.size.height = 600
        pane.offset = pane.adjust(pane.offset)
        #expect(pane.offset < 310)
        if isReported {
            fixture.avoider?.layoutDidChange()
        } else {
            fixture.keyboard.perform(.changeFrame(to: .letters))
            fixture.keyboard.hide()
            fixture.keyboard.show(.letters)
        }
        fixture.settle()
        #expect(pane.insets.bottom == 291 + bar)
        #expect(880 - pane.offset + 252 <= 561 - bar)
        fixture.hide()
        #expect(pane.insets == KeyboardInsets())
    }
}
