extension FocusOrder {
    /// A rule that selects the fields to skip when the focus moves.
    ///
    /// A move skips a field if any rule in ``FocusOrder/skipping`` matches the field. A move along links, for example
    /// in ``FormChangeable/changeToNextForm()``, uses the rule ``unavailable``.
    ///
    /// Independently of the rules, a move skips these fields:
    ///
    /// - Fields with a destroyed widget
    /// - Fields outside the group of the focused field (``FormContainer/isFocusGroup``), if an order moves the focus
    /// - Fields that have already refused the focus during this move
    ///
    /// ```swift
    /// order.skipping = [.unavailable, .filled, .when { $0.formState.keyboardType == .phonePad }]
    /// ```
    public struct SkipRule: Sendable {
        fileprivate let matches: @MainActor @Sendable (any FormField, _ isInHiddenContainer: Bool) -> Bool

        /// Skips hidden fields, disabled fields, and fields that cannot take the focus.
        ///
        /// A field is hidden if the field or one of its containers is hidden.
        public static let unavailable = SkipRule { field, isInHiddenContainer in
            isInHiddenContainer || field.isHidden || !field.isEnabled || !field.formState.canBecomeFirstResponder()
        }

        /// Skips fields that hold text.
        public static let filled = SkipRule { field, _ in !field.text.isEmpty }

        /// Skips a field if a closure returns `true` for the field.
        ///
        /// The rule retains the closure. If the closure uses a screen, capture the screen weakly.
        ///
        /// If the closure reads a variable of the app, call ``FocusOrder/formDidChange()`` after the variable has
        /// changed. If the closure changes a field, the order may notice this change only at the next move of the focus
        /// or at the next change of the form.
        ///
        /// While the order calls the closure, the properties of the order still have their old values. For example, if
        /// the focus has just moved, ``FocusOrder/focusedField`` is still the former field.
        public static func when(_ condition: @escaping @MainActor (any FormField) -> Bool) -> SkipRule {
            SkipRule { field, _ in condition(field) }
        }
    }
}

extension FormField {
    /// A rule can call a closure of the app, which can destroy the widget.
    func isSkipped(by rules: [FocusOrder.SkipRule], isInHiddenContainer: Bool = false) -> Bool {
        // The closure of `contains(where:)` would look up the current executor at each call.
        for rule in rules where formState.isDetached || rule.matches(self, isInHiddenContainer) { return true }
        return formState.isDetached
    }
}
