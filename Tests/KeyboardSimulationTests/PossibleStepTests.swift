import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A step that is not possible has no effect.
@MainActor
struct PossibleStepTests {
    @Test func aFingerOnTheKeyboardPreventsOtherActions() {
        let fixture = KeyboardFixture(.tablet768x1024)
        let keyboard = fixture.keyboard
        fixture.show()
        keyboard.perform(.beginDismissing)
        keyboard.perform(.moveDismissing(toTop: 900))
        _ = fixture.takeKinds()
        keyboard.rotate(to: .landscape)
        keyboard.hide()
        keyboard.perform(.undock())
        keyboard.perform(.attachHardwareKeyboard)
        keyboard.perform(.setAccessory(height: 44))
        keyboard.perform(.presentAlert)
        #expect(fixture.takeKinds() == [] && keyboard.currentFrame.minY == 900)
        #expect(fixture.screen.orientation == .portrait)
        keyboard.perform(.endDismissing())
        #expect(fixture.takeKinds() == [.willChangeFrame, .willHide])
    }

    @Test(arguments: [2_000, 760] as [CGFloat])
    func undockingBelowTheScreenLeavesTheKeyboardDocked(top: CGFloat) {
        let fixture = KeyboardFixture(.tablet768x1024)
        fixture.show(.letters)
        _ = fixture.takeKinds()
        fixture.keyboard.perform(.undock(toTop: top))
        fixture.keyboard.perform(.split(toTop: top))
        #expect(fixture.takeKinds() == [] && fixture.keyboard.docking == .docked)
        fixture.keyboard.perform(.undock(toTop: -50))
        #expect(fixture.keyboard.frame.minY == 0)
    }

    @Test func fieldsAreTappedAndTypedIntoBySteps() {
        let fixture = KeyboardFixture()
        let fields = [SimulatedTextField(on: fixture.keyboard), SimulatedTextField(on: fixture.keyboard)]
        fields.registerNextForm()
        let scenario: [SimulatedKeyboard.Step] = [
            .tap(field: 0), .settle, .type("Ada\nx"), .deleteBackward, .paste("1\n2"),
        ]
        for step in scenario {
            fixture.keyboard.perform(step)
            fixture.scheduler.advance(by: step.waitingTime)
        }
        #expect(fields.map(\.text) == ["Ada", "1 2"])
        fixture.keyboard.perform(.presentAlert)
        fixture.keyboard.perform(.type("a"))
        #expect(fields.map(\.text) == ["Ada", "1 2"])
    }

    @Test func aStepChangesTheBehaviorInMidScenario() {
        let scenario = KeyboardScenario(
            "changes",
            on: .phone393x852,
            steps: [
                .show(), .settle, .setBehavior(SimulatedKeyboard.Behavior { $0.duration = 0.4 }),
                .hide, .settle,
            ]
        )
        let fixture = KeyboardFixture()
        scenario.run(postingTo: fixture.center, scheduler: fixture.scheduler)
        #expect(fixture.events.map(\.info.animationDuration) == [0.25, 0.25, 0.25, 0.25, 0.4, 0.4, 0.4, 0.4])
    }

    @Test(arguments: SimulatedScreenModel.all)
    func theKeyboardOfAPhoneStaysDocked(model: SimulatedScreenModel) {
        let fixture = KeyboardFixture(model)
        fixture.show()
        let isPhone = model != .tablet768x1024 && model != .linuxDesktop800x1280
        let frame = CGRect(x: 10, y: 10, width: 100, height: 100)
        for step in [SimulatedKeyboard.Step.undock(), .split(), .float(in: frame)] {
            fixture.keyboard.perform(step)
            #expect((fixture.keyboard.docking == .docked) == isPhone, "\(step)")
            fixture.perform(.dock)
        }
    }

    @Test func aKeyboardInTheDockedFrameIsDocked() {
        let fixture = KeyboardFixture(.tablet768x1024)
        let keyboard = fixture.keyboard
        fixture.show()
        _ = fixture.takeKinds()
        let docked = keyboard.frame
        keyboard.perform(.float(in: docked))
        fixture.perform(.undock(toTop: 3_000))
        #expect(keyboard.docking == .docked && fixture.takeKinds() == [])
        fixture.perform(.undock(toTop: 100))
        _ = fixture.takeKinds()
        keyboard.perform(.undock(toTop: 5_000))
        keyboard.perform(.split(toTop: docked.minY))
        fixture.perform(.float(in: docked))
        #expect(keyboard.docking == .undocked && keyboard.frame.minY == 100 && fixture.takeKinds() == [])
    }

    @Test func aFieldAndAStepHaveOneRuleForTaps() {
        let fixture = KeyboardFixture()
        let keyboard = fixture.keyboard
        let field = SimulatedTextField(on: keyboard, center: fixture.center)
        let other = SimulatedTextField(on: keyboard, center: fixture.center)
        keyboard.perform(.presentAlert)
        keyboard.perform(.tap(field: 0))
        #expect(!field.tap() && !field.isFirstResponder)
        keyboard.perform(.dismissAlert)
        #expect(field.tap())
        fixture.settle()
        keyboard.perform(.beginDismissing)
        keyboard.perform(.tap(field: 1))
        #expect(!other.tap() && !other.isFirstResponder)
        #expect(field.tap() && field.isFirstResponder)
        // While a finger holds the keyboard, the user cannot tap another field. A program can still move the focus.
        #expect(other.becomeFirstResponder())
    }
}
