import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A keyboard that is shown, but lies behind the window of the app.
@MainActor
struct ObscuredKeyboardTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        pool.listen()
    }

    private func show(isObscured: Bool? = false) {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, bounds: screen, isObscured: isObscured)
        advance(250)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked, bounds: screen, isObscured: isObscured)
        advance(2_000)
    }

    /// Posts the events of a keyboard that becomes obscured or visible.
    private func obscure(_ isObscured: Bool?) {
        post(
            .willChangeFrame,
            .didChangeFrame,
            from: docked,
            to: docked,
            duration: 0,
            bounds: screen,
            isObscured: isObscured
        )
    }

    private var covered: CGFloat {
        KeyboardGeometry().insets(of: screen, in: screen, with: pool.keyboard).bottom
    }

    @Test func aFrameEventChangesOnlyTheFlag() {
        var states: [KeyboardState] = []
        show()
        let before = pool.keyboard
        let token = pool.observeState(startingWithCurrent: false) { states.append($0) }
        obscure(true)
        #expect(states.map(\.isObscured) == [true])
        obscure(false)
        #expect(states.map(\.isObscured) == [true, false])
        #expect(pool.keyboard == before)
        #expect(states.allSatisfy { $0.phase == .shown && $0.placement == .docked && $0.frame == docked })
        #expect(states.allSatisfy { $0.transition == nil && !$0.isHealed })
        withExtendedLifetime(token) {}
    }

    @Test func aSequenceOfStatesContainsTheChange() async {
        show()
        var states = pool.states(startingWithCurrent: false).makeAsyncIterator()
        obscure(true)
        #expect(await states.next()?.isObscured == true)
    }

    @Test func theTypedShowIsNotCalledAgain() {
        let log = CallLog()
        let (common, full) = (CommonScreen(log), FullScreen(log))
        pool.add(common)
        pool.add(full)
        show()
        log.clear()
        obscure(true)
        #expect(log.calls == ["full willChangeFrame", "full didChangeFrame"])
        #expect(full.infos.last?.isObscured == true)
    }

    @Test func anObscuredKeyboardCoversNothing() {
        let guide = makeGuide()
        var insets: [CGFloat] = []
        guide.onChange = { insets.append($0) }
        show()
        insets = []
        obscure(true)
        #expect(insets == [0] && covered == 0)
        #expect(KeyboardGeometry().overlap(of: screen, in: screen, with: pool.keyboard) == .zero)
        obscure(false)
        #expect(insets == [0, docked.height] && covered == docked.height)
    }

    @Test func aScreenWithTransitionsReceivesTheNewOverlap() {
        let follower = TransitionScreen(pool)
        show()
        follower.reset()
        obscure(true)
        #expect(follower.calls == [.begin(.zero), .end(.zero, isFinished: true)])
        #expect(follower.transitions.map(\.duration) == [.zero] && follower.transitions[0].begin == docked)
        follower.reset()
        obscure(false)
        #expect(follower.heights == [docked.height, docked.height] && follower.isComplete)
    }

    @Test func anObscuredKeyboardMovesAndHides() {
        let guide = makeGuide()
        show(isObscured: true)
        #expect(pool.keyboard.phase == .shown && pool.keyboard.isObscured && guide.bottomInset == 0)
        let higher = docked.insetBy(dx: 0, dy: -20).offsetBy(dx: 0, dy: -20)
        post(.willChangeFrame, .willShow, from: docked, to: higher, bounds: screen, isObscured: true)
        #expect(pool.keyboard.phase == .appearing && pool.keyboard.frame == higher)
        advance(250)
        #expect(guide.bottomInset == 0)
        post(.didChangeFrame, .didShow, from: docked, to: higher, bounds: screen, isObscured: true)
        post(.willChangeFrame, .willHide, from: higher, to: offScreen, bounds: screen, isObscured: true, wait: 100)
        #expect(pool.keyboard.phase == .disappearing && guide.bottomInset == 0)
        post(.didChangeFrame, .didHide, from: higher, to: offScreen, bounds: screen, isObscured: true)
        #expect(pool.keyboard.phase == .hidden && guide.bottomInset == 0)
        show()
        #expect(guide.bottomInset == docked.height)
    }

    @Test func aKeyboardThatBecomesVisibleDuringItsTransitionCoversAtOnce() {
        let guide = makeGuide()
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, curve: 3, bounds: screen, isObscured: true)
        advance(125)
        #expect(guide.bottomInset == 0)
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, curve: 3, bounds: screen, isObscured: false)
        #expect(guide.bottomInset == docked.height / 2)
    }

    @Test func repeatedLostAndLateEventsDoNotMoveTheKeyboard() {
        show()
        let before = pool.keyboard
        obscure(true)
        obscure(true)
        #expect(pool.keyboard.phase == .shown && pool.keyboard.isObscured)
        // The did event is lost.
        post(.willChangeFrame, from: docked, to: docked, duration: 0, bounds: screen, isObscured: false, wait: 2_000)
        #expect(pool.keyboard == before)
        // The did event of the first change is late.
        post(.didChangeFrame, from: docked, to: docked, duration: 0, bounds: screen, isObscured: true)
        #expect(pool.keyboard == before)
    }

    @Test func anEventWithoutTheValueIsNotObscured() {
        show(isObscured: nil)
        #expect(!pool.keyboard.isObscured)
        obscure(true)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen, bounds: screen)
        #expect(!pool.keyboard.isObscured)
        post(.didChangeFrame, .didHide, from: docked, to: offScreen, bounds: screen, wait: 2_000)
        post(.didShow, from: docked, to: docked, bounds: screen, isObscured: true)
        #expect(pool.keyboard.isObscured, "a did event at rest that reports a change")
    }

    @Test func aDragOfAnObscuredKeyboardCoversNothing() {
        let guide = makeGuide()
        show()
        obscure(true)
        report(docked.offsetBy(dx: 0, dy: 50))
        #expect(guide.bottomInset == 0)
        obscure(false)
        advance(2_000)
        #expect(guide.bottomInset > 0)
    }

    @Test func aBadValueIsReportedAndUnknown() {
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        let key = KeyboardUserInfoKey.isObscured
        center.post(name: .keyboardWillShow, object: nil, userInfo: [key: "yes"])
        #expect(issues.count == 1 && "\(issues)".contains(key))
        #expect(!pool.keyboard.isObscured)
        #expect(Notification(name: .keyboardWillShow, userInfo: [key: 1]).keyboardInfo.isObscured == true)
    }
}
