import KeyboardForms

extension FocusOrder {
    /// Focuses a field, and returns the field to which a move leads.
    func next(after field: any FormField) -> (any FormField)? {
        _ = field.becomeFirstResponder()
        return moveFocus(.next) ? focusedField : nil
    }

    func previous(before field: any FormField) -> (any FormField)? {
        _ = field.becomeFirstResponder()
        return moveFocus(.previous) ? focusedField : nil
    }
}

extension FocusOrder.SubmitRefusal {
    var field: (any FormField)? {
        if case .invalidValue(let field, _) = self { field } else { nil }
    }

    var error: ValueInputError? {
        if case .invalidValue(_, let error) = self { error } else { nil }
    }
}

extension TextFieldNavigator {
    var next: Item { items[1] }
    var done: Item { items[2] }
}
