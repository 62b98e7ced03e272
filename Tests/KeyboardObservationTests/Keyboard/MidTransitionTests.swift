import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Changes of a pool, its guides and its screens while the keyboard moves, and what remains at rest.
@MainActor
struct MidTransitionTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    @Test func aGuideMadeDuringATransitionFollowsIt() {
        post(.willChangeFrame, from: offScreen, to: docked)
        let earlier = makeGuide()
        post(.willShow, from: offScreen, to: docked, wait: 100)
        let guide = makeGuide()
        let guideOfAnotherScreen = makeGuide()
        guideOfAnotherScreen.geometry.screen = ObjectIdentifier(guide)
        #expect(guide.bottomInset > 50)
        #expect(guide.bottomInset < 330)
        #expect(guideOfAnotherScreen.bottomInset == guide.bottomInset)
        advance(50)
        #expect(guide.bottomInset == earlier.bottomInset)
        advance(3_000)
        #expect(guide.bottomInset == 336)
        #expect(guideOfAnotherScreen.bottomInset == 336)
    }

    @Test func anUnsubscribedFollowerIsNotCalledAndLeavesNoAction() {
        let follower = TransitionScreen(pool)
        post(.willShow, from: offScreen, to: docked, wait: 50)
        let count = follower.calls.count
        pool.remove(follower)
        advance(3_000)
        #expect(follower.calls.count == count)
        #expect(scheduler.waitingCount == 0)
        pool.add(follower)
        post(.willHide, from: docked, to: offScreen, wait: 3_000)
        #expect(follower.calls.count > count)
    }

    @Test(arguments: [0, 0.25])
    func aScreenThatUnsubscribesInTheBeginReceivesNoEnd(duration: Double) {
        let follower = TransitionScreen(pool)
        follower.onCall = { [weak follower] call, _ in
            if call.isBegin { follower?.unsubscribeFromKeyboardNotifications() }
        }
        post(.willShow, from: offScreen, to: docked, duration: duration, wait: 3_000)
        #expect(follower.calls == [.begin(docked)])
    }

    @Test func aScreenThatUnsubscribesInTheBeginOfARunningTransitionReceivesNoFrame() {
        pool.listen()
        post(.willShow, from: offScreen, to: docked, wait: 50)
        let follower = TransitionScreen(pool)
        follower.onCall = { [weak follower] call, _ in
            if call.isBegin { follower?.unsubscribeFromKeyboardNotifications() }
        }
        advance(3_000)
        #expect(follower.calls == [.begin(docked)])
    }

    /// A correction of the state at rest is a transition without a duration.
    @Test func aScreenThatUnsubscribesInTheBeginOfACorrectionReceivesNoEnd() {
        let follower = TransitionScreen(pool)
        post(.willShow, .didShow, from: offScreen, to: docked, wait: 3_000)
        follower.reset()
        follower.onCall = { [weak follower] call, _ in
            if call.isBegin { follower?.unsubscribeFromKeyboardNotifications() }
        }
        pool.fallbackScreenBounds = CGRect(x: 0, y: 0, width: 393, height: 700)
        post(.didChangeFrame, to: docked, wait: 3_000)
        #expect(follower.calls.count == 1)
        #expect(follower.calls.first?.isBegin == true)
    }

    @Test func onlyTheSweepIsScheduledAtRest() {
        let guide = makeGuide()
        let follower = TransitionScreen(pool)
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 250)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked, wait: 3_000)
        #expect(scheduler.waitingCount == 1)
        report(docked.offsetBy(dx: 0, dy: 30))
        advance(100)
        report(docked.offsetBy(dx: 0, dy: 60))
        advance(3_000)
        #expect(scheduler.waitingCount == 1)
        withExtendedLifetime((guide, follower)) {}
    }

    @Test func fallbackBoundsSetAtRestApplyToGuideAndState() {
        let guide = makeGuide()
        let follower = TransitionScreen(pool)
        post(.willShow, from: offScreen, to: docked, wait: 3_000)
        #expect(guide.bottomInset == 336)
        var states: [KeyboardState] = []
        let token = pool.observeState(startingWithCurrent: false) { states.append($0) }
        pool.fallbackScreenBounds = CGRect(x: 0, y: 0, width: 393, height: 700)
        let keyboard = pool.keyboard
        let expected = KeyboardGeometry().insets(of: screen, in: keyboard.screenBounds ?? screen, with: keyboard)
        #expect(guide.bottomInset == expected.bottom)
        #expect(follower.isComplete)
        advance(5_000)
        #expect(states.allSatisfy { $0 == keyboard })
        token.cancel()
    }

    @Test func reportedFramesWithoutATransitionOrFromAnotherScreenAreIgnored() {
        let guide = makeGuide()
        let follower = TransitionScreen(pool)
        report(docked)
        advance(10)
        #expect(guide.bottomInset == 0)
        #expect(follower.calls.isEmpty)
        post(.willShow, from: offScreen, to: docked, bounds: screen, wait: 3_000)
        let other = NSObject()
        report(docked.offsetBy(dx: 0, dy: 100), sender: other)
        #expect(guide.bottomInset == 336)
        report(docked.offsetBy(dx: 0, dy: 100))
        #expect(guide.bottomInset == 236)
        post(.willHide, from: docked, to: offScreen, bounds: screen)
        #expect(abs(guide.bottomInset - 236) < 1)
        report(CGRect(x: 0, y: -1e9, width: 1e9, height: 1e9))
        #expect(guide.bottomInset.isFinite)
        report(CGRect(x: CGFloat.nan, y: 0, width: 3, height: 3))
        advance(5_000)
        #expect(guide.bottomInset == 0)
        #expect(follower.isComplete)
        #expect(follower.isFinite)
        report(docked)
        advance(5_000)
        #expect(guide.bottomInset == 0)
    }

    /// The frames belong to the *frame* event, and not to the *show* before it, which has ended.
    @Test func reportedFramesAfterAFrameEventInPlaceBeginATransitionOfTheirOwn() {
        let follower = TransitionScreen(pool)
        post(.willShow, .didShow, from: offScreen, to: docked, bounds: screen, wait: 3_000)
        follower.reset()
        post(.willChangeFrame, from: docked, to: docked, bounds: screen, wait: 100)
        report(docked)
        #expect(follower.calls.isEmpty)
        for distance in [40.0, 60] { report(docked.offsetBy(dx: 0, dy: distance)) }
        post(.didChangeFrame, from: docked, to: docked, bounds: screen, wait: 3_000)
        #expect(follower.transitions.map(\.begin) == [docked])
        #expect(follower.heights == [336, 276, 336])
        #expect(follower.isComplete)
    }

    @Test func reportedFramesChangeTheStateAlsoWithoutAFollower() {
        let other = KeyboardObserverPool(center: center, scheduler: scheduler)
        other.listen()
        let follower = TransitionScreen(pool)
        post(.willShow, from: offScreen, to: docked, bounds: screen, wait: 3_000)
        let moved = docked.offsetBy(dx: 0, dy: 100)
        report(moved)
        #expect(other.keyboard.transition?.isInteractive == true)
        advance(3_000)
        #expect(other.keyboard == pool.keyboard)
        #expect(other.keyboard.frame == moved)
        withExtendedLifetime(follower) {}
    }
}
