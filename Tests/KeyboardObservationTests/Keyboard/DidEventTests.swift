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
        post(.willShow, wait: gap)
        post(.willShow, wait: gap)
        post(.willHide)
        post(.didShow, wait: gap)
        post(.didShow)
        #expect(pool.keyboard.phase == .disappearing)
        advance(3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    @Test(arguments: [1, 247, nil])
    func aDidShowThatIsDoubledAcrossAHideIsDropped(didHide: Int?) {
        post(.willShow, wait: 250)
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
        post(.willShow, wait: 250)
        post(.didShow, wait: 100)
        post(.willHide, wait: 250)
        post(.didHide, wait: 200)
        post(.didShow, wait: 2_000)
        #expect(pool.keyboard.phase == .shown)
    }

    // MARK: Drags

    @Test func theLateDidOfADragDoesNotShowAHiddenKeyboard() {
        pool.fallbackScreenBounds = screen
        post(.willShow, .didShow, from: offScreen, to: docked, wait: 1_000)
        post(.willChangeFrame, from: docked, wait: 100)
        post(.willHide, from: docked, to: offScreen, wait: 20)
        post(.didChangeFrame, from: docked, to: lower)
        // The *did* event of the hide is lost.
        advance(3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    @Test func aHideWithoutAFrameDoesNotTakeTheDidOfADrag() {
        pool.fallbackScreenBounds = screen
        post(.willShow, .didShow, from: floating, to: floating, wait: 1_000)
        post(.willHide, wait: 20)
        post(.willShow, from: floating, to: floating, wait: 20)
        post(.willChangeFrame, from: floating, to: .zero, duration: 0, wait: 100)
        post(.didChangeFrame, from: floating, to: lower, wait: 500)
        #expect(pool.keyboard.frame == lower)
        advance(3_000)
        expectKeyboard(phase: .shown, frame: lower)
    }

    @Test func aDragThatBeginsDuringAFrameTransitionLeavesItsDidAlone() {
        pool.fallbackScreenBounds = screen
        post(.willShow, .didShow, from: floating, to: floating, wait: 1_000)
        let moved = floating.offsetBy(dx: 0, dy: 60)
        post(.willChangeFrame, from: floating, to: moved, wait: 100)
        post(.willChangeFrame, from: floating, to: .zero, duration: 0, wait: 150)
        post(.didChangeFrame, from: floating, to: moved)
        expectKeyboard(phase: .shown, isHealed: false)
        advance(300)
        post(.didChangeFrame, from: moved, to: lower)
        expectKeyboard(phase: .shown, frame: lower)
        advance(3_000)
        expectKeyboard(frame: lower, isHealed: false)
    }

    // MARK: Pairs

    /// A *hide* event and a *frame* event look like a pair, although they belong to two operations.
    ///
    /// Their *did* events are 161 ms apart.
    @Test func bothDidsOfAPairWithTwoDurationsAreDropped() {
        let below = docked.offsetBy(dx: 0, dy: 300)
        post(.willHide, from: below, to: below, duration: 0.25, wait: 11)
        post(.willChangeFrame, from: below, to: below, duration: 0.4, wait: 18)
        post(.willShow, from: below, to: docked, duration: 0.25, wait: 221)
        post(.didHide, from: below, to: below, duration: 0.25, wait: 29)
        post(.didShow, from: below, to: docked, duration: 0.25, wait: 132)
        post(.didChangeFrame, from: below, to: below, duration: 0.4)
        expectKeyboard(phase: .shown, frame: docked)
    }

    @Test func aDidWithoutItsWillBetweenTheDidsOfAPairIsKept() {
        let below = docked.offsetBy(dx: 0, dy: 300)
        post(.willShow, .willChangeFrame, from: below, to: docked, wait: 40)
        post(.didShow, from: below, to: docked)
        post(.didChangeFrame, .willShow, .didShow, from: docked, to: lower, duration: 0, wait: 2)
        post(.didChangeFrame, from: below, to: docked, wait: 3_000)
        #expect(pool.keyboard.frame == lower)
    }

    @Test func aRepeatedDidHideWithoutAFrameIsDropped() {
        post(.willShow, .didShow, from: offScreen, to: docked, bounds: screen, wait: 500)
        post(.willHide, wait: 200)
        post(.willShow, .didShow, from: offScreen, to: docked, duration: 0, wait: 50)
        for wait in [60, 3_000] { post(.didHide, wait: wait) }
        expectKeyboard(phase: .shown, placement: .docked, frame: docked)
    }

    // MARK: Drags

    @Test func aDragCanEndWhereAnInterruptedShowEnded() {
        let tall = CGRect(x: 0, y: 400, width: 393, height: 452)
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, bounds: screen, wait: 100)
        post(.willChangeFrame, from: docked, to: tall, wait: 150)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked, wait: 100)
        post(.didChangeFrame, from: docked, to: tall, wait: 100)
        post(.willChangeFrame, from: tall, wait: 20)
        report(tall.offsetBy(dx: 0, dy: 40))
        post(.didChangeFrame, to: docked, wait: 3_000)
        expectKeyboard(phase: .shown, placement: .docked, frame: docked)
    }

    // MARK: Contrary events

    @Test func aDidOfTheTargetClearsAContraryDid() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 250)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked, wait: 2_000)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen)
        post(.didShow, from: offScreen, to: docked, wait: 200)
        post(.didChangeFrame, from: docked, to: offScreen, wait: 3_000)
        #expect(pool.keyboard.phase == .hidden)
    }

    // MARK: Healing

    @Test func aDidOfAnotherVerbLeavesTheEndInferred() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen, wait: 800)
        #expect(pool.keyboard.isHealed)
        post(.didShow, from: offScreen, to: docked)
        expectKeyboard(phase: .hidden, isHealed: true)
    }
}
