import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Sequences of events after which a guide, the state and a screen must agree.
@MainActor
struct StateAgreementTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    private let guide: KeyboardLayoutGuide
    private let follower: TransitionScreen

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = PhoneFrames.screen
        follower = TransitionScreen(pool, geometry: KeyboardGeometry(undocked: .ignore))
    }

    private func show(bounds: CGRect? = nil) {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, bounds: bounds, wait: 250)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked, bounds: bounds, wait: 3_000)
        follower.calls = []
    }

    /// Expects that guide, screen and state agree at rest, and that each transition is complete.
    private func expectRest(
        _ placement: KeyboardState.Placement,
        _ frame: CGRect?,
        bottom: CGFloat = 0,
        top: CGFloat = 0,
        begins: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        advance(5_000)
        #expect(pool.keyboard.phase == (placement == .offScreen ? .hidden : .shown), sourceLocation: sourceLocation)
        #expect(pool.keyboard.placement == placement, sourceLocation: sourceLocation)
        #expect(pool.keyboard.frame == frame, sourceLocation: sourceLocation)
        #expect(pool.keyboard.transition == nil, sourceLocation: sourceLocation)
        #expect(guide.bottomInset == bottom, sourceLocation: sourceLocation)
        #expect(guide.topInset == top, sourceLocation: sourceLocation)
        #expect(follower.isComplete, sourceLocation: sourceLocation)
        if let height = follower.heights.last { #expect(height == max(bottom, top), sourceLocation: sourceLocation) }
        if let begins { #expect(follower.calls.count(where: \.isBegin) == begins, sourceLocation: sourceLocation) }
    }

    // MARK: Unknown frames

    @Test func aFrameThatIsNotKnownCoversNothing() {
        show()
        post(.willHide, from: docked, to: offScreen, wait: 250)
        post(.didHide, from: docked, to: offScreen, wait: 1_000)
        post(.willShow, duration: 0.25)
        post(.didChangeFrame, to: CGRect(x: 0, y: 852, width: 393, height: 0))
        post(.willHide)
        expectRest(.offScreen, nil)
    }

    @Test func aKeyboardWithoutAKnownFrameCoversNothingWhileItIsShown() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, bounds: screen, wait: 2_000)
        post(.willHide, from: docked, to: offScreen, bounds: screen, wait: 100)
        // This event reports another screen, and no frame is known on this screen.
        post(.willShow, bounds: CGRect(x: 0, y: 0, width: 852, height: 393))
        expectRest(.docked, nil)
    }

    // MARK: Undocking

    /// In landscape, the gap below the undocked keyboard is smaller than the keyboard's height.
    @Test(arguments: [true, false], [SimulatedScreen.Orientation.landscape, .portrait])
    func anUndockedTabletKeyboardIsNotDocked(reportsBounds: Bool, orientation: SimulatedScreen.Orientation) {
        let steps: [@MainActor (SimulatedKeyboard) -> Void] = [
            { $0.perform(.undock()) }, { $0.perform(.split()) }, { $0.perform(.undock(toTop: 400)) },
        ]
        for step in steps {
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            let guide = KeyboardLayoutGuide(pool: pool)
            let behavior = SimulatedKeyboard.Behavior { $0.reportsScreenBounds = reportsBounds }
            let keyboard = SimulatedKeyboard(
                on: SimulatedScreen(.tablet768x1024),
                behavior: behavior,
                scheduler: scheduler
            )
            keyboard.rotate(to: orientation)
            guide.viewFrame = keyboard.screen.bounds
            keyboard.start(postingTo: center)
            keyboard.show()
            advance(2_000)
            step(keyboard)
            advance(2_000)
            #expect(pool.keyboard.placement == .split)
            #expect(guide.bottomInset == 0)
            keyboard.stop()
        }
    }

    /// Only the *did* event reports where the keyboard begins.
    @Test func aFloatingKeyboardThatMovesDownIsShown() {
        let lower = CGRect(x: 50, y: 400, width: 200, height: 150)
        post(.willChangeFrame, to: lower, wait: 250)
        post(.didChangeFrame, from: floating, to: lower)
        expectRest(.floating, lower)
    }

    /// A person undocks a tablet's keyboard with its menu.
    ///
    /// The frames have the coordinates of iOS 5 (https://stackoverflow.com/questions/10749311).
    @Test func aKeyboardThatIsUndockedWithItsMenuIsNotDocked() {
        let begin = CGRect(x: 0, y: 0, width: 768, height: 304)
        post(.willChangeFrame, from: begin, to: CGRect(x: 0, y: -264, width: 768, height: 304), curve: 0)
        post(.didChangeFrame, from: begin, duration: nil, curve: nil, wait: 3_000)
        #expect(pool.keyboard.placement == .floating)
        #expect(guide.bottomInset == 0)
    }

    /// A keyboard of a third party posts a height of 0 before its own height.
    @Test func aHeightOf0InMidAirChangesNothing() {
        show()
        post(.willChangeFrame, .willHide, from: docked, to: offScreen, wait: 7)
        let empty = CGRect(x: 0, y: offScreen.minY, width: docked.width, height: 0)
        post(.willChangeFrame, .willShow, from: empty, to: empty)
        post(.willChangeFrame, .willShow, from: empty, to: docked)
        for _ in 0..<30 {
            #expect(guide.bottomInset > docked.height * 0.9)
            advance(16)
        }
        expectRest(.docked, docked, bottom: docked.height)
    }

    // MARK: Repeated and reordered wills

    @Test(arguments: [
        [KeyboardEvent.Kind.willHide, .willChangeFrame], [.willChangeFrame, .willHide, .willChangeFrame],
        [.willHide, .willHide], [.willChangeFrame, .willChangeFrame, .willHide, .willHide],
    ])
    func aHideInAnyOrderHidesOnce(kinds: [KeyboardEvent.Kind]) {
        show()
        for kind in kinds {
            post(kind, from: docked, to: offScreen, wait: 3)
        }
        advance(240)
        post(.didHide, from: docked, to: offScreen)
        expectRest(.offScreen, nil, begins: 1)
    }

    @Test(arguments: [
        [KeyboardEvent.Kind.willHide, .willChangeFrame], [.willChangeFrame, .willHide],
    ])
    func aHideToTheBarIsAcceptedInEitherOrder(kinds: [KeyboardEvent.Kind]) {
        show()
        for kind in kinds {
            post(kind, from: docked, to: accessoryBar, wait: 3)
        }
        advance(240)
        post(.didChangeFrame, .didHide, from: docked, to: accessoryBar)
        expectRest(.accessoryBarOnly, accessoryBar, bottom: 44, begins: 1)
    }

    @Test func aDoubledHideDoesNotJumpWithAvoid() {
        guide.geometry.undocked = .avoid
        show()
        var last = guide.bottomInset
        var largest: CGFloat = 0
        guide.onChange = { inset in
            largest = max(largest, abs(inset - last))
            last = inset
        }
        post(.willChangeFrame, .willHide, from: docked, to: offScreen, wait: 20)
        post(.willHide, from: docked, to: offScreen, wait: 3_000)
        // In its fastest frame, a spring covers a ninth of its way. A larger change would be a jump.
        #expect(largest < 336 / 8)
        #expect(last == 0)
    }

    // MARK: A show right after a hide

    @Test func aShowAfterAHideWithoutAFrameIsAShow() {
        show()
        post(.willHide, wait: 20)
        post(.willShow, wait: 250)
        post(.didShow)
        expectRest(.docked, docked, bottom: 336)
    }

    // MARK: Visibility first, then a frame

    @Test(arguments: [CGRect?.none, PhoneFrames.screen])
    func aFrameAfterAShowWithoutOneIsDocked(bounds: CGRect?) {
        post(.willShow, bounds: bounds, wait: 12)
        post(.willChangeFrame, to: docked, bounds: bounds, wait: 250)
        post(.didChangeFrame, .didShow, to: docked, bounds: bounds)
        expectRest(.docked, docked, bottom: 336, begins: 1)
    }

    // MARK: Floating keyboards

    @Test func aFloatingKeyboardThatMovesFarIsOnScreen() {
        show()
        post(.willChangeFrame, .willHide, .didChangeFrame, .didHide, from: docked, to: floating)
        for bounds in [nil, screen] {
            let moved = floating.offsetBy(dx: 0, dy: bounds == nil ? 300 : 250)
            post(.willChangeFrame, .didChangeFrame, from: pool.keyboard.frame, to: moved, bounds: bounds)
            expectRest(.floating, moved)
        }
    }

    // MARK: Keyboards that are not shown at the bottom

    @Test func aKeyboardDockedAtTheTopInsetsTheTop() {
        let screen = CGRect(x: 0, y: 0, width: 1_280, height: 800)
        let (top, above) = (
            CGRect(x: 0, y: 0, width: 1_280, height: 205), CGRect(x: 0, y: -215, width: 1_280, height: 205)
        )
        guide.viewFrame = screen
        for bounds in [nil, screen] {
            post(.willChangeFrame, .willShow, from: above, to: top, bounds: bounds, wait: 3_000)
            #expect(pool.keyboard.placement == .dockedAtTop)
            #expect(guide.bottomInset == 0)
            #expect(guide.topInset == 205)
            post(.willChangeFrame, .willHide, from: top, to: above, bounds: bounds, wait: 3_000)
            #expect(pool.keyboard.phase == .hidden)
            #expect(guide.topInset == 0)
        }
    }

    // MARK: A did at rest

    @Test(arguments: [CGRect?.none, PhoneFrames.screen])
    func aDidHideAtRestIsAccepted(bounds: CGRect?) {
        show(bounds: bounds)
        post(.didHide, bounds: bounds)
        #expect(guide.bottomInset == 0)
        expectRest(.offScreen, nil, begins: 1)
        post(.didShow, to: docked, bounds: bounds)
        expectRest(.docked, docked, bottom: 336)
    }

    // MARK: Reported frames

    @Test func aDidEndsReportedFramesAtOnce() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        report(CGRect(x: 0, y: 820, width: 393, height: 336))
        #expect(guide.bottomInset == 32)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
        #expect(guide.bottomInset == 336)
        #expect(follower.isComplete)
        expectRest(.docked, docked, bottom: 336, begins: 1)
    }

    @Test func aSourceThatStopsReportingIsFollowedByTheCurve() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        report(CGRect(x: 0, y: 700, width: 393, height: 336))
        advance(499)
        #expect(guide.bottomInset == 152)
        advance(101)
        #expect(guide.bottomInset > 152)
        expectRest(.docked, docked, bottom: 336, begins: 1)
    }

    @Test func reportedFramesOfAHiddenKeyboardAreIgnored() {
        show()
        post(.willHide, .didHide, from: docked, to: offScreen, wait: 3_000)
        follower.calls = []
        report(docked)
        #expect(guide.bottomInset == 0)
        #expect(follower.calls.isEmpty)
    }

    // MARK: Wills without a frame, bars and keyboards that grow

    @Test func aFrameEventWithoutAFrameDoesNotCancelTheTimeOut() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        post(.willChangeFrame, from: docked, to: .zero, duration: 0, wait: 660)
        expectKeyboard(phase: .shown, isHealed: true)
        expectRest(.docked, docked, bottom: 336, begins: 1)
    }

    @Test(arguments: [CGRect?.none, PhoneFrames.screen])
    func anAccessoryBarThatGrowsIsABar(bounds: CGRect?) {
        post(.willHide, .didHide, from: accessoryBar.offsetBy(dx: 0, dy: 44), to: accessoryBar, bounds: bounds)
        let tall = CGRect(x: 0, y: 788, width: 393, height: 64)
        post(.willChangeFrame, .didChangeFrame, from: accessoryBar, to: tall, bounds: bounds)
        expectRest(.accessoryBarOnly, tall, bottom: 64)
    }

    @Test(arguments: [CGFloat(291), 380])
    func aKeyboardThatGrowsBeforeItsPoolListensIsDocked(height: CGFloat) {
        let old = CGRect(x: 0, y: 852 - height, width: 393, height: height)
        post(.willChangeFrame, .didChangeFrame, from: old, to: docked, duration: 0)
        expectRest(.docked, docked, bottom: 336)
    }

    @Test func aPlacementThatADidCorrectsReachesTheGuide() {
        // The will does not report where the keyboard begins, so the keyboard could float.
        post(.willChangeFrame, to: docked, wait: 1)
        #expect(guide.bottomInset == 0)
        post(.didChangeFrame, from: offScreen, to: docked)
        expectRest(.docked, docked, bottom: 336)
    }

    // MARK: A third party's first height

    /// A keyboard of a third party can post a *show* with a height of 0.
    ///
    /// The pool then regards the keyboard as hidden.
    @Test(arguments: [true, false])
    func aHeightOfZeroAtRestHidesTheKeyboard(hasDids: Bool) {
        let guide = makeGuide()
        func show(height: CGFloat) {
            let frame = CGRect(x: 0, y: 852 - height, width: 393, height: height)
            post(.willShow, .willChangeFrame, to: frame, bounds: screen, wait: 250)
            if hasDids { post(.didShow, .didChangeFrame, to: frame, bounds: screen) }
            advance(2_000)
        }
        show(height: 0)
        #expect(pool.keyboard.phase == .hidden && pool.keyboard.placement == .offScreen)
        show(height: 290)
        #expect(pool.keyboard.phase == .shown)
        #expect(guide.bottomInset == 290)
        show(height: 0)
        #expect(pool.keyboard.phase == .hidden && pool.keyboard.frame == nil)
        #expect(guide.bottomInset == 0)
        show(height: 290)
        #expect(guide.bottomInset == 290)
    }

    @Test(arguments: [0, 100, 300, 400])
    func aHeightOfZeroSoonAfterAShowIsTheFirstHalfOfABurst(time: Int) {
        let guide = makeGuide()
        var insets: [CGFloat] = []
        let empty = CGRect(x: 0, y: 852, width: 393, height: 0)
        post(.willShow, to: docked, bounds: screen, wait: time)
        if time > 250 { post(.didShow, to: docked, bounds: screen) }
        guide.onChange = { insets.append($0) }
        post(.willShow, to: empty, bounds: screen, wait: 40)
        post(.willShow, to: docked, bounds: screen, wait: 2_000)
        #expect(guide.bottomInset == 336)
        #expect(insets == insets.sorted(), "the inset never shrinks")
    }

    @Test func aHeightOfZeroSoonAfterAShowHidesTheKeyboardIfNothingFollows() {
        let guide = makeGuide()
        post(.willShow, .didShow, to: docked, bounds: screen, wait: 300)
        post(.willShow, .didShow, to: CGRect(x: 0, y: 852, width: 393, height: 0), bounds: screen, wait: 2_000)
        #expect(pool.keyboard.phase == .hidden)
        #expect(follower.transitions.last?.end == docked.offsetBy(dx: 0, dy: docked.height))
        #expect(guide.bottomInset == 0)
    }

    // MARK: Two screens

    @Test func theSeventeenthScreenReplacesTheLeastRecent() {
        let screens = (0...16).map { _ in NSObject() }
        for screen in screens.dropLast() { post(.willShow, to: docked, sender: screen) }
        // This event makes the first screen the most recent screen.
        post(.didShow, to: docked, sender: screens[0])
        post(.willShow, to: docked, sender: screens[16])
        #expect(pool.keyboard(on: ObjectIdentifier(screens[0])).phase == .shown)
        #expect(pool.keyboard(on: ObjectIdentifier(screens[1])) == .unknown)
        #expect(pool.keyboard(on: ObjectIdentifier(screens[2])).phase == .appearing)
        #expect(pool.keyboard(on: ObjectIdentifier(screens[16])).phase == .appearing)
    }

    @Test func aScreenThatHasNotPostedHasTheKeyboardWithoutAScreen() {
        let screen = NSObject()
        post(.willShow, to: docked)
        #expect(pool.keyboard(on: ObjectIdentifier(screen)).phase == .appearing)
        post(.didHide, sender: screen)
        #expect(pool.keyboard(on: ObjectIdentifier(screen)).phase == .hidden)
        #expect(pool.keyboard.phase == .hidden)
    }

    // MARK: Huge coordinates

    @Test func coordinatesTooLargeToComputeWithAreReported() {
        var issues: [KeyboardIssue] = []
        pool.onIssue = { issues.append($0) }
        show()
        let huge = CGRect(x: 0, y: -1e308, width: 393, height: 1e308)
        post(.willChangeFrame, .willShow, from: huge, to: huge)
        #expect(issues.count == 4)
        advance(100)
        #expect(guide.bottomInset.isFinite)
        #expect(pool.keyboard.frame == docked)
        expectRest(.docked, docked, bottom: 336)
    }

    @Test func interpolationNeverOverflows() {
        let transition = KeyboardTransition(
            from: CGRect(x: -1.7e308, y: 1.7e308, width: 0, height: 1),
            to: CGRect(x: 1.7e308, y: -1.7e308, width: 1.7e308, height: 0),
            curve: .linear
        )
        for milliseconds in stride(from: 0, through: 250, by: 10) {
            let frame = transition.frame(at: .milliseconds(milliseconds))
            #expect(frame.origin.x.isFinite && frame.origin.y.isFinite)
            #expect(frame.size.width.isFinite && frame.size.height.isFinite)
        }
    }

    // MARK: Consequences

    @Test func aDidMovesNothingByItself() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 250)
        let inset = guide.bottomInset
        #expect(inset < 330)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
        #expect(guide.bottomInset == inset)
        #expect(pool.keyboard.phase == .shown)
        #expect(pool.keyboard.transition != nil)
    }

    @Test func aPairCausesOneBegin() {
        post(.willChangeFrame, from: offScreen, to: docked, wait: 3)
        post(.willShow, from: offScreen, to: docked)
        expectRest(.docked, docked, bottom: 336, begins: 1)
    }

    @Test func aDidOfASupersededWillIsDropped() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen, wait: 250)
        post(.didChangeFrame, .didHide, from: docked, to: offScreen)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
        expectRest(.offScreen, nil)
    }

    @Test func anOppositeDidIsAcceptedIfTheMatchingOneIsMissing() {
        show()
        post(.willShow, from: docked, to: docked, wait: 100)
        post(.didHide, from: docked, to: offScreen)
        #expect(pool.keyboard.phase == .appearing)
        advance(700)
        #expect(pool.keyboard.phase == .hidden)
        expectRest(.offScreen, nil)
    }

    @Test func aDidShowOfADragReportsWhereItEnded() {
        post(.willShow, from: floating, to: floating, bounds: screen)
        post(.willChangeFrame, from: floating, to: .zero, duration: 0, bounds: screen)
        post(.didChangeFrame, from: floating, to: floating.offsetBy(dx: 30, dy: 40), duration: 0, bounds: screen)
        expectRest(.floating, floating.offsetBy(dx: 30, dy: 40))
    }

    @Test func theFallbackBoundsAreUsedIfNoneAreReported() {
        pool.fallbackScreenBounds = screen
        let floating = CGRect(x: 50, y: 400, width: 200, height: 150)
        post(.willShow, from: offScreen, to: floating)
        expectRest(.floating, floating)
        #expect(pool.keyboard.screenBounds == screen)
        post(.willShow, from: offScreen, to: floating, bounds: CGRect(x: 0, y: 0, width: 250, height: 550))
        expectRest(.docked, floating, bottom: 150)
        pool.fallbackScreenBounds = .zero
        #expect(pool.fallbackScreenBounds == nil)
    }
}
