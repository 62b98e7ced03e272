import KeyboardForms

/// A screen that handles the return keys of its fields.
final class Screen: NextTextFieldHandler {
    let textFields: [any FormField]

    init(_ fields: [any FormField]) {
        textFields = fields
    }
}

/// A button that counts how often it was pressed.
final class Button: SubmitTarget {
    var isEnabled = false
    private(set) var count = 0

    func submit() {
        count += 1
    }
}
