/// A screen whose fields get the right return key by themselves: *next* as long as an empty field follows.
///
/// ```swift
/// final class SignUpScreen: NextTextFieldHandler {
///     var textFields: [any FormField] { [nameField, mailField, phoneField] }
///     init() { for field in textFields { field.returnKeyHandler = self } }
/// }
/// ```
///
/// A field keeps its handler weakly. Each call looks at the fields anew: O(n), and nothing to keep up to date. A return
/// key is set when its field begins editing; what changes in other fields meanwhile is seen at the tap.
@MainActor
public protocol NextTextFieldHandler: ReturnKeyHandler {
    /// The fields, in order.
    var textFields: [any FormField] { get }

    /// Which fields are left out, besides those that are filled: hidden, disabled and refusing ones, unless written. An
    /// app that wants them in its list writes `[]`.
    var skipping: [SkipRule] { get }
}

extension NextTextFieldHandler {
    public var skipping: [SkipRule] { .unavailable }

    /// *Next* where an empty field comes after this one, *done* elsewhere. A field that is not in the list is left
    /// alone.
    public func setupReturnKeyType(for field: any FormField) {
        guard let candidates = emptyFields(after: field) else { return }
        field.returnKeyType = candidates.isEmpty ? .done : .next
    }

    /// Gives the focus to the first empty field after this one; where there is none, the keyboard closes. A field that
    /// is not in the list is left alone.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard let candidates = emptyFields(after: field), field.canBeLeft else { return }
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
