import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The behavior of a form if models change, widgets report late, and fields refuse the focus.
@MainActor
struct FormPromiseTests {
    private final class Model {
        var first: Int? = 1
        var second: Int? = 2
        var givesFocusBack = true
    }

    private let phone = SimulatedPhone()
    private let window = FieldWindow()
    private let english = Locale(identifier: "en_US")

    private func number(_ field: any FormField, _ value: BoundValue<Int>) -> NumberInput<Int> {
        NumberInput(field, value, .style(.number, locale: english), range: 0...99)
    }

    // MARK: Submit

    /// The text of the confirmation field becomes valid when the password field has the same text.
    @Test func aTextThatAnotherValueMakesValidIsSubmitted() {
        let (fields, password, confirmation) = (phone.fields(2), ValueStorage<String>(), ValueStorage<String>())
        let same = ValueFormat<String> {
            $0
        } parse: { text in
            guard text == password.value else { throw CocoaError(.formatting) }
            return text
        }
        let values = [
            ValueInput(fields[0], password.bound, .text),
            ValueInput(fields[1], confirmation.bound, same),
        ]
        let order = FocusOrder(fields)
        fields[1].tap()
        phone.keyboard.type("secret")
        fields[0].tap()
        #expect(order.submitRefusal != nil)
        phone.keyboard.type("secret")
        #expect(order.submit() == nil)
        #expect(confirmation.value == "secret")
        withExtendedLifetime(values) {}
    }

    // MARK: Notifications

    @MainActor
    private final class Posts {
        var names: [String] = []
    }

    private func posts(of field: any FormField, in center: NotificationCenter) -> (Posts, [any NSObjectProtocol]) {
        let posts = Posts()
        let tokens = [Notification.Name.fieldDidBeginEditing, .fieldDidEndEditing].map { name in
            center.addObserver(forName: name, object: field, queue: nil) { _ in
                MainActor.assumeIsolated { posts.names.append(name == .fieldDidBeginEditing ? "begin" : "end") }
            }
        }
        return (posts, tokens)
    }

    @Test func aSetterThatGivesTheFocusBackPostsNoSecondBegin() {
        let (field, model) = (phone.field(), Model())
        let value = BoundValue<Int>(
            get: { model.first },
            set: { [weak field] (value: Int?) in
                model.first = value
                if model.givesFocusBack { _ = field?.becomeFirstResponder() }
            }
        )
        let input = number(field, value)
        let (posts, tokens) = posts(of: field, in: phone.center)
        field.tap()
        field.text = "7"
        field.resignFirstResponder()
        #expect(field.isFirstResponder)
        #expect(posts.names == ["begin"])
        model.givesFocusBack = false
        field.resignFirstResponder()
        #expect(posts.names == ["begin", "end"])
        withExtendedLifetime((input, tokens)) {}
    }

    // MARK: Moves

    @Test func moveToFirstIsTrueIfTheFirstFieldThatAcceptsTheFocusHasIt() {
        let fields = window.fields(3)
        let order = FocusOrder(fields)
        fields[0].refusesFocus = true
        _ = fields[1].becomeFirstResponder()
        #expect(order.moveToFirst())
        #expect(fields[1].isFirstResponder)
    }

    @Test func anAccentLeavesTheCaretBehindItsCharacter() {
        let field = phone.field("ab")
        field.selectedTextRange = 1..<1
        field.replaceSelection(with: "\u{301}")
        #expect(field.text == "a\u{301}b")
        #expect(field.selectedTextRange == 1..<1)
        field.replaceSelection(with: "c")
        #expect(field.text == "a\u{301}cb")
    }
}
