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

    private final class Permission {
        var isGiven = true
    }

    private let keyboard: RequestedKeyboard
    private let permission = Permission()
    private let requester: KeyboardRequester
    private let field = Field()
    private let other = Field()

    init() {
        keyboard = RequestedKeyboard()
        requester = Self.requester(of: keyboard) { [permission] in permission.isGiven }
    }

    private static func requester(
        of keyboard: RequestedKeyboard,
        shouldShow: @escaping @MainActor () -> Bool = { true }
    ) -> KeyboardRequester {
        KeyboardRequester(of: keyboard, pool: keyboard.pool, scheduler: keyboard.scheduler, shouldShow: shouldShow)
    }

    /// What a person and the keyboard do, and what the requester asks for.
    ///
    /// A number is the time in milliseconds that passes. After `late`, the keyboard answers after 150 ms. Words such as
    /// `asks show 0` name the requests, with their times, since the last such words.
    private nonisolated static let stories = """
        the keyboard appears with the focus and disappears 100 ms after it: focus, asks show 0, 1000, leave, 99, on, 1,
            asks hide 1100, 1000, focus, asks show 2100, on
        // A full-screen window can hide the keyboard for a while, and the keyboard could return after the app's end.
        the end of the app also asks a keyboard that is off screen: focus, 1000, dismiss, 1000, end focus,
            asks show 0 hide 2000, 1000, tap, asks nothing
        // Onboard may hide before it follows a request to appear.
        a late answer follows the focus: open, 1000, hides first, focus, 2000, on, asks show 1000
        a late answer follows the end of the focus: open, 1000, hides first, focus, leave, 2000, off,
            asks show 1000 hide 1100
        an early dismissal ends with the next focus change: open, 1000, focus, 500, dismiss, 2000, off, focus other,
            on, asks show 1000 show 3500
        // GTK 4 reports the changes of the focus in this order and at these times.
        the keyboard stays when a dialog opens and closes: focus, 1000, focus other, 12, leave, 1000, leave other, 2,
            focus, 1000, asks show 0, on, leave, 100, asks hide 3114
        // A keyboard that takes the activation from the app's window does so while it appears.
        a request awaits the end of an appearance for one second: calm, focus, 999, awaits, 1, calm, tap, calm, dismiss,
            1000, tap, awaits, end focus, calm
        a request awaits a slow keyboard for three seconds: slow, focus, 1999, awaits, 1, on, 999, awaits, 1, calm,
            slower, dismiss, 1, focus other, 2999, awaits, 1, calm
        a keyboard may leave the screen for a moment as it appears: focus, 500, dismiss, 1, awaits, open, 999, awaits,
            1, calm, unavailable, dismiss, leave, 200, focus, calm
        a keyboard that others show does not take the activation: focus, 1000, dismiss, 1000, open, calm
        a request that is no longer valid awaits nothing: focus, 500, connecting, calm, restart, 0, awaits, leave, 100,
            forbid, focus, calm
        repeated focus changes of one field count once: leave, 200, asks nothing, focus, focus, leave, 60, leave, 1000,
            asks show 200 hide 300
        a field that wants no keyboard does not ask: focus picker, 1000, tap, 1000, asks nothing, focus, 1000,
            asks show 2000, leave, focus picker, 1000, off, asks hide 3100, open, 1000, on, asks nothing
        a field may need the keyboard later: focus picker, 1000, focus other, asks show 1000
        a deallocated field does not have the focus: focus new, asks show 0, 500, tap, 100, asks hide 600, focus new,
            focus, leave, 100, asks show 600 hide 700
        // The keyboard appears by itself.
        a failed request has no answer: unavailable, focus, leave, 200, restart, open, 1000, on, asks nothing
        a hide after a failed request is a dismissal: focus, 1000, refuses to hide, leave, 200, dismiss, 300,
            focus other, 1000, on, asks show 0 show 1500

        a dismissed keyboard returns with the next focus change: focus, 1000, dismiss, 1000, focus, asks show 0,
            focus other, leave, asks show 2000, 1000, on
        // The request to disappear cancels the show of a hidden keyboard, which therefore posts no hide as an answer.
        a dismissal soon after an unanswered hide is respected: hides first, focus, leave, 200, shows first, focus,
            500, dismiss, 1000, asks show 0 hide 100 show 200, focus other, on
        // A keyboard behind a full-screen window only seems to be dismissed.
        a dismissed keyboard is asked to disappear with the focus: focus, 1000, dismiss, 1000, leave, 1000,
            asks show 0 hide 2100
        a dismissed keyboard returns with a tap: focus, 1000, dismiss, 1000, tap, asks show 0 show 2000, on
        a tap in the turn of the dismissal asks again: focus, 20, dismiss, tap, asks show 0 show 20, 1000, on, leave,
            100, asks hide 1120
        a tap in the turn of the dismissal ends the dismissal: late, focus, 1000, dismiss, tap, 10, leave, 1000,
            asks show 0 show 1000 hide 1110, off
        a tap in the turn of the dismissal asks a keyboard that restarts: late, focus, 1000, dismiss, tap, 10, end, 10,
            restart, 1000, asks show 0 show 1000 show 1020, on
        a tap that moves the focus asks once: late, focus, tap, 99, tap, asks show 0, 1, tap, asks show 100
        a tap without a focus or with a keyboard on screen does not ask: tap, asks nothing, focus, 1000, tap, leave,
            1000, tap, asks show 0 hide 1100
        a person who opens the keyboard ends the dismissal: focus, 1000, dismiss, 1000, open, 1000, leave, 100,
            asks show 0 hide 3100
        a keyboard that a person opens without a field stays: open, 1000, leave, 1000, asks nothing
        // A rotation posts a hide and a show.
        a keyboard that returns in the same turn is not dismissed: focus, 1000, dismiss, open, 1000, leave, 100,
            asks show 0 hide 2100
        a keyboard that returns during the grace is not asked again: focus, 1000, leave, 50, dismiss, open,
            focus other, 1000, asks show 0, on
        a keyboard that returns during the grace disappears after it: focus, 1000, leave, 50, dismiss, open, 50,
            asks show 0 hide 1100

        // If the hide were a dismissal, the keyboard would stay without a focused field.
        a late hide is no dismissal: late, focus, 1000, leave, 105, focus, asks show 0 hide 1100 show 1105, 145, off,
            leave, 1000, asks hide 1350, off
        // If a hide were a dismissal, another field would ask again, because the last show is not answered yet.
        two late hides are no dismissals: late, focus, 1000, leave, 120, focus, leave, 110, focus,
            asks show 0 hide 1100 show 1120 hide 1220 show 1230, 145, focus other, asks nothing, leave, leave other,
            1000, asks hide 1475, off
        // The keyboard is off screen, so it does not answer the second hide. It answers the third one.
        a dismissal after an unanswered hide counts: focus, ignores, 1000, leave, 100, focus, 2000, gone, leave, 100,
            focus, 1000, asks show 0 hide 1100 show 1100 hide 3200 show 3200, dismiss, 1000, focus other,
            asks show 5200, 1000, leave, leave other, 600, focus, 300, asks hide 6300 show 6800, dismiss, 100,
            focus other, asks show 7200
        a tap asks a keyboard that ignored a request: focus, ignores, 1000, leave, 110, focus, 2000, gone, tap,
            asks show 0 hide 1100 show 1110 show 3110

        a keyboard that ends and restarts returns: focus, 1000, end, 1000, asks show 0, restart, 0, asks show 2000, on
        a keyboard that restarts in the same turn returns: focus, 1000, end, restart, 0, asks show 0 show 1000
        // The source changes its status before it posts the hide.
        a keyboard that posts after its status returns: focus, 1000, connecting, dismiss, 1000, restart, 0,
            asks show 0 show 2000
        a dismissed keyboard that restarts does not return: focus, 1000, dismiss, 1000, end, 1000, restart, 1000,
            asks show 0
        a keyboard that restarts without a focus is not asked: focus, 1000, end, leave, 1000, restart, open, 1000,
            asks show 0, on
        a request that fails is repeated when the keyboard is available: end, 100, focus, 1000, refused 1, connecting,
            100, restart, 100, asks show 1200
        a keyboard that was never asked to appear is not asked to disappear: end focus, asks nothing, end, focus, 1000,
            refused 1, leave, 1000, refused 1
        the closure is asked at each focus and tap: forbid, focus, tap, 1000, leave, 1000, asks nothing, permit, focus,
            asks show 2000, on
        the keyboard appears at an update and stays: forbid, focus, permit, update, asks show 0, forbid, update, on,
            leave, 1000, off, focus, asks hide 100
        an update without a focus has no effect: forbid, focus, leave, 200, permit, update, asks nothing
        an update does not undo a dismissal: focus, 2000, dismiss, 2000, forbid, update, permit, update, asks show 0, off
        a source without requests is not asked: no requests, focus, tap, 1000, leave, 1000, asks nothing, refused 0
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) {
        for step in story.steps { #expect(perform(step), "\(step): \(keyboard.requests)") }
    }

    /// Performs a step, and returns whether its check succeeds.
    private func perform(_ step: String) -> Bool {
        switch step {
        case "focus": requester.focusBegan(in: field)
        case "focus other": requester.focusBegan(in: other)
        case "focus picker": requester.focusBegan(in: other, wantsKeyboard: false)
        case "focus new": requester.focusBegan(in: Field())
        case "leave": requester.focusEnded(in: field)
        case "leave other": requester.focusEnded(in: other)
        case "end focus": requester.endAllFocus()
        case "tap": requester.fieldTapped()
        case "forbid", "permit": permission.isGiven = step == "permit"
        case "update": requester.update()
        case "open": keyboard.simulated.show()
        case "dismiss": keyboard.simulated.hide()
        case "end": keyboard.end()
        case "restart": keyboard.restart()
        case "connecting": keyboard.status = .connecting
        case "unavailable": keyboard.status = .unavailable(.notRunning(keyboard: "Onboard"))
        case "late": keyboard.latency = .milliseconds(150)
        case "slow", "slower": keyboard.latency = .seconds(step == "slow" ? 2 : 4)
        case "hides first", "shows first": keyboard.hidesBeforeShow = step == "hides first"
        case "refuses to hide": keyboard.refusesToHide = true
        case "ignores": keyboard.simulated.behavior.ignoresShowWhileHiding = true
        case "no requests": keyboard.capabilities = [.frames, .didEvents]
        case "on", "off": return keyboard.isOnScreen == (step == "on")
        case "gone": return !keyboard.pool.keyboard.isOnScreen
        case "awaits", "calm": return requester.awaitsKeyboard == (step == "awaits")
        case "asks nothing": return keyboard.takeRequests() == ""
        case _ where step.hasPrefix("asks "): return keyboard.takeRequests() == step.dropFirst(5)
        case _ where step.hasPrefix("refused "): return "refused \(keyboard.refusedCount)" == step
        default:
            guard let milliseconds = Int(step) else { return false }
            keyboard.wait(milliseconds)
        }
        return true
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
            Issue.record("Seed \(seed), \(walk)\n\(run.failure ?? "")")
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
