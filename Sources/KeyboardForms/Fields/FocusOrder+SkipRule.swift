extension FocusOrder {
    /// A reason to skip a field when the focus moves.
    ///
    /// A field is skipped if any rule of the list matches the field. A field with a destroyed widget is always skipped.
    /// A move also passes over the fields of other groups (``FocusOrder/keepFocus(within:)``,
    /// ``FormContainer/isFocusGroup``). A move also passes over fields that have refused the focus during the same
    /// move. If the focus moves along links without an order, the move uses the rule ``unavailable``.
    ///
    /// ```swift
    /// order.skipping = [.unavailable, .filled, .when { $0.formState.keyboardType == .phonePad }]
    /// ```
    public struct SkipRule: Sendable {
        /// Whether a move continues with another field after a field has refused the focus.
        private(set) var skipsRefusingFields = false
        fileprivate let matches: @MainActor @Sendable (any FormField, _ isInHiddenContainer: Bool) -> Bool

        /// Skips hidden fields.
        ///
        /// A field is hidden if the field or one of its containers is hidden. A field with an opacity below 0.01 is
        /// also hidden.
        public static let hidden = SkipRule { $0.isInvisible($1) }

        /// Skips fields that do not accept input.
        public static let disabled = SkipRule { field, _ in !field.isEnabled }

        /// Skips fields that cannot take the focus, or that refuse it during a move.
        public static let refusing = SkipRule(skipsRefusingFields: true) { field, _ in
            !field.formState.providers.canBecomeFirstResponder()
        }

        /// Skips fields that cannot be edited: ``hidden``, ``disabled`` and ``refusing`` in one rule.
        public static let unavailable = SkipRule(skipsRefusingFields: true) { field, isInHiddenContainer in
            disabled.matches(field, isInHiddenContainer) || hidden.matches(field, isInHiddenContainer)
                || refusing.matches(field, isInHiddenContainer)
        }

        /// Skips fields that hold text.
        public static let filled = SkipRule { field, _ in !field.text.isEmpty }

        /// Skips fields for which a closure returns `true`.
        ///
        /// The rule retains the closure. Capture a screen weakly in the closure. If the result of the closure changes
        /// although the field has not changed, call ``FocusOrder/formDidChange()``. If the closure reads the order, the
        /// order returns the values of its previous snapshot. If the closure itself changes a field, the order does not
        /// notice the change immediately. The order notices the change when the form next changes or the focus next
        /// moves.
        public static func when(_ condition: @escaping @MainActor (any FormField) -> Bool) -> SkipRule {
            SkipRule { field, _ in condition(field) }
        }
    }
}

extension FormField {
    /// Returns whether a rule matches the field, or whether the field's widget was destroyed.
    ///
    /// A rule of the app can destroy the widget. Therefore the method checks the widget before and after each rule.
    func isSkipped(by rules: [FocusOrder.SkipRule], isInHiddenContainer: Bool = false) -> Bool {
        // The method uses a loop instead of `contains(where:)`. The closure of `contains(where:)` would look up the
        // current executor for each field.
        for rule in rules where formState.isDetached || rule.matches(self, isInHiddenContainer) { return true }
        return formState.isDetached
    }

    /// Returns whether a submit includes the field's value: the field must be visible and enabled.
    func isSubmitted(isInHiddenContainer: Bool) -> Bool {
        // A provider can destroy the widget. Therefore the method checks the widget twice.
        !formState.isDetached && isEnabled && !isInvisible(isInHiddenContainer) && !formState.isDetached
    }

    fileprivate func isInvisible(_ isInHiddenContainer: Bool) -> Bool {
        // The limit is an opacity of 0.01. UIKit does not deliver touches to a view with a lower opacity
        // (UIView.hitTest).
        if isHidden || isInHiddenContainer { return true }
        let state = formState
        return state.providers.isHiddenByAncestor() || state.providers.opacity() < 0.01
    }
}
