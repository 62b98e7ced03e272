import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Guides and screens that follow one of several senders, or the sender that posted last.
@MainActor
struct MultipleScreenTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    private let phone = NSObject()
    private let tablet = NSObject()

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    private func makeFollower(of sender: NSObject) -> TransitionScreen {
        TransitionScreen(pool, geometry: KeyboardGeometry(screen: ObjectIdentifier(sender)))
    }

    @Test func aGuideCanChangeItsScreenDuringATransition() {
        let guide = makeGuide()
        guide.geometry.screen = ObjectIdentifier(phone)
        post(.willShow, from: offScreen, to: docked, bounds: screen, sender: phone, wait: 3_000)
        post(.willHide, from: docked, to: offScreen, bounds: screen, sender: phone, wait: 3_000)
        post(.willShow, from: offScreen, to: docked, bounds: screen, sender: tablet, wait: 50)
        guide.geometry.screen = ObjectIdentifier(tablet)
        let inset = guide.bottomInset
        advance(100)
        #expect(guide.bottomInset > inset + 20)
    }

    @Test func aReportedFrameOfOneScreenIsNoDisplayFrameOfAnother() {
        let follower = makeFollower(of: tablet)
        post(.willShow, .didShow, from: offScreen, to: docked, duration: 0, sender: phone, wait: 100)
        post(.willShow, from: offScreen, to: docked, sender: tablet, wait: 5)
        let calls = follower.calls.count
        report(docked.offsetBy(dx: 0, dy: 1), sender: phone)
        #expect(follower.calls.count == calls)
    }

    @Test func aFollowerOfAForgottenScreenReceivesItsEnd() {
        let guide = makeGuide()
        guide.geometry.screen = ObjectIdentifier(phone)
        let follower = makeFollower(of: phone)
        post(.willShow, from: offScreen, to: docked, sender: phone, wait: 60)
        let others = (0..<16).map { _ in NSObject() }
        for other in others { post(.willShow, from: offScreen, to: docked, sender: other) }
        advance(5_000)
        #expect(follower.isComplete, "\(follower.calls)")
        #expect(pool.keyboard(on: ObjectIdentifier(phone)) == .unknown)
        #expect(guide.bottomInset == 0)
    }

    @Test func aScreenThatChangesItsScreenDuringATransitionReceivesItsEnd() {
        let follower = TransitionScreen(pool, geometry: KeyboardGeometry())
        post(.willShow, from: offScreen, to: docked, bounds: screen, sender: phone, wait: 60)
        let count = follower.calls.count
        follower.keyboardGeometry.screen = ObjectIdentifier(tablet)
        advance(20)
        #expect(follower.calls.dropFirst(count).first == .end(.zero, isFinished: false))
        #expect(follower.isComplete)
    }

    @Test func guidesBetweenScreensReceiveTheSameFrames() {
        let first = TransitionScreen(pool)
        let guide = makeGuide()
        let second = TransitionScreen(pool)
        let last = makeGuide()
        post(.willShow, from: offScreen, to: docked, bounds: screen, sender: phone)
        for _ in 0..<3 {
            advance(40)
            #expect(guide.bottomInset > 0)
            #expect(last.bottomInset == guide.bottomInset)
            #expect(first.calls.last?.overlap.height == guide.bottomInset)
            #expect(second.calls == first.calls)
        }
    }

    @Test func aTransitionHasOneEndFrameForEachCall() {
        let follower = TransitionScreen(pool)
        for sender in [phone, tablet] {
            post(.willShow, from: offScreen, to: docked, bounds: screen, sender: sender, wait: 3_000)
        }
        var end: CGRect?
        follower.onCall = { call, transition in
            if call.isBegin { end = transition.end }
            #expect(transition.end == end, "\(call)")
        }
        let lower = CGRect(x: 0, y: 600, width: 393, height: 252)
        let higher = CGRect(x: 0, y: 400, width: 393, height: 452)
        post(.willChangeFrame, from: docked, to: lower, bounds: screen, sender: phone)
        post(.willChangeFrame, from: docked, to: higher, bounds: screen, sender: tablet, wait: 60)
        post(.didChangeFrame, from: docked, to: lower, bounds: screen, sender: phone, wait: 5_000)
        #expect(follower.isComplete)
    }

    @Test func aNamedScreenReplacesTheUnnamedOneWhenItPosts() {
        let guide = makeGuide()
        guide.geometry.screen = ObjectIdentifier(phone)
        let follower = makeFollower(of: phone)
        post(.willShow, from: offScreen, to: docked, wait: 60)
        post(.willShow, from: offScreen, to: docked, sender: phone, wait: 5_000)
        #expect(guide.bottomInset == 336)
        #expect(follower.isComplete)
        post(.willHide, from: docked, to: offScreen, wait: 5_000)
        #expect(guide.bottomInset == 336)
        post(.willHide, from: docked, to: offScreen, sender: phone, wait: 5_000)
        #expect(guide.bottomInset == 0)
        #expect(follower.isComplete)
        #expect(follower.heights.last == 0)
    }
}
