/// A reason to pass a field by when the focus moves. Rules compose: a field is passed that any of them wants passed.
///
/// ```swift
/// order.skipping = [.hidden, .disabled, .filled, .when { $0.keyboardType == .phonePad }]
/// ```
public struct SkipRule: Sendable {
    enum Reason: Sendable {
        case hidden, disabled, refusing, filled
        case condition(@MainActor (any FormField) -> Bool)
    }

    let reason: Reason

    /// Fields that cannot be seen: hidden themselves or by something that they stand in, or all but transparent.
    public static let hidden = SkipRule(reason: .hidden)

    /// Fields that take no input.
    public static let disabled = SkipRule(reason: .disabled)

    /// Fields that would not take the focus, or do not when they are asked.
    public static let refusing = SkipRule(reason: .refusing)

    /// Fields that hold text already.
    public static let filled = SkipRule(reason: .filled)

    /// Fields for which this says `true`. The rule holds the closure: let it hold its screen weakly. Where the answer
    /// changes for another reason than a change of the field, call ``FocusOrder/setNeedsArranging()``.
    public static func when(_ condition: @escaping @MainActor (any FormField) -> Bool) -> SkipRule {
        SkipRule(reason: .condition(condition))
    }
}

extension [SkipRule] {
    /// What cannot take input: ``SkipRule/hidden``, ``SkipRule/disabled``, ``SkipRule/refusing``.
    public static var unavailable: [SkipRule] { [.hidden, .disabled, .refusing] }
}

extension FormField {
    func isSkipped(by rules: [SkipRule], isHiddenByContainer: Bool = false) -> Bool {
        rules.contains { rule in
            switch rule.reason {
            // 0.01: UIKit lets no view less opaque than that be touched (UIView.hitTest).
            case .hidden: isHidden || isHiddenByContainer || isHiddenByAncestor || opacity < 0.01
            case .disabled: !isEnabled
            case .refusing: !canBecomeFirstResponder
            case .filled: !text.isEmpty
            case .condition(let condition): condition(self)
            }
        }
    }
}
