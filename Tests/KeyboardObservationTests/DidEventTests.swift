import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// *Did* events that are late, doubled or lost, or that contradict the running transition.
@MainActor
struct DidEventTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    private let lower = CGRect(x: 50, y: 300, width: 200, height: 150)

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        pool.listen()
    }

    // MARK: Sources without frames

    @Test(arguments: [0, 3, 60, 200])
    func bothLateDidShowsOfASourceWithoutFramesAreDropped(gap: Int) {
        post(.willShow)
        advance(gap)
        post(.willShow)
        advance(gap)
        post(.willHide)
        post(.didShow)
        advance(gap)
        post(.didShow)
        #expect(pool.keyboard.phase == .disappearing)
        advance(3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    @Test(arguments: [1, 247, nil])
    func aDidShowThatIsDoubledAcrossAHideIsDropped(didHide: Int?) {
        post(.willShow)
        advance(250)
        post(.didShow)
        post(.willHide)
        if let didHide, didHide < 3 {
            advance(didHide)
            post(.didHide)
        }
        advance(3)
        post(.didShow)
        if let didHide, didHide > 3 {
            advance(didHide)
            post(.didHide)
        }
        advance(3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    /// The second *didShow* has no *will* event.
    @Test func aDidShowThatNothingOwesIsBelievedAfterAHide() {
        post(.willShow)
        advance(250)
        post(.didShow)
        advance(100)
        post(.willHide)
        advance(250)
        post(.didHide)
        advance(200)
        post(.didShow)
        advance(2_000)
        #expect(pool.keyboard.phase == .shown)
    }

    // MARK: Drags

    @Test func theLateDidOfADragDoesNotShowAHiddenKeyboard() {
        pool.fallbackScreenBounds = screen
        post(.willShow, from: offScreen, to: docked)
        post(.didShow, from: offScreen, to: docked)
        advance(1_000)
        post(.willChangeFrame, from: docked)
        advance(100)
        post(.willHide, from: docked, to: offScreen)
        advance(20)
        post(.didChangeFrame, from: docked, to: lower)
        // The *did* event of the hide is lost.
        advance(3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    @Test func aHideWithoutAFrameDoesNotTakeTheDidOfADrag() {
        pool.fallbackScreenBounds = screen
        post(.willShow, from: floating, to: floating)
        post(.didShow, from: floating, to: floating)
        advance(1_000)
        post(.willHide)
        advance(20)
        post(.willShow, from: floating, to: floating)
        advance(20)
        post(.willChangeFrame, from: floating, to: .zero, duration: 0)
        advance(100)
        post(.didChangeFrame, from: floating, to: lower)
        advance(500)
        #expect(pool.keyboard.frame == lower)
        advance(3_000)
        #expect(pool.keyboard.frame == lower)
        #expect(pool.keyboard.phase == .shown)
    }

    @Test func aDragThatBeginsDuringAFrameTransitionLeavesItsDidAlone() {
        pool.fallbackScreenBounds = screen
        post(.willShow, .didShow, from: floating, to: floating)
        advance(1_000)
        let moved = floating.offsetBy(dx: 0, dy: 60)
        post(.willChangeFrame, from: floating, to: moved)
        advance(100)
        post(.willChangeFrame, from: floating, to: .zero, duration: 0)
        advance(150)
        post(.didChangeFrame, from: floating, to: moved)
        #expect(pool.keyboard.phase == .shown)
        #expect(!pool.keyboard.isHealed)
        advance(300)
        post(.didChangeFrame, from: moved, to: lower)
        #expect(pool.keyboard.frame == lower)
        #expect(pool.keyboard.phase == .shown)
        advance(3_000)
        #expect(pool.keyboard.frame == lower)
        #expect(!pool.keyboard.isHealed)
    }

    // MARK: Pairs

    /// A *hide* event and a *frame* event look like a pair, although they belong to two operations.
    ///
    /// Their *did* events are 161 ms apart.
    @Test func bothDidsOfAPairWithTwoDurationsAreDropped() {
        let below = docked.offsetBy(dx: 0, dy: 300)
        post(.willHide, from: below, to: below, duration: 0.25)
        advance(11)
        post(.willChangeFrame, from: below, to: below, duration: 0.4)
        advance(18)
        post(.willShow, from: below, to: docked, duration: 0.25)
        advance(221)
        post(.didHide, from: below, to: below, duration: 0.25)
        advance(29)
        post(.didShow, from: below, to: docked, duration: 0.25)
        advance(132)
        post(.didChangeFrame, from: below, to: below, duration: 0.4)
        #expect(pool.keyboard.frame == docked)
        #expect(pool.keyboard.phase == .shown)
    }

    @Test func aDidWithoutItsWillBetweenTheDidsOfAPairIsKept() {
        let below = docked.offsetBy(dx: 0, dy: 300)
        post(.willShow, .willChangeFrame, from: below, to: docked)
        advance(40)
        post(.didShow, from: below, to: docked)
        post(.didChangeFrame, from: docked, to: lower, duration: 0)
        advance(2)
        post(.willShow, .didShow, from: docked, to: lower, duration: 0)
        advance(2)
        post(.didChangeFrame, from: below, to: docked)
        advance(3_000)
        #expect(pool.keyboard.frame == lower)
    }

    // MARK: Contrary events

    @Test func aDidOfTheTargetClearsAContraryDid() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        advance(250)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
        advance(2_000)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen)
        post(.didShow, from: offScreen, to: docked)
        advance(200)
        post(.didChangeFrame, from: docked, to: offScreen)
        advance(3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    // MARK: Healing

    @Test func aDidThatComesAfterItsEndWasInferredConfirmsIt() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        advance(800)
        #expect(pool.keyboard.isHealed)
        post(.didShow, from: offScreen, to: docked)
        #expect(!pool.keyboard.isHealed)
        #expect(pool.keyboard.phase == .shown)
    }

    @Test func aDidOfAnotherVerbLeavesTheEndInferred() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen)
        advance(800)
        #expect(pool.keyboard.isHealed)
        post(.didShow, from: offScreen, to: docked)
        #expect(pool.keyboard.isHealed)
        #expect(pool.keyboard.phase == .hidden)
    }
}
