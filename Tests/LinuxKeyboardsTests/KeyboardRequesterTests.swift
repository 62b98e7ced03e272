import Foundation
import KeyboardObservation
import KeyboardSimulation
import LinuxKeyboards
import TestSupport
import Testing

/// A keyboard that a requester asks to appear and to disappear.
@MainActor
struct KeyboardRequesterTests {
    private final class Field {}

    private let keyboard: RequestedKeyboard
    private let requester: KeyboardRequester
    private let field = Field()
    private let other = Field()

    init() {
        keyboard = RequestedKeyboard()
        requester = Self.requester(of: keyboard)
    }

    private static func requester(of keyboard: RequestedKeyboard) -> KeyboardRequester {
        KeyboardRequester(of: keyboard, pool: keyboard.pool, scheduler: keyboard.scheduler)
    }

    // MARK: Focus

    @Test func theKeyboardAppearsWithTheFocusAndDisappears100MillisecondsAfterIt() {
        requester.focusBegan(in: field)
        #expect(keyboard.requests == ["show 0"])
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(99)
        #expect(keyboard.isOnScreen)
        keyboard.wait(1)
        #expect(keyboard.requests == ["show 0", "hide 1100"])
        keyboard.wait(1_000)
        requester.focusBegan(in: field)
        #expect(keyboard.requests == ["show 0", "hide 1100", "show 2100"])
        #expect(keyboard.isOnScreen)
    }

