import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Fields without a window and the keyboard that types into them.
@MainActor
struct SimulatedTextFieldTests {
    private let fixture = KeyboardFixture(.phone393x852)
    private var center: NotificationCenter { fixture.center }
    private var scheduler: ManualScheduler { fixture.scheduler }
    private var keyboard: SimulatedKeyboard { fixture.keyboard }

    private func field(_ type: KeyboardType = .default, isMultiLine: Bool = false) -> SimulatedTextField {
        SimulatedTextField(on: keyboard, keyboardType: type, isMultiLine: isMultiLine, center: center)
    }

    @Test func focusingShowsTheRightKeys() {
        let (name, mail, pin) = (field(), field(.emailAddress), field(.numberPad))
        name.tap()
        #expect(keyboard.layout == .lettersWithPredictions)
        #expect(keyboard.frame.height == 336)
        mail.tap()
        #expect(keyboard.layout == .letters)
        #expect(keyboard.frame.height == 291)
        pin.tap()
        #expect(keyboard.layout == .numberPad)
        mail.keyboardType = .default
        #expect(keyboard.layout == .numberPad)
        pin.keyboardType = .default
        #expect(keyboard.layout == .lettersWithPredictions)
    }

    @Test func movingBetweenFieldsSwitchesWithoutHiding() {
        let (name, mail) = (field(), field(.emailAddress))
        name.tap()
        scheduler.advance(by: .seconds(1))
        mail.tap()
        scheduler.advance(by: .seconds(1))
        let twice: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
        #expect(fixture.takeKinds() == twice + twice)
    }

    @Test func aBarAndOtherKeysShowInOneTransition() {
        final class Bar: FieldAccessory { let height: CGFloat = 50 }
        let bar = Bar()
        let (name, mail) = (field(), field(.emailAddress))
        mail.accessory = bar
        name.tap()
        _ = fixture.takeKinds()
        mail.tap()
        #expect(fixture.takeKinds() == [.willChangeFrame, .willShow])
        #expect(keyboard.frame.height == 341)
        mail.accessory = nil
        #expect(keyboard.frame.height == 291)
    }

    @Test func aFieldPostsBeginOfEditingBeforeTheKeyboardShows() {
        let name = field()
        let token = center.addObserver(forName: .fieldDidBeginEditing, object: nil, queue: nil) { [keyboard] _ in
            MainActor.assumeIsolated { name.text = "\(keyboard.phase)" }
        }
        name.tap()
        #expect(name.text == "hidden" && keyboard.phase == .appearing)
        center.removeObserver(token)
    }

    @Test func typingEntersTheFocusedField() {
        let (name, notes) = (field(), field(isMultiLine: true))
        keyboard.type("dropped")
        name.tap()
        keyboard.type("Ada\nB")
        notes.tap()
        keyboard.type("one\ntwo!")
        keyboard.perform(.deleteBackward)
        keyboard.perform(.paste("a\nb"))
        #expect(name.text == "Ada")
        #expect(notes.text == "one\ntwoa\nb")
        notes.isEnabled = false
        keyboard.type("x")
        keyboard.perform(.deleteBackward)
        keyboard.perform(.paste("x"))
        keyboard.type("\n")
        #expect(notes.text == "one\ntwoa\nb")
    }

    @Test func padsHaveNoReturnKeyAndHardwareKeyboardsHave() {
        let (pin, name) = (field(.numberPad), field())
        pin.nextForm = name
        pin.tap()
        keyboard.type("1815\n")
        #expect(pin.isFirstResponder)
        keyboard.perform(.attachHardwareKeyboard)
        keyboard.type("\n")
        #expect(name.isFirstResponder)
    }

    @Test func hidingEndsEditing() {
        let name = field()
        name.tap()
        keyboard.hide()
        #expect(!name.isFirstResponder)
        #expect(keyboard.phase == .disappearing)
        name.tap()
        name.canResignFirstResponder = false
        keyboard.hide()
        #expect(name.isFirstResponder)
        #expect(keyboard.phase == .appearing)
    }

    @Test func draggingTheKeyboardAwayEndsEditingUnlessTheFieldRefuses() {
        let name = field()
        name.tap()
        scheduler.advance(by: .seconds(1))
        keyboard.perform(.beginDismissing)
        name.canResignFirstResponder = false
        keyboard.perform(.endDismissing())
        scheduler.advance(by: .seconds(1))
        #expect(name.isFirstResponder)
        #expect(keyboard.phase == .shown)
        name.canResignFirstResponder = true
        keyboard.perform(.beginDismissing)
        keyboard.perform(.endDismissing())
        scheduler.advance(by: .seconds(1))
        #expect(!name.isFirstResponder)
        #expect(keyboard.phase == .hidden)
    }

    @Test func anotherAppsKeyboardTakesTheFocus() {
        let name = field()
        name.tap()
        keyboard.perform(.showOtherAppsKeyboard())
        #expect(!name.isFirstResponder)
        #expect(keyboard.focusedField == nil)
        keyboard.type("x")
        #expect(name.text == "")
        name.tap()
        #expect(keyboard.focusedField === name)
    }

    @Test func aDisabledFieldRefusesAndAHiddenOneCannotBeTapped() {
        let name = field()
        name.isEnabled = false
        #expect(!name.tap())
        name.isEnabled = true
        name.isHidden = true
        #expect(!name.tap())
        #expect(name.becomeFirstResponder())
    }

    @Test func aFieldThatWantsNoKeyboardHidesIt() {
        let (name, picker) = (field(), field())
        picker.wantsKeyboard = false
        name.tap()
        picker.tap()
        #expect(picker.isFirstResponder && keyboard.phase == .disappearing)
        keyboard.type("x")
        #expect(picker.text == "x")
        picker.wantsKeyboard = true
        #expect(keyboard.phase == .appearing)
    }

    @Test func aFieldThatRefusesToResignKeepsTheFocus() {
        let (name, mail) = (field(), field())
        name.tap()
        name.canResignFirstResponder = false
        #expect(!mail.tap())
        #expect(!name.resignFirstResponder())
        #expect(keyboard.focusedField === name)
    }

    @Test func deallocatingTheFocusedFieldHidesTheKeyboard() {
        do {
            let name = field()
            name.tap()
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.phase == .shown)
        }
        #expect(keyboard.focusedField == nil)
        #expect(keyboard.phase == .disappearing)
        scheduler.advance(by: .seconds(1))
        #expect(fixture.takeKinds().suffix(2) == [.didChangeFrame, .didHide])
    }

    @Test func anObserverOfTheEndOfEditingMayMoveTheFocus() {
        let (name, mail, phone) = (field(), field(), field())
        let token = center.addObserver(forName: .fieldDidEndEditing, object: name, queue: nil) { _ in
            MainActor.assumeIsolated { _ = phone.becomeFirstResponder() }
        }
        name.tap()
        #expect(!mail.tap())
        #expect(phone.isFirstResponder)
        #expect(keyboard.focusedField === phone)
        name.tap()
        name.resignFirstResponder()
        #expect(phone.isFirstResponder)
        #expect(keyboard.phase == .appearing)
        center.removeObserver(token)
    }
}
