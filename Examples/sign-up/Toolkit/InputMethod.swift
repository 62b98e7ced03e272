package import KeyboardForms

/// An object that shows the on-screen keyboard for the focused field, as a text-input protocol of a desktop does.
@MainActor
package protocol InputMethod: AnyObject {
    /// Called when the focus has moved to a field, or when no field has the focus any more.
    func focusDidMove(to field: (any FormField)?)

    /// Called when the focused field needs other keys or another bar.
    func traitsDidChange(of field: any FormField)
}
