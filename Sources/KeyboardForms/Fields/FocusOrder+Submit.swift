extension FocusOrder {
    /// The reason why a form was not submitted.
    public enum SubmitRefusal {
        /// A value is not valid. The associated field is the first field with an invalid value.
        case invalidValue(in: any FormField, ValueInputError)
        /// The focused field did not give up the focus.
        case focusKept(by: any FormField)
        /// The button of ``FocusOrder/end`` is disabled or was deallocated.
        case buttonDisabled
    }

    /// Commits all values and submits the form.
    ///
    /// If a value is not valid, the form is not submitted. The first field with an invalid value takes the focus and
    /// shows its error.
    ///
    /// If the button of ``end`` is disabled, the form is not submitted either. Before the submission, the focused field
    /// gives up the focus. The order then presses the button or calls the closure of ``end``.
    ///
    /// The order reads the fields after each commit, because a commit can change the form. The cost is O(v · n) for v
    /// values in n fields.
    ///
    /// - Returns: `nil` if the form was submitted; otherwise the reason, which ``onSubmitRefusal`` has also received.
    @discardableResult
    public func submit() -> SubmitRefusal? {
        let refusal = refusalOfSubmission()
        if let refusal { onSubmitRefusal?(refusal) }
        return refusal
    }

    private func refusalOfSubmission() -> SubmitRefusal? {
        // The values are committed first, because a commit can enable the button.
        if let refusal = refusalOfValues() { return refusal }
        if !end.isEnabled() { return .buttonDisabled }
        if let focused, !focused.giveUpFocus() { return .focusKept(by: focused) }
        // A callback may have made a value invalid while the field gave up the focus.
        if let refusal = refusalOfValues() { return refusal }
        return end.submitAction?() ?? true ? nil : .buttonDisabled
    }

    private func refusalOfValues() -> SubmitRefusal? {
        change {
            commitValues()
            guard case .invalidValue(let field, let error)? = takeSnapshot().submitRefusal else { return nil }
            _ = field.takeFocus(from: focused)
            field.formState.value?.showInputError(error)
            return .invalidValue(in: field, error)
        }
    }

    private func commitValues() {
        var committed: Set<ObjectIdentifier> = []
        // A commit can hide, disable or remove other fields, so each step takes a new snapshot.
        while let row = takeSnapshot().rows.first(where: { $0.isSubmitted && !committed.contains($0.id) }) {
            committed.insert(row.id)
            // In an unfocused field, a commit could replace an invalid text with the value.
            guard let field = row.field, row.error == nil || field.isEdited else { continue }
            field.formState.value?.commit()
        }
        // A commit can change the model of another field.
        for row in takeSnapshot().rows where row.isSubmitted { row.field?.formState.value?.followModel() }
    }
}
