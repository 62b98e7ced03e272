extension FocusOrder {
    /// The reason why a form is not submitted: a field and its error.
    @MainActor
    public struct SubmitRefusal: @MainActor Equatable {
        /// The first field with an invalid value, held weakly.
        public private(set) weak var field: (any FormField)?

        /// The reason why the value is not valid.
        public let error: ValueInputError

        /// Returns whether two refusals have the same field and the same error.
        public static func == (one: SubmitRefusal, other: SubmitRefusal) -> Bool {
            one.field === other.field && one.error == other.error
        }
    }

    /// Commits all values and submits the form.
    ///
    /// If a value is not valid, the form is not submitted. The first field with an invalid value takes the focus and
    /// shows its error. Then the order calls ``onSubmitRefusal``.
    ///
    /// If all values are valid and ``end`` is not a disabled button, the focused field gives up the focus. If ``end``
    /// is a button or a closure, the order then presses the button or calls the closure.
    ///
    /// The order reads the fields after each commit, because a commit can change the form. The cost is O(v · n) for v
    /// values in n fields.
    ///
    /// - Returns: `true` if all values are valid, the focused field has given up the focus, and ``end`` is not a
    ///   deallocated or disabled button.
    @discardableResult
    public func submit() -> Bool {
        noticeUnreportedFocus()
        // The order checks the button after the commits, because a commit can enable the button.
        if refuseInvalidValues() || !end.isEnabled() { return false }
        if let focused, !focused.giveUpFocus() { return false }
        // During `giveUpFocus()`, a callback may have made a value invalid. Therefore the method checks the values
        // again.
        if refuseInvalidValues() { return false }
        return end.submitAction?() ?? true
    }

    /// Commits all values, and calls ``onSubmitRefusal`` if a value is not valid.
    ///
    /// - Returns: Whether a value is not valid.
    @discardableResult
    func refuseInvalidValues() -> Bool {
        let refusal = change {
            commitValues()
            let refusal = takeSnapshot().submitRefusal
            if let refusal { show(refusal) }
            return refusal
        }
        guard let refusal else { return false }
        onSubmitRefusal?(refusal)
        return true
    }

    /// Commits the values of all fields that are visible and enabled.
    ///
    /// A commit can change the model of another field. Therefore each field reads its model after all commits.
    private func commitValues() {
        var committed: Set<ObjectIdentifier> = []
        // A commit can hide, disable or remove other fields. Therefore the loop takes a new snapshot after each commit.
        while let row = takeSnapshot().rows.first(where: { $0.isSubmitted && !committed.contains($0.id) }) {
            committed.insert(row.id)
            // If a field does not have the focus, the commit of an invalid text can replace the text with the value.
            // Therefore only the focused field commits an invalid text.
            guard let field = row.field, row.error == nil || field.isFocused else { continue }
            field.formState.value?.commit()
        }
        for row in takeSnapshot().rows where row.isSubmitted { row.field?.formState.value?.followModel() }
    }

    /// Moves the focus to the invalid field that caused a refusal, and shows the error in this field.
    private func show(_ refusal: SubmitRefusal) {
        guard let field = refusal.field else { return }
        if !field.isFocused {
            var transfer = FocusTransfer(from: focused)
            _ = transfer.offerFocus(to: field)
        }
        field.formState.value?.showInputError(refusal.error)
    }
}
