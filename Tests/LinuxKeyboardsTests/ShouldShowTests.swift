import KeyboardObservation
import KeyboardSimulation
import Testing

@testable import LinuxKeyboards

/// A requester whose closure decides whether to ask.
@MainActor
final class ShouldShowTests {
    private final class Field {}

    private let keyboard = RequestedKeyboard()
    private let field = Field()
    private var shouldShow = false
    private lazy var requester = KeyboardRequester(
        of: keyboard,
        pool: keyboard.pool,
        scheduler: keyboard.scheduler
    ) { [unowned self] in shouldShow }

    private func answer(_ shouldShow: Bool) {
        self.shouldShow = shouldShow
        requester.update()
        keyboard.wait(1)
    }

    @Test func theClosureIsAskedAtEachFocusAndTap() {
        requester.focusBegan(in: field)
        requester.fieldTapped()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(keyboard.requests.isEmpty)
        shouldShow = true
        requester.focusBegan(in: field)
        #expect(keyboard.isOnScreen && keyboard.requests.count == 1)
    }

    @Test func theKeyboardAppearsAtAnUpdateAndStays() {
        requester.focusBegan(in: field)
        answer(true)
        #expect(keyboard.isOnScreen && keyboard.requests.count == 1)
        answer(false)
        #expect(keyboard.isOnScreen, "a keyboard on screen stays")
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(!keyboard.isOnScreen)
        requester.focusBegan(in: field)
        #expect(!keyboard.isOnScreen && keyboard.requests.count == 2)
    }

    @Test func anUpdateWithoutAFocusHasNoEffect() {
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(200)
        answer(true)
        #expect(keyboard.requests.isEmpty)
    }

    @Test func anUpdateDoesNotUndoADismissal() {
        answer(true)
        requester.focusBegan(in: field)
        keyboard.wait(2_000)
        keyboard.simulated.hide()
        keyboard.wait(2_000)
        answer(false)
        answer(true)
        #expect(!keyboard.isOnScreen && keyboard.requests.count == 1)
    }
}
