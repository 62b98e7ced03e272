import Foundation
import KeyboardForms

@MainActor
final class TripForm {
    var arrival: Date?, departure: Date?
    private let order: FocusOrder, errorLabel: Label
    private var inputs: [ValueInput<Date>] = []

    init(from first: any FormField, to last: any FormField, errorLabel: Label, button: Button, locale: Locale) {
        (order, self.errorLabel) = (FocusOrder(first, last), errorLabel)
        let format = ValueFormat<Date>.typedDate(locale: locale)
        inputs = [
            ValueInput(first, title: "Arrival", value: .of(self, \.arrival), format: format),
            ValueInput(last, title: "Departure", value: .of(self, \.departure), format: format),
        ]
        for input in inputs {
            input.isRequired = true
            input.onErrorChange = { [weak self] _ in self?.showError() }
        }
        order.end = .submit(button)
    }

    private func showError() {
        errorLabel.text = inputs.compactMap(\.errorMessage).first ?? ""
    }
}
