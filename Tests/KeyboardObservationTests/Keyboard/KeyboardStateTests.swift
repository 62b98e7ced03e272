import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The state of the keyboard, including after missing, late and doubled events.
@MainActor
struct KeyboardStateTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        pool.listen()
    }

    private func show() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 250)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
    }

    @Test func theStateIsUnknownBeforeTheFirstEvent() {
        let fresh = KeyboardObserverPool(center: NotificationCenter(), scheduler: scheduler)
        #expect(fresh.keyboard == .unknown)
        #expect(!fresh.keyboard.isOnScreen)
    }

    @Test func aPoolReceivesEventsFromTheFirstReadOfAKeyboardOn() {
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        let sender = NSObject()
        #expect(pool.keyboard(on: ObjectIdentifier(sender)) == .unknown)
        post(.willShow, from: offScreen, to: docked, sender: sender)
        #expect(pool.keyboard(on: ObjectIdentifier(sender)).phase == .appearing)
    }

    @Test func theStateFollowsAShowAndAHide() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        expectKeyboard(phase: .appearing, placement: .docked, frame: docked)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
        #expect(pool.keyboard.phase == .shown)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen)
        expectKeyboard(phase: .disappearing, placement: .offScreen)
        #expect(pool.keyboard.frame == nil)
        post(.didChangeFrame, .didHide, from: docked, to: offScreen)
        #expect(pool.keyboard.phase == .hidden)
    }

    @Test func theStateIncludesTheEventBeingDelivered() {
        var phases: [KeyboardState.Phase] = []
        let token = pool.observe { [pool] _ in phases.append(pool.keyboard.phase) }
        post(.willShow, .didShow, .willHide, .didHide, from: offScreen, to: docked)
        #expect(phases.first == .appearing)
        #expect(phases[1] == .shown)
        token.cancel()
    }

    @Test func aContraryDidIsDroppedByTheNextWill() {
        post(.willShow, from: offScreen, to: docked)
        post(.didHide, from: docked, to: offScreen)
        post(.willShow, from: docked, to: accessoryBar, wait: 2_000)
        expectKeyboard(phase: .shown, frame: accessoryBar)
    }

    @Test func aDidThatReportsTheEndOfASupersededWillDoesNotCompleteTheNextWill() {
        pool.fallbackScreenBounds = CGRect(x: 0, y: 0, width: 393, height: 852)
        let floating = CGRect(x: 60, y: 200, width: 250, height: 200)
        post(.willChangeFrame, .willShow, from: offScreen, to: floating)
        #expect(pool.keyboard.placement == .floating)
        scheduler.advance(by: .milliseconds(100))
        center.post(KeyboardEvent(.willHide, info: Notification.KeyboardInfo(animationDuration: 0.25)).notification)
        scheduler.advance(by: .milliseconds(250))
        center.post(KeyboardEvent(.didHide, info: Notification.KeyboardInfo(frameEnd: floating)).notification)
        #expect(pool.keyboard.phase == .hidden)
        #expect(!pool.keyboard.isOnScreen)
    }

    /// Its *did show* was there in time, so nothing but this event is late.
    @Test func aLateDidChangeFrameOfASupersededWillDoesNotShowAHiddenKeyboard() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        post(.willChangeFrame, .willHide, from: docked, to: offScreen, wait: 150)
        post(.didShow, from: offScreen, to: docked, wait: 100)
        post(.didChangeFrame, .didHide, from: docked, to: offScreen, wait: 200)
        post(.didChangeFrame, from: offScreen, to: docked, wait: 2_000)
        expectKeyboard(phase: .hidden, placement: .offScreen)
    }

    @Test func aLateDidChangeFrameOfASupersededWillKeepsTheCurrentFrame() {
        let tall = CGRect(x: 0, y: 400, width: 393, height: 452)
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 100)
        post(.willChangeFrame, .willShow, from: docked, to: tall, wait: 150)
        post(.didShow, from: offScreen, to: docked, wait: 100)
        post(.didChangeFrame, .didShow, from: docked, to: tall, wait: 200)
        post(.didChangeFrame, from: offScreen, to: docked, wait: 2_000)
        expectKeyboard(phase: .shown, frame: tall)
    }

    @Test func theDidChangeFrameOfALostShowDoesNotUndoAHideWithoutAFrame() {
        pool.fallbackScreenBounds = screen
        post(.willHide, wait: 249)
        post(.didChangeFrame, from: offScreen, to: CGRect(x: 0, y: 468, width: 393, height: 200), wait: 1)
        post(.didHide, wait: 2_000)
        expectKeyboard(phase: .hidden, placement: .offScreen)
    }

    @Test func didsWithoutWillsThatAlternateQuicklyAreBelieved() {
        for kind in [KeyboardEvent.Kind.didShow, .didHide, .didShow, .didHide, .didShow] {
            post(kind, from: docked, to: kind == .didShow ? docked : offScreen)
            #expect(pool.keyboard.phase == (kind == .didShow ? .shown : .hidden))
            scheduler.advance(by: .milliseconds(20))
        }
    }

    @Test func aRepetitionOfADidWithoutAWillDoesNotEndTheNextShow() {
        show()
        scheduler.advance(by: .seconds(1))
        post(.didHide, from: docked, to: offScreen)
        #expect(pool.keyboard.phase == .hidden)
        scheduler.advance(by: .milliseconds(20))
        post(.willShow, from: offScreen, to: docked, wait: 20)
        post(.didHide, from: docked, to: offScreen, wait: 2_000)
        #expect(pool.keyboard.phase == .shown)
    }

    @Test func aMissingDidIsInferredAndReported() {
        var states: [KeyboardState] = []
        let token = pool.observeState(startingWithCurrent: false) { states.append($0) }
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, wait: 749)
        #expect(pool.keyboard.phase == .appearing)
        scheduler.advance(by: .milliseconds(1))
        expectKeyboard(phase: .shown, isHealed: true)
        #expect(states.last?.isHealed == true)
        #expect(states.last?.phase == .shown)
        post(.didShow, from: offScreen, to: docked)
        #expect(!pool.keyboard.isHealed)
        token.cancel()
    }

    @Test func doubledEventsHaveNoEffect() {
        for _ in 0..<3 { post(.willChangeFrame, .willShow, from: offScreen, to: docked) }
        let first = pool.keyboard.transition
        scheduler.advance(by: .milliseconds(10))
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        #expect(pool.keyboard.transition == first)
        for _ in 0..<3 { post(.didChangeFrame, .didShow, from: offScreen, to: docked) }
        expectKeyboard(phase: .shown, frame: docked)
    }

    /// The *did* event of the second show is lost.
    ///
    /// Instead, the source posts the *did* event of the hide again. This event must not end the show.
    @Test func aDoubledDidHideWithoutAFrameDoesNotEndAShow() {
        post(.willShow, .didShow, from: offScreen, to: docked, wait: 1_000)
        post(.willHide)
        post(.didHide)
        post(.willShow, from: offScreen, to: docked)
        post(.didHide, wait: 2_000)
        #expect(pool.keyboard.phase == .shown)
    }

    @Test func aBurstOfHeightsEndsWithTheLast() {
        for height: CGFloat in [0, 216, 259] {
            let frame = CGRect(x: 0, y: 852 - height, width: 393, height: height)
            post(.willChangeFrame, .willShow, from: offScreen, to: frame)
        }
        #expect(pool.keyboard.frame?.height == 259)
        #expect(pool.keyboard.placement == .docked)
        // This *did* event belongs to the second show, and reports an old height.
        post(.didShow, from: offScreen, to: CGRect(x: 0, y: 636, width: 393, height: 216))
        #expect(pool.keyboard.frame?.height == 259)
        #expect(pool.keyboard.phase == .shown)
    }

    @Test(arguments: [
        CGRect.zero, CGRect(x: 0, y: 852, width: 393, height: 0), CGRect(x: 0, y: 852, width: 393, height: 44), nil,
    ])
    func aHideWithAnUninformativeFrameHides(end: CGRect?) {
        show()
        post(.willChangeFrame, .willHide, from: docked, to: end, duration: 0)
        #expect(pool.keyboard.placement == .offScreen)
        post(.didChangeFrame, .didHide, from: docked, to: end, duration: 0)
        #expect(pool.keyboard.phase == .hidden)
        #expect(pool.keyboard.frame == nil)
    }

    @Test func anUndockedKeyboardFloatsOrIsSplit() {
        show()
        let split = CGRect(x: 0, y: 200, width: 393, height: 336)
        post(.willChangeFrame, .willHide, from: docked, to: split)
        #expect(pool.keyboard.placement == .split)
        let floating = CGRect(x: 50, y: 200, width: 200, height: 200)
        post(.willChangeFrame, from: split, to: floating)
        #expect(pool.keyboard.placement == .floating)
        post(.didChangeFrame, from: split, to: floating)
        post(.willChangeFrame, from: floating, to: .zero, duration: 0)
        #expect(pool.keyboard.frame == floating)
        post(.didChangeFrame, from: floating, to: floating.offsetBy(dx: 20, dy: 300))
        expectKeyboard(phase: .shown, frame: floating.offsetBy(dx: 20, dy: 300))
        // Without the screen's bounds a frame event does not hide a floating keyboard.
        post(.willChangeFrame, from: floating, to: CGRect(x: 70, y: 852, width: 200, height: 200))
        #expect(pool.keyboard.placement == .floating)
        post(.willHide, from: floating, to: CGRect(x: 70, y: 852, width: 200, height: 200))
        #expect(pool.keyboard.placement == .offScreen)
    }

    @Test func theStateHasIsLocalAndTheScreen() {
        let screen = NSObject()
        post(.willShow, to: docked, isLocal: false, sender: screen)
        #expect(!pool.keyboard.isLocal)
        #expect(pool.keyboard.sender == ObjectIdentifier(screen))
        post(.willHide, from: docked, to: offScreen)
        #expect(pool.keyboard.isLocal)
    }

    @Test func aShowWithoutAFrameIsAShow() {
        post(.willShow, to: nil, duration: nil)
        expectKeyboard(phase: .appearing, placement: .docked)
        #expect(pool.keyboard.frame == nil)
        post(.didShow, from: offScreen, to: docked)
        #expect(pool.keyboard.frame == docked)
    }

    @Test func aDragHasNoTimeLimit() {
        show()
        let split = CGRect(x: 0, y: 200, width: 393, height: 336)
        post(.willChangeFrame, .willHide, .didChangeFrame, .didHide, from: docked, to: split)
        post(.willChangeFrame, from: split, to: .zero, duration: 0, wait: 10_000)
        #expect(!pool.keyboard.isHealed)
        post(.didChangeFrame, from: split, to: split.offsetBy(dx: 0, dy: 50))
        #expect(pool.keyboard.frame == split.offsetBy(dx: 0, dy: 50))
    }

    @Test(arguments: [true, false])
    func readingTheStateDoesNotChangeIt(readsState: Bool) {
        show()
        post(.willChangeFrame, .willHide, from: docked, to: nil, wait: 10_000)
        if readsState { #expect(pool.keyboard.phase == .hidden) }
        post(.didChangeFrame, .didHide, from: docked, to: accessoryBar)
        expectKeyboard(phase: .shown, frame: accessoryBar)
    }

    @Test func aDidWithoutIsLocalKeepsIt() {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked, isLocal: false)
        post(.didChangeFrame, .didShow, from: offScreen, to: docked)
        #expect(!pool.keyboard.isLocal)
    }

    @Test func aStrayDidOfAnotherScreenDoesNotChangeTheFirst() {
        let (first, other) = (NSObject(), NSObject())
        post(.willShow, to: docked, sender: first)
        post(.didShow, to: docked, isLocal: false, sender: other)
        let keyboard = pool.keyboard(on: ObjectIdentifier(first))
        #expect(keyboard.phase == .appearing)
        #expect(keyboard.sender == ObjectIdentifier(first))
        #expect(keyboard.isLocal)
        #expect(pool.keyboard.sender == ObjectIdentifier(other))
    }

    @Test func readingTheStateDoesNotSuppressTheInferredChange() {
        var phases: [KeyboardState.Phase] = []
        let slow = SlowScheduler()
        let pool = KeyboardObserverPool(center: center, scheduler: slow)
        let token = pool.observeState(startingWithCurrent: false) { phases.append($0.phase) }
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        // The action is due and has not run yet.
        slow.now = .seconds(1)
        #expect(pool.keyboard.phase == .shown)
        let other = pool.observeState { _ in }
        slow.runAll()
        #expect(phases.last == .shown)
        token.cancel()
        other.cancel()
    }

    /// A scheduler that runs actions only on request, like a busy main queue that delays its actions.
    @MainActor
    private final class SlowScheduler: KeyboardScheduler {
        var now = Duration.zero
        private var actions: [@MainActor () -> Void] = []

        func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
            let scheduled = KeyboardScheduledAction(action)
            actions.append { scheduled.run() }
            return scheduled
        }

        func runAll() {
            let waiting = actions
            actions = []
            for action in waiting { action() }
        }
    }

    @Test func theStateHasTheCurrentTransition() throws {
        post(.willChangeFrame, .willShow, from: offScreen, to: docked)
        let move = try #require(pool.keyboard.transition)
        #expect(move.begin == offScreen)
        #expect(move.end == docked)
        #expect(move.duration == .seconds(0.25))
        scheduler.advance(by: .seconds(2))
        #expect(pool.keyboard.transition == nil)
    }

    @Test func aClosureReceivesTheCurrentStateAndEachChange() {
        show()
        var phases: [KeyboardState.Phase] = []
        var late: [KeyboardState.Phase] = []
        let token = pool.observeState { phases.append($0.phase) }
        let other = pool.observeState(startingWithCurrent: false) { late.append($0.phase) }
        #expect(phases == [.shown])
        #expect(late.isEmpty)
        post(.willChangeFrame, .willHide, .didChangeFrame, .didHide, from: docked, to: offScreen)
        #expect(phases.last == .hidden)
        #expect(late == Array(phases.dropFirst()))
        token.cancel()
        let count = phases.count
        show()
        #expect(phases.count == count)
        #expect(late.count > count - 1)
        other.cancel()
    }

    @Test func aClosureReceivesTheChangeThatItsFirstCallMakes() {
        var phases: [KeyboardState.Phase] = []
        let token = pool.observeState { state in
            phases.append(state.phase)
            if phases.count == 1 { show() }
        }
        #expect(phases.count > 1 && phases.last == .shown)
        token.cancel()
    }

    @Test func stateObserversAreCalledAfterEventObservers() {
        var order: [String] = []
        let state = pool.observeState(startingWithCurrent: false) { _ in order.append("state") }
        let event = pool.observe([.willShow]) { _ in order.append("event") }
        post(.willShow, from: offScreen, to: docked)
        #expect(order == ["event", "state"])
        state.cancel()
        event.cancel()
    }
}
