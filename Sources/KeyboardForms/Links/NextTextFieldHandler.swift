/// A screen that sets the return key types of its fields and handles taps on their return keys.
///
/// If an empty field follows the edited field, the return key type of the edited field is `next`. If no empty field
/// follows, the return key type is `done`.
///
/// ```swift
/// final class SignUpScreen: NextTextFieldHandler {
///     let textFields: [any FormField]
///
///     init(_ textFields: [any FormField]) {
///         self.textFields = textFields
///         for field in textFields { field.returnKeyHandler = self }
///     }
/// }
/// ```
///
/// A field holds its handler weakly. The handler does not store state. Each call of the handler reads all fields. The
/// cost is O(n).
///
/// The handler sets the return key type of a field when the field's editing begins. If another field changes during the
/// editing, the return key type stays the same. When the return key is tapped, the handler reads all fields again.
@MainActor
public protocol NextTextFieldHandler: ReturnKeyHandler {
    /// The fields, in the sequence in which the focus visits them.
    var textFields: [any FormField] { get }

    /// The rules that determine which fields the focus skips.
    ///
    /// The handler also skips all filled fields.
    ///
    /// The default is ``FocusOrder/SkipRule/unavailable``. To include hidden and disabled fields, return `[]`.
    var skipping: [FocusOrder.SkipRule] { get }
}

extension NextTextFieldHandler {
    /// The default rule, ``FocusOrder/SkipRule/unavailable``.
    public var skipping: [FocusOrder.SkipRule] { [.unavailable] }

    /// Sets the return key type of a field to `next` if an empty field follows, and to `done` otherwise.
    ///
    /// If the field is not in ``textFields``, the method has no effect.
    public func setupReturnKeyType(for field: any FormField) {
        guard let candidates = emptyFields(after: field) else { return }
        field.formState.returnKeyType = candidates.isEmpty ? .done : .next
    }

    /// Moves the focus to the first empty field after the given field.
    ///
    /// The keyboard closes if no empty field follows, or if all following empty fields refuse the focus. If the field
    /// is not in ``textFields``, the method has no effect.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard var candidates = emptyFields(after: field)?.makeIterator() else { return }
        let result = passFocus(from: field, skipping: skipping + [.filled]) { candidates.next() }
        if result == .atEnd || result == .refused { field.giveUpFocus() }
    }

    private func emptyFields(after field: any FormField) -> [any FormField]? {
        let fields = textFields
        guard let index = fields.firstIndex(where: { $0 === field }) else { return nil }
        let rules = skipping + [.filled]
        return fields[(index + 1)...].filter { !$0.isSkipped(by: rules) }
    }
}
