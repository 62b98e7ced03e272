/// A screen that sets the return keys of its fields.
///
/// The return key is *next* if an empty field follows, and otherwise *done*.
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
/// A field holds its handler weakly. Each call reads all fields, in O(n). The handler does not store state. A return
/// key is set when the field's editing begins. If other fields change afterwards, the changes take effect when the
/// return key is tapped.
@MainActor
public protocol NextTextFieldHandler: ReturnKeyHandler {
    /// The fields, in order.
    var textFields: [any FormField] { get }

    /// The rules that determine the skipped fields.
    ///
    /// Filled fields are always skipped.
    ///
    /// The default is ``FocusOrder/SkipRule/unavailable``. To include hidden and disabled fields, return `[]`.
    var skipping: [FocusOrder.SkipRule] { get }
}

extension NextTextFieldHandler {
    /// The default is ``FocusOrder/SkipRule/unavailable``.
    public var skipping: [FocusOrder.SkipRule] { [.unavailable] }

    /// Sets the return key type to `next` if an empty field follows, and to `done` otherwise.
    ///
    /// A field that is not in ``textFields`` is not changed.
    public func setupReturnKeyType(for field: any FormField) {
        guard let candidates = emptyFields(after: field) else { return }
        field.formState.returnKeyType = candidates.isEmpty ? .done : .next
    }

    /// Moves the focus to the first empty field after this field.
    ///
    /// If no empty field follows, the method closes the keyboard. The method has no effect for a field that is not in
    /// ``textFields``.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard var candidates = emptyFields(after: field)?.makeIterator() else { return }
        var transfer = FocusTransfer(from: field)
        let result = transfer.offerFocus(skipping: skipping + [.filled]) { candidates.next() }
        if result == .atEnd || result == .refused { transfer.resign() }
    }

    private func emptyFields(after field: any FormField) -> [any FormField]? {
        let fields = textFields
        guard let index = fields.firstIndex(where: { $0 === field }) else { return nil }
        let rules = skipping + [.filled]
        return fields[(index + 1)...].filter { !$0.isSkipped(by: rules) }
    }
}
