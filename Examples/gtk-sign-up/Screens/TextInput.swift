import KeyboardForms
import KeyboardGTK

extension ValueInput<String> {
    /// Creates an input for a text that a person must enter.
    ///
    /// `reason` returns the reason to refuse a text; `nil` if the text is accepted.
    convenience init(
        _ field: EntryField,
        _ row: FormRow,
        title: String,
        value: BoundValue<String>,
        refusing reason: @escaping (String) -> String?
    ) {
        let format = ValueFormat<String>(format: \.self) { text in
            if let reason = reason(text) { throw ValueInputError(.custom(message: reason), title: title) }
            return text
        }
        self.init(field, title: title, value: value, format: format)
        isRequired = true
        onErrorChange = { [weak row] in row?.message = $0?.message }
    }

    /// Returns why a text is not an e-mail address; `nil` if the text is an address.
    static func refusalOfMail(_ text: String) -> String? {
        text.wholeMatch(of: /[^@\s]+@[^@\s.]+(\.[^@\s.]+)+/) == nil ? "“\(text)” is not an e-mail address." : nil
    }
}

extension ValueInputError {
    /// The sentence that is shown under the field.
    var message: String {
        ValueInputError(reason).description
    }
}
