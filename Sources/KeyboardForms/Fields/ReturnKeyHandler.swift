/// Who says what a field's return key reads, and what it does.
@MainActor
public protocol ReturnKeyHandler: AnyObject {
    /// Sets the field's return key. Called when its editing begins.
    func setupReturnKeyType(for field: any FormField)

    /// Return was tapped in the field.
    func handleReturnKeyTapped(on field: any FormField)
}
