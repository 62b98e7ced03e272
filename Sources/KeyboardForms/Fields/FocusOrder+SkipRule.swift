extension FocusOrder {
    /// A rule that selects the fields to skip when the focus moves.
    ///
    /// A move skips a field if any rule in ``FocusOrder/skipping`` matches the field. A field can move the focus along
    /// its links without an order, for example in ``FormChangeable/changeToNextForm()``. Such a move uses the rule
    /// ``unavailable``.
    ///
    /// Independently of the rules, a move skips these fields:
    ///
    /// - Fields with a destroyed widget
    /// - Fields of other groups (``FocusOrder/keepFocus(within:)``, ``FormContainer/isFocusGroup``)
    /// - Fields that have already refused the focus during this move
    ///
    /// ```swift
    /// order.skipping = [.unavailable, .filled, .when { $0.formState.keyboardType == .phonePad }]
    /// ```
    public struct SkipRule: Sendable {
        /// Whether a move offers the focus to another field after a refusal.
        private(set) var skipsRefusingFields = false
        fileprivate let matches: @MainActor @Sendable (any FormField, _ isInHiddenContainer: Bool) -> Bool

        /// Skips hidden fields.
        ///
        /// A field is hidden if the field or one of its containers is hidden. A field with an opacity below 0.01 is
        /// also hidden.
        package static let hidden = SkipRule { $0.isInvisible($1) }

        /// Skips fields that do not accept input.
        package static let disabled = SkipRule { field, _ in !field.isEnabled }

        /// Skips fields that cannot take the focus, and fields that refuse the focus during a move.
        package static let refusing = SkipRule(skipsRefusingFields: true) { field, _ in
            !field.formState.providers.canBecomeFirstResponder()
        }

        /// Skips fields that cannot be edited.
        ///
        /// These are hidden and disabled fields, fields that cannot take the focus, and fields that refuse the focus
        /// during a move. A field is hidden if the field or one of its containers is hidden, or if its opacity is below
        /// 0.01.
        public static let unavailable = SkipRule(skipsRefusingFields: true) { field, isInHiddenContainer in
            disabled.matches(field, isInHiddenContainer) || hidden.matches(field, isInHiddenContainer)
                || refusing.matches(field, isInHiddenContainer)
        }

        /// Skips fields that hold text.
        public static let filled = SkipRule { field, _ in !field.text.isEmpty }

        /// Skips a field if a closure returns `true` for the field.
        ///
        /// The rule retains the closure. If the closure uses a screen, capture the screen weakly.
        ///
        /// If the closure reads a variable of the app, call ``FocusOrder/formDidChange()`` after the variable has
        /// changed. If the closure changes a field, the order may notice this change only at the next change of the
        /// form, or at the next move of the focus.
        ///
        /// While the order calls the closure, the properties of the order still have their old values. For example, if
        /// the focus has just moved, ``FocusOrder/focusedField`` is still the former field.
        public static func when(_ condition: @escaping @MainActor (any FormField) -> Bool) -> SkipRule {
            SkipRule { field, _ in condition(field) }
        }
    }
}

extension FormField {
    /// Returns `true` if a rule matches the field, or if the field's widget was destroyed.
    ///
    /// The closure of a rule can destroy the widget. Therefore the method checks before and after each rule whether the
    /// widget still exists.
    func isSkipped(by rules: [FocusOrder.SkipRule], isInHiddenContainer: Bool = false) -> Bool {
        // The method uses a loop instead of `contains(where:)`. The closure of `contains(where:)` would look up the
        // current executor at each call.
        for rule in rules where formState.isDetached || rule.matches(self, isInHiddenContainer) { return true }
        return formState.isDetached
    }

    /// Returns whether the form submits the field's value.
    ///
    /// A form submits only the values of visible and enabled fields.
    func isSubmitted(isInHiddenContainer: Bool) -> Bool {
        // `isInvisible` calls closures of `providers`, and a closure can destroy the widget. Therefore the method
        // checks `isDetached` before and after `isInvisible`.
        !formState.isDetached && isEnabled && !isInvisible(isInHiddenContainer) && !formState.isDetached
    }

    fileprivate func isInvisible(_ isInHiddenContainer: Bool) -> Bool {
        // A field with an opacity below 0.01 is invisible. UIKit does not deliver touches to a view with an opacity
        // below 0.01 (UIView.hitTest).
        if isHidden || isInHiddenContainer { return true }
        let state = formState
        return state.providers.isHiddenByAncestor() || state.providers.opacity() < 0.01
    }
}