    /// If a full-screen window hides the keyboard only for a while, the keyboard could return after the end of the app.
    @Test func theEndOfTheAppAlsoAsksAKeyboardThatIsOffScreenToDisappear() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        requester.endAllFocus()
        #expect(keyboard.requests == ["show 0", "hide 2000"])
        keyboard.wait(1_000)
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0", "hide 2000"], "no field has the focus after the end")
    }

    /// Onboard may hide before it follows a request to appear.
    @Test(arguments: [false, true])
    func aLateAnswerFollowsTheFocus(keepsFocus: Bool) {
        keyboard.simulated.show()
        keyboard.wait(1_000)
        keyboard.hidesBeforeShow = true
        requester.focusBegan(in: field)
        if !keepsFocus { requester.focusEnded(in: field) }
        keyboard.wait(2_000)
        #expect(keyboard.isOnScreen == keepsFocus)
        #expect(keyboard.requests == (keepsFocus ? ["show 1000"] : ["show 1000", "hide 1100"]))
    }

    /// A person opens the keyboard before the focus begins, and dismisses it 500 ms after the focus has begun.
    @Test func anEarlyDismissalEndsWithTheNextFocusChange() {
        keyboard.simulated.show()
        keyboard.wait(1_000)
        requester.focusBegan(in: field)
        keyboard.wait(500)
        keyboard.simulated.hide()
        keyboard.wait(2_000)
        #expect(!keyboard.isOnScreen)
        requester.focusBegan(in: other)
        #expect(keyboard.isOnScreen)
        #expect(keyboard.requests == ["show 1000", "show 3500"])
    }

    /// GTK 4 reports the changes of the focus in this order and at these times.
    @Test func theKeyboardStaysWhenADialogOpensAndCloses() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        requester.focusBegan(in: other)
        keyboard.wait(12)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        requester.focusEnded(in: other)
        keyboard.wait(2)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0"])
        #expect(keyboard.isOnScreen)
        requester.focusEnded(in: field)
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "hide 3114"])
    }

    /// A keyboard that takes the activation from the app's window does so while it appears.
    @Test func aRequestAwaitsTheKeyboardForOneSecond() {
        #expect(!requester.awaitsKeyboard)
        requester.focusBegan(in: field)
        keyboard.wait(999)
        #expect(requester.awaitsKeyboard)
        keyboard.wait(1)
        #expect(!requester.awaitsKeyboard)
        requester.fieldTapped()
        #expect(!requester.awaitsKeyboard, "the keyboard is on screen")
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        requester.fieldTapped()
        #expect(requester.awaitsKeyboard)
        requester.endAllFocus()
        #expect(!requester.awaitsKeyboard)
    }

    @Test func repeatedFocusChangesOfOneFieldCountOnce() {
        requester.focusEnded(in: field)
        keyboard.wait(200)
        #expect(keyboard.requests == [])
        requester.focusBegan(in: field)
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(60)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 200", "hide 300"])
    }

    @Test func aDeallocatedFieldDoesNotHaveTheFocus() {
        requester.focusBegan(in: Field())
        #expect(keyboard.requests == ["show 0"])
        keyboard.wait(500)
        requester.fieldTapped()
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "hide 600"])
        requester.focusBegan(in: Field())
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "hide 600", "show 600", "hide 700"])
    }

    @Test func theRequesterDoesNotRetainFields() {
        var field: Field? = Field()
        weak let reference = field
        if let field { requester.focusBegan(in: field) }
        field = nil
        #expect(reference == nil)
    }

    @Test func aDeallocatedRequesterLeavesTheKeyboardAndNoAction() {
        let keyboard = RequestedKeyboard()
        var requester: KeyboardRequester? = Self.requester(of: keyboard)
        weak let reference = requester
        requester?.focusBegan(in: field)
        keyboard.wait(1_000)
        let waitingCount = keyboard.scheduler.waitingCount
        requester?.focusEnded(in: field)
        keyboard.status = .connecting
        requester = nil
        #expect(reference == nil)
        #expect(keyboard.scheduler.waitingCount == waitingCount)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0"])
    }

    /// The keyboard appears by itself after a failed request.
    ///
    /// The requester does not take this for an answer to the request.
    @Test func aFailedRequestHasNoAnswer() {
        keyboard.status = .unavailable(.notRunning(keyboard: "Onboard"))
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(200)
        keyboard.status = .available
        keyboard.simulated.show()
        keyboard.wait(1_000)
        #expect(keyboard.isOnScreen && keyboard.requests == [])
    }

    /// A person hides the keyboard after the source has refused a request to disappear.
    @Test func aHideAfterAFailedRequestIsADismissal() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.refusesToHide = true
        requester.focusEnded(in: field)
        keyboard.wait(200)
        keyboard.simulated.hide()
        keyboard.wait(300)
        requester.focusBegan(in: other)
        keyboard.wait(1_000)
        #expect(keyboard.isOnScreen)
        #expect(keyboard.requests == ["show 0", "show 1500"])
    }

    // MARK: Dismissals and taps

    @Test func aDismissedKeyboardReturnsWithTheNextFocusChange() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        requester.focusBegan(in: field)
        #expect(keyboard.requests == ["show 0"])
        requester.focusBegan(in: other)
        requester.focusEnded(in: field)
        #expect(keyboard.requests == ["show 0", "show 2000"])
        keyboard.wait(1_000)
        #expect(keyboard.isOnScreen)
    }

    /// The request to disappear cancels the show of a hidden keyboard.
    ///
    /// The keyboard therefore posts no *hide* as an answer.
    @Test func aDismissalSoonAfterAnUnansweredHideIsRespected() {
        keyboard.hidesBeforeShow = true
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(200)
        keyboard.hidesBeforeShow = false
        requester.focusBegan(in: field)
        keyboard.wait(500)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0", "hide 100", "show 200"])
        requester.focusBegan(in: other)
        #expect(keyboard.isOnScreen)
    }

    /// A keyboard behind a full-screen window only seems to be dismissed.
    ///
    /// This keyboard also has to disappear after the focus has ended.
    @Test func aDismissedKeyboardIsAskedToDisappearWithTheFocus() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0", "hide 2100"])
    }

    @Test func aDismissedKeyboardReturnsWithATapIntoTheFocusedField() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0", "show 2000"])
        #expect(keyboard.isOnScreen)
    }

    @Test func aTapInTheTurnOfTheDismissalAsksAgain() {
        requester.focusBegan(in: field)
        keyboard.wait(20)
        keyboard.simulated.hide()
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0", "show 20"])
        keyboard.wait(1_000)
        #expect(keyboard.isOnScreen)
        requester.focusEnded(in: field)
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "show 20", "hide 1120"])
    }

    @Test func aTapInTheTurnOfTheDismissalEndsTheDismissal() {
        let keyboard = RequestedKeyboard(latency: 150)
        let requester = Self.requester(of: keyboard)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        requester.fieldTapped()
        keyboard.wait(10)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0", "show 1000", "hide 1110"])
        #expect(!keyboard.isOnScreen)
    }

    @Test func aTapInTheTurnOfTheDismissalAsksAKeyboardThatRestarts() {
        let keyboard = RequestedKeyboard(latency: 150)
        let requester = Self.requester(of: keyboard)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        requester.fieldTapped()
        keyboard.wait(10)
        keyboard.end()
        keyboard.wait(10)
        keyboard.restart()
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0", "show 1000", "show 1020"])
        #expect(keyboard.isOnScreen)
    }

    @Test func aTapThatMovesTheFocusAsksOnce() {
        let keyboard = RequestedKeyboard(latency: 300)
        let requester = Self.requester(of: keyboard)
        requester.focusBegan(in: field)
        requester.fieldTapped()
        keyboard.wait(99)
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0"])
        keyboard.wait(1)
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0", "show 100"])
    }

    @Test func aTapWithoutAFocusOrWithAKeyboardOnScreenDoesNotAsk() {
        requester.fieldTapped()
        #expect(keyboard.requests == [])
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        requester.fieldTapped()
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0", "hide 1100"])
    }

    @Test func aPersonWhoOpensTheKeyboardEndsTheDismissal() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        keyboard.simulated.show()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "hide 3100"])
    }

    @Test func aKeyboardThatAPersonOpensWithoutAFieldStays() {
        keyboard.simulated.show()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == [])
    }

    /// An undocked keyboard posts a *hide* and stays on screen.
    @Test func anUndockedKeyboardIsNotDismissed() {
        let keyboard = RequestedKeyboard(on: .tablet768x1024)
        let requester = Self.requester(of: keyboard)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.perform(.undock())
        keyboard.wait(1_000)
        #expect(keyboard.simulated.docking == .undocked)
        requester.focusBegan(in: other)
        requester.focusEnded(in: field)
        requester.focusEnded(in: other)
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "hide 2100"])
    }

    /// Hides and shows the keyboard 50 ms after the field has lost the focus, as a rotation does.
    private func returnDuringTheGrace() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(50)
        keyboard.simulated.hide()
        keyboard.simulated.show()
    }

    @Test func aKeyboardThatReturnsDuringTheGraceIsNotAskedAgain() {
        returnDuringTheGrace()
        requester.focusBegan(in: other)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0"])
        #expect(keyboard.isOnScreen)
    }

    /// A rotation posts a *hide* and a *show*.
    @Test func aKeyboardThatReturnsInTheSameTurnIsNotDismissed() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.simulated.show()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 0", "hide 2100"])
    }

    @Test func aKeyboardThatReturnsDuringTheGraceDisappearsAfterIt() {
        returnDuringTheGrace()
        keyboard.wait(50)
        #expect(keyboard.requests == ["show 0", "hide 1100"])
    }

    // MARK: Requests that the keyboard answers late, or not

    @Test func aLateHideIsNoDismissal() {
        let keyboard = RequestedKeyboard(latency: 150)
        let requester = Self.requester(of: keyboard)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(105)
        requester.focusBegan(in: field)
        #expect(keyboard.requests == ["show 0", "hide 1100", "show 1105"])
        keyboard.wait(145)
        #expect(!keyboard.isOnScreen)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        // If the hide were a dismissal, the keyboard would stay without a focused field.
        #expect(keyboard.requests == ["show 0", "hide 1100", "show 1105", "hide 1350"])
        #expect(!keyboard.isOnScreen)
    }

    @Test func twoLateHidesAreNoDismissals() {
        let keyboard = RequestedKeyboard(latency: 150)
        let requester = Self.requester(of: keyboard)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(120)
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(110)
        requester.focusBegan(in: field)
        #expect(keyboard.requests == ["show 0", "hide 1100", "show 1120", "hide 1220", "show 1230"])
        // After this wait, the keyboard has answered both hides, but not the last show.
        keyboard.wait(145)
        // If a hide were a dismissal, another field would ask for the keyboard again.
        requester.focusBegan(in: other)
        #expect(keyboard.requests.last == "show 1230")
        requester.focusEnded(in: field)
        requester.focusEnded(in: other)
        keyboard.wait(1_000)
        #expect(keyboard.requests.last == "hide 1475")
        #expect(!keyboard.isOnScreen)
    }

    @Test func aDismissalAfterAnUnansweredHideCounts() {
        requester.focusBegan(in: field)
        keyboard.simulated.behavior.ignoresShowWhileHiding = true
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(100)
        requester.focusBegan(in: field)
        keyboard.wait(2_000)
        #expect(!keyboard.pool.keyboard.isOnScreen)
        // The keyboard is off screen, so it does not answer this hide.
        requester.focusEnded(in: field)
        keyboard.wait(100)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0", "hide 1100", "show 1100", "hide 3200", "show 3200"])
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        requester.focusBegan(in: other)
        #expect(keyboard.requests.last == "show 5200")
        // The keyboard answers the next request to disappear. A dismissal soon after this request also counts.
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        requester.focusEnded(in: other)
        keyboard.wait(600)
        requester.focusBegan(in: field)
        keyboard.wait(300)
        #expect(keyboard.requests.suffix(2) == ["hide 6300", "show 6800"])
        keyboard.simulated.hide()
        keyboard.wait(100)
        requester.focusBegan(in: other)
        #expect(keyboard.requests.last == "show 7200")
    }

    @Test func aTapAsksAKeyboardThatIgnoredARequest() {
        requester.focusBegan(in: field)
        keyboard.simulated.behavior.ignoresShowWhileHiding = true
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(110)
        requester.focusBegan(in: field)
        keyboard.wait(2_000)
        #expect(!keyboard.pool.keyboard.isOnScreen)
        requester.fieldTapped()
        #expect(keyboard.requests == ["show 0", "hide 1100", "show 1110", "show 3110"])
    }

    // MARK: Keyboards that end

    @Test func aKeyboardThatEndsAndRestartsReturns() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.end()
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0"])
        keyboard.restart()
        keyboard.wait(0)
        #expect(keyboard.requests == ["show 0", "show 2000"])
        #expect(keyboard.isOnScreen)
    }

    @Test func aKeyboardThatRestartsInTheSameTurnReturns() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.end()
        keyboard.restart()
        keyboard.wait(0)
        #expect(keyboard.requests == ["show 0", "show 1000"])
    }

    /// The source changes its status before it posts the *hide*.
    @Test func aKeyboardThatPostsAfterItsStatusReturns() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.status = .connecting
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        keyboard.restart()
        keyboard.wait(0)
        #expect(keyboard.requests == ["show 0", "show 2000"])
    }

    @Test func aDismissedKeyboardThatRestartsDoesNotReturn() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.simulated.hide()
        keyboard.wait(1_000)
        keyboard.end()
        keyboard.wait(1_000)
        keyboard.restart()
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0"])
    }

    @Test func aKeyboardThatRestartsWithoutAFocusIsNotAsked() {
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        keyboard.end()
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        keyboard.restart()
        keyboard.simulated.show()
        keyboard.wait(1_000)
        #expect(keyboard.requests == ["show 0"])
        #expect(keyboard.isOnScreen)
    }

    @Test func aRequestThatFailsIsRepeatedWhenTheKeyboardIsAvailable() {
        keyboard.end()
        keyboard.wait(100)
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.refusedCount == 1)
        keyboard.status = .connecting
        keyboard.wait(100)
        keyboard.restart()
        keyboard.wait(100)
        #expect(keyboard.requests == ["show 1200"])
    }

    @Test func aKeyboardThatWasNeverAskedToAppearIsNotAskedToDisappear() {
        requester.endAllFocus()
        #expect(keyboard.requests == [])
        keyboard.end()
        requester.focusBegan(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.refusedCount == 1)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.refusedCount == 1)
    }

    @Test func aSourceWithoutRequestsIsNotAsked() {
        keyboard.capabilities = [.frames, .didEvents]
        requester.focusBegan(in: field)
        requester.fieldTapped()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests == [])
        #expect(keyboard.refusedCount == 0)
    }

    @Test func aSimulatedKeyboardFollowsTheFocus() {
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        let simulated = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        let requester = KeyboardRequester(of: simulated, pool: pool, scheduler: scheduler)
        // The keyboard has not been started.
        requester.focusBegan(in: field)
        #expect(simulated.phase == .hidden)
        simulated.start(postingTo: center)
        requester.focusBegan(in: other)
        scheduler.advance(by: .seconds(1))
        #expect(simulated.phase == .shown)
        requester.focusEnded(in: field)
        requester.focusEnded(in: other)
        scheduler.advance(by: .seconds(1))
        #expect(simulated.phase == .hidden)
    }
}

