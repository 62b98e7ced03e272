/// A screen that sets the return keys of its fields: *next* as long as an empty field follows, *done* otherwise.
///
/// ```swift
/// final class SignUpScreen: NextTextFieldHandler {
///     var textFields: [any FormField] { [nameField, mailField, phoneField] }
///     init() { for field in textFields { field.returnKeyHandler = self } }
/// }
/// ```
///
/// A field holds its handler weakly. Each call reads all fields, in O(n), and no state is kept. A return key is set when
/// the field's editing begins. Later changes of other fields take effect at the tap.
@MainActor
public protocol NextTextFieldHandler: ReturnKeyHandler {
    /// The fields, in order.
    var textFields: [any FormField] { get }

    /// Which fields are skipped, besides filled ones.
    ///
    /// The default is ``FocusOrder/SkipRule/unavailable``. A handler that includes hidden and disabled fields returns
    /// `[]`.
    var skipping: [FocusOrder.SkipRule] { get }
}

extension NextTextFieldHandler {
    /// The default: hidden, disabled and refusing fields are skipped.
    public var skipping: [FocusOrder.SkipRule] { [.unavailable] }

    /// Sets the return key type to `next` if an empty field follows, and to `done` otherwise.
    ///
    /// A field that is not in ``textFields`` is not changed.
    public func setupReturnKeyType(for field: any FormField) {
        guard let candidates = emptyFields(after: field) else { return }
        field.returnKeyType = candidates.isEmpty ? .done : .next
    }

    /// Moves the focus to the first empty field after this one, or closes the keyboard if there is none.
    ///
    /// Nothing happens for a field that is not in ``textFields``.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard let candidates = emptyFields(after: field), field.canLoseFocus else { return }
        for candidate in candidates where candidate.takeFocus(from: field) != .refused { return }
        field.resignFirstResponder()
    }

    private func emptyFields(after field: any FormField) -> [any FormField]? {
        let fields = textFields
        guard let index = fields.firstIndex(where: { $0 === field }) else { return nil }
        let rules = skipping + [.filled]
        return fields[(index + 1)...].filter { !$0.isSkipped(by: rules) }
    }
}
