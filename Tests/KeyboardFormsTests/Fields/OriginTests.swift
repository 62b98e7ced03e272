import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The five systems that this package grew from, in the words of their articles.
@MainActor
struct OriginTests {
    private let phone = SimulatedPhone()

    // MARK: A keyboard utility

    private final class LoginViewController: KeyboardObservable, CommonKeyboardPresentable {
        private(set) var bottom: CGFloat = 0

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { bottom = keyboardHeight }
        func keyboardWillBeHidden(duration: TimeInterval) { bottom = 0 }
    }

    @Test func aScreenSubscribesOnKeyboardNotifications() {
        let pool = KeyboardObserverPool(center: phone.center, scheduler: phone.scheduler)
        KeyboardObserverPool.$current.withValue(pool) {
            let (screen, field) = (LoginViewController(), phone.field())
            screen.subscribeOnKeyboardNotifications()
            field.tap()
            #expect(screen.bottom > 0)
            field.resignFirstResponder()
            #expect(screen.bottom == 0)
            screen.unsubscribeFromKeyboardNotifications()
            field.tap()
            #expect(screen.bottom == 0)
        }
    }

    // MARK: FormChangeable

    @Test func linkedFormsPassTheFocusOn() {
        let (nameField, mailField, profileView) = (phone.field(), phone.field(), phone.field(isMultiLine: true))
        nameField.nextForm = mailField
        mailField.nextForm = profileView
        mailField.previousForm = nameField
        nameField.tap()
        #expect(nameField.changeToNextForm() && mailField.isFirstResponder)
        #expect(mailField.changeToPreviousForm() && nameField.isFirstResponder)
        nameField.nextForm = nil
        #expect(!nameField.changeToNextForm() && phone.keyboard.focusedField == nil)

        [nameField, mailField, profileView].registerNextForm()
        [nameField, mailField, profileView].registerPreviousForm()
        [nameField, mailField, profileView].setNextReturnKeyType(lastKeyType: .done)
        mailField.setReturnKeyType(.continue)
        #expect([nameField, mailField, profileView].map(\.returnKeyType) == [.next, .continue, .done])
        nameField.tap()
        phone.keyboard.type("Ada\nada@example.org\nCountess\n")
        #expect(profileView.text == "Countess" && phone.keyboard.focusedField == nil)
    }

    // MARK: NextTextFieldHandler

    private final class SignUpViewController: NextTextFieldHandler {
        let textFields: [any FormField]

        init(_ textFields: [any FormField]) {
            self.textFields = textFields
            for field in textFields { field.returnKeyHandler = self }
        }
    }

    @Test func theReturnKeyFindsTheFirstEmptyField() {
        let fields = phone.fields(4)
        let screen = SignUpViewController(fields)
        fields[1].text = "filled"
        fields[2].isEnabled = false
        fields[0].tap()
        #expect(fields[0].returnKeyType == .next)
        screen.setupReturnKeyType(for: fields[3])
        #expect(fields[3].returnKeyType == .done)
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(fields[3].isFirstResponder)
        phone.keyboard.type("\n")
        #expect(phone.keyboard.focusedField == nil)
    }

    // MARK: TextFieldNavigator

    @Test func aBarHasArrowsAndDone() {
        let fields = phone.fields(3)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        fields[0].tap()
        #expect(fields[0].accessory === navigator)
        #expect(navigator.items.map(\.isEnabled) == [false, true, true])
        navigator.items[1].action()
        #expect(fields[1].isFirstResponder && navigator.items.map(\.isEnabled) == [true, true, true])
        navigator.items[2].action()
        #expect(phone.keyboard.focusedField == nil)
    }

    // MARK: Values in text fields

    private final class Profile {
        var nickname: String?
        var budget: Decimal? = 1_250
        var share: Double? = 0.25
    }

    @Test func valuesAreCommittedWhenTheFocusLeaves() {
        let (profile, english) = (Profile(), Locale(identifier: "en_US"))
        let (nicknameField, budgetField, shareField) = (phone.field(), phone.field(), phone.field())
        nicknameField.text = profile.nickname.boundString
        let nickname: ValueInput<String> = ValueInput(
            nicknameField,
            title: "Nickname",
            value: .of(profile, \.nickname),
            format: .text
        )
        let optional: ValueInput<String?> = ValueInput(
            phone.field(),
            title: "Nickname",
            value: .of(profile, \.nickname),
            format: .text
        )
        let budget = NumberInput(
            budgetField,
            title: "Budget",
            value: .of(profile, \.budget),
            format: .style(.currency(code: "USD"), locale: english)
        )
        let share = NumberInput(
            shareField,
            title: "Share",
            value: .of(profile, \.share),
            format: .style(.percent, locale: english),
            update: .live
        )
        nicknameField.tap()
        phone.keyboard.type("Ada")
        budgetField.tap()
        #expect(profile.nickname == "Ada" && budgetField.text == "1250.00")
        // A number pad has no return key.
        budgetField.text = "$20"
        shareField.tap()
        #expect(profile.budget == 20 && budgetField.text == "$20.00")
        shareField.text = "30"
        #expect(profile.share == 0.3)
        budgetField.tap()
        budgetField.text = "x"
        nicknameField.tap()
        #expect(profile.budget == 20 && budgetField.text == "$20.00")
        #expect(budget.errorMessage == "Budget: “x” is not a number such as $12.00.")
        nicknameField.text = ""
        #expect(nickname.commit() && profile.nickname == nil && optional.displayText == "")
        profile.nickname.boundString = ""
        #expect(profile.nickname == nil)
        withExtendedLifetime(share) {}
    }
}
