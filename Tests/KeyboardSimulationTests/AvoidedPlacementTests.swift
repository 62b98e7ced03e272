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

    @Test func aNewGeometryCountsAtOnce() {
        let fixture = AvoidanceFixture(on: .tablet768x1024)
        fixture.show(field: 700)
        fixture.perform(.float(in: CGRect(x: 100, y: 650, width: 320, height: 250)), insets: KeyboardInsets())
        fixture.avoider?.geometry.undocked = .avoid
        #expect(fixture.pane.insets.bottom == 374)
    }

    /// Nothing else follows the keyboard of the other screen.
    @Test func aKeyboardOfAnotherScreenIsFollowedInMidTransition() {
        let fixture = AvoidanceFixture()
        let other = NSObject()
        fixture.avoider?.geometry.screen = ObjectIdentifier(other)
        fixture.center.post(name: .keyboardWillHide, object: other)
        fixture.focus(0, top: 700)
        fixture.keyboard.show(.letters)
        #expect(fixture.offsets(during: 4).allSatisfy { $0 == 0 })
        fixture.avoider?.geometry.screen = ObjectIdentifier(fixture.keyboard.screen)
        #expect(Set(fixture.offsets(during: 8)).count == 8)
        fixture.settle(offset: 180)
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

}
