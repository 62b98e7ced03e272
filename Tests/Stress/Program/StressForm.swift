import Foundation
import KeyboardForms
import KeyboardSimulation

/// A form that uses links, an order, a bar, a number, a handler, a skip rule and a submit action.
@MainActor
final class StressForm: NextTextFieldHandler {
    private static let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))

    private let fields: [SimulatedTextField]
    private let navigator: TextFieldNavigator
    private var number: NumberInput<Int>?
    private var euros: Int? = 7
    private let keyboard: SimulatedKeyboard
    private let lifetime = CountedLifetime(.form)

    init(on keyboard: SimulatedKeyboard, _ center: NotificationCenter) {
        self.keyboard = keyboard
        fields = (0..<3).map { _ in SimulatedTextField(on: keyboard, center: center) }
        navigator = TextFieldNavigator(FocusOrder(fields))
        fields.registerNextForm()
        fields.registerPreviousForm()
        // The links form a cycle.
        fields[2].nextForm = fields[0]
        for field in fields { field.returnKeyHandler = self }
        navigator.order.skipping = [.when { [weak self] _ in self == nil }]
        navigator.order.end = .submit { [weak self] in _ = self?.euros }
        let capture = CountedCapture(.numericField)
        let value = BoundValue<Int>(
            get: { [weak self] in self?.euros },
            set: { [weak self] (value: Int?) in withExtendedLifetime(capture) { self?.euros = value } }
        )
        number = NumberInput(fields[1], title: "Euros", value: value, format: Self.format)
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
            navigator.items[1].action()
        case 2:
            fields[2].tap()
            navigator.items[0].action()
        default:
            navigator.items[2].action()
        }
    }
}
