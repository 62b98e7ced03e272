package import KeyboardForms

/// What shows the on-screen keyboard for the focused field, as a text-input protocol of a desktop does.
@MainActor
package protocol InputMethod: AnyObject {
    /// The focus has moved to a field, or no field has the focus.
    func focusDidMove(to field: (any FormField)?)

    /// The keys or the bar that the focused field needs have changed.
    func traitsDidChange(of field: any FormField)
}
