import Foundation
import KeyboardForms
import KeyboardSimulation

/// A form with everything: linked fields, an order, a bar, a number, a handler, conditions, an end.
@MainActor
final class Form: NextTextFieldHandler {
    private static let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))

    private let fields: [SimulatedTextField]
    private let navigator: TextFieldNavigator
    private var number: NumericTextField<Int>?
    private var euros: Int? = 7
    private let keyboard: SimulatedKeyboard
    private let mark = Mark(.form)

    init(on keyboard: SimulatedKeyboard, _ center: NotificationCenter) {
        self.keyboard = keyboard
        fields = (0..<3).map { _ in SimulatedTextField(on: keyboard, center: center) }
        navigator = TextFieldNavigator(FocusOrder(fields))
        fields.registerNextForm()
        fields.registerPreviousForm()
        // A ring.
        fields[2].nextForm = fields[0]
        for field in fields { field.returnKeyHandler = self }
        navigator.order.skipping = [.when { [weak self] _ in self == nil }]
        navigator.order.end = .submit { [weak self] in _ = self?.euros }
        let witness = Witness(.numericField)
        let value = BoundValue<Int>(
            get: { [weak self] in self?.euros },
            set: { [weak self] (value: Int?) in withExtendedLifetime(witness) { self?.euros = value } }
        )
        number = NumericTextField(fields[1], title: "Euros", value: value, format: Self.format)
    }

    var textFields: [any FormField] { fields }

    func use(_ random: inout SeededRandom) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            fields[0].tap()
            keyboard.type("Ada\n")
        case 1:
            fields[1].tap()
            fields[1].text = ""
            keyboard.type("42")
            navigator.next.action()
            Findings.expect(euros == 42, "a number was typed and the focus left, and the value is \(euros ?? -1)")
        case 2:
            fields[2].tap()
            navigator.previous.action()
        default:
            navigator.done.action()
        }
    }

    var parts: [any AnyObject & Sendable] {
        [navigator, navigator.order] + fields + fields.map(\.formState) + (number.map { [$0] } ?? [])
    }
}
