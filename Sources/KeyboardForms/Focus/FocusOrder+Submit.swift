extension FocusOrder {
    /// The reason that a form was not or cannot be submitted: a field with an invalid value.
    @MainActor
    public struct SubmitRefusal {
        struct Identity: Equatable {
            let field: ObjectIdentifier
            let error: ValueInputError
        }

        /// The first field with an invalid value, held weakly.
        public private(set) weak var field: (any FormField)?

        /// The reason that the value is not valid.
        public let error: ValueInputError

        let identity: Identity

        init(field: any FormField, error: ValueInputError) {
            self.field = field
            self.error = error
            identity = Identity(field: ObjectIdentifier(field), error: error)
        }
    }

    /// Whether all values of the form are valid.
    ///
    /// The property is observable. ``submitRefusal`` is the reason if they are not.
    public var canSubmit: Bool {
        submitRefusal == nil
    }

    /// The first field with an invalid value.
    ///
    /// The property is observable. ``submitRefusal`` has the error.
    public var firstInvalidField: (any FormField)? {
        submitRefusal?.field
    }

    /// Commits all values and submits the form.
    ///
    /// The order commits the values of all fields that are neither hidden nor disabled. If a value is not valid, its
    /// field takes the focus and keeps its error, and ``onSubmitRefusal`` is called. If the order ends with a disabled
    /// button, nothing else happens. Otherwise the keyboard closes, and the action of ``end-swift.property`` is
    /// performed, if the order ends with a submit action.
    ///
    /// - Returns: Whether all values are valid, the focused field has given up the focus, and the button of the end is enabled.
    @discardableResult
    public func submit() -> Bool {
        noticeUnreportedFocus()
        return submit(from: focused)
    }

    @discardableResult
    func submit(from field: (any FormField)?) -> Bool {
        // A commit may enable the button.
        if refuseInvalidValues() || !end.isEnabled { return false }
        if let field, !field.giveUpFocus() { return false }
        // A callback of the end of editing may have made a value invalid.
        if refuseInvalidValues() { return false }
        return end.submitAction?() ?? true
    }

    /// Commits all values, and reports the refusal if a value is not valid.
    ///
    /// - Returns: Whether a value is not valid.
    @discardableResult
    func refuseInvalidValues() -> Bool {
        guard let refusal = commitValues() else { return false }
        onSubmitRefusal?(refusal)
        return true
    }
}