// MARK: - Random walks

extension KeyboardRequesterTests {
    /// 10,000 walks in the full test.
    ///
    /// `KEYBOARD_OBSERVATION_SEED` is the first seed.
    @Test func randomWalksAgreeWithAModelOfTheHistory() {
        var requestCount = 0
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 10_000, part: 20)) {
            let walk = FocusWalk(seed: seed)
            let run = Self.run(walk)
            requestCount += run.requestCount
            guard run.failure != nil else { continue }
            let short = walk.shrunk { Self.run($0).failure != nil }
            Issue.record("Seed \(seed), \(short)\n\(Self.run(short).failure ?? "")")
            return
        }
        #expect(requestCount > 3 * RandomTestSize.cases(of: 10_000, part: 20))
    }

    private static func run(_ walk: FocusWalk) -> (requestCount: Int, failure: String?) {
        let keyboard = RequestedKeyboard(latency: walk.latency)
        let requester = requester(of: keyboard)
        var model = FocusModel()
        // A released field is replaced with a field that has another number.
        var fields = (0..<FocusWalk.fieldCount).map { (number: $0, field: Field()) }
        var nextNumber = fields.count
        let steps = walk.steps + [(.tap, 1_500)]
        for (index, (step, wait)) in steps.enumerated() {
            let (isRunning, isOnScreen) = (keyboard.status == .available, keyboard.isOnScreen)
            switch step {
            case .begin(let index):
                model.begin(fields[index].number)
                requester.focusBegan(in: fields[index].field)
            case .end(let index):
                model.end(fields[index].number)
                requester.focusEnded(in: fields[index].field)
            case .release(let index):
                model.release(fields[index].number)
                fields[index] = (nextNumber, Field())
                nextNumber += 1
            case .tap:
                model.tap(isOnScreen: isOnScreen)
                requester.fieldTapped()
            // A person dismisses or opens the keyboard only after it has answered all requests.
            case .dismiss where isOnScreen && !keyboard.isAnswering:
                model.dismiss()
                keyboard.simulated.hide()
            case .open where isRunning && !isOnScreen && !keyboard.isAnswering:
                // The person waits for a second. Otherwise the keyboard would seem to answer the last request.
                model.wait(1_000)
                keyboard.wait(1_000)
                model.open()
                keyboard.simulated.show()
            case .endKeyboard where isRunning:
                model.endKeyboard()
                keyboard.end()
            case .restartKeyboard where !isRunning:
                model.restartKeyboard()
                keyboard.restart()
            case .dismiss, .open, .endKeyboard, .restartKeyboard: break
            }
            model.wait(wait)
            keyboard.wait(wait)
            if keyboard.requests != model.requests {
                return (0, "step \(index): \(keyboard.requests), expected \(model.requests)")
            }
            if wait >= 1_000, keyboard.isOnScreen != model.isOnScreen {
                return (0, "step \(index): on screen \(keyboard.isOnScreen), expected \(model.isOnScreen)")
            }
        }
        return (keyboard.requests.count, nil)
    }
}
