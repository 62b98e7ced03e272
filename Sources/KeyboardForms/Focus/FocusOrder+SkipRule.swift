extension FocusOrder {
    /// A reason to skip a field when the focus moves.
    ///
    /// A field is skipped if any rule of the list matches the field.
    ///
    /// ```swift
    /// order.skipping = [.unavailable, .filled, .when { $0.formState.keyboardType == .phonePad }]
    /// ```
    public struct SkipRule: Sendable {
        fileprivate enum Condition: Sendable {
            case hidden, disabled, refusing, unavailable, filled
            case custom(@MainActor (any FormField) -> Bool)
        }

        fileprivate let condition: Condition

        /// Skips hidden fields.
        ///
        /// A field is hidden if the field or one of its containers is hidden, or if the field's opacity is below 0.01.
        public static let hidden = SkipRule(condition: .hidden)

        /// Skips fields that do not accept input.
        public static let disabled = SkipRule(condition: .disabled)

        /// Skips fields that cannot take the focus, or that refuse it during a move.
        public static let refusing = SkipRule(condition: .refusing)

        /// Skips fields that cannot be edited: ``hidden``, ``disabled`` and ``refusing`` in one rule.
        public static let unavailable = SkipRule(condition: .unavailable)

        /// Skips fields that hold text.
        public static let filled = SkipRule(condition: .filled)

        /// Skips fields for which a closure returns `true`.
        ///
        /// The rule retains the closure. Capture a screen weakly in the closure. If the result changes without a
        /// change of the field, call ``FocusOrder/setNeedsArranging()``. The closure may ask the order, which then
        /// answers from its latest evaluation, and may write to fields, which are then evaluated once more.
        public static func when(_ condition: @escaping @MainActor (any FormField) -> Bool) -> SkipRule {
            SkipRule(condition: .custom(condition))
        }

        /// Whether a field that refuses the focus is skipped.
        var skipsRefusingFields: Bool {
            switch condition {
            case .refusing, .unavailable: true
            default: false
            }
        }
    }
}

extension FormField {
    func isSkipped(by rules: [FocusOrder.SkipRule], isHiddenByContainer: Bool = false) -> Bool {
        // The limit is 0.01, because UIKit does not deliver touches to a view with a lower opacity (UIView.hitTest).
        var isInvisible: Bool {
            isHidden || isHiddenByContainer || formState.isHiddenByAncestor || formState.opacity < 0.01
        }
        if formState.isDetached { return true }
        return rules.contains { rule in
            switch rule.condition {
            case .hidden: isInvisible
            case .disabled: !isEnabled
            case .refusing: !formState.canBecomeFirstResponder
            case .unavailable: isInvisible || !isEnabled || !formState.canBecomeFirstResponder
            case .filled: !text.isEmpty
            case .custom(let condition): condition(self)
            }
        }
    }
}
