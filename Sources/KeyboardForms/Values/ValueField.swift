/// What keeps a value behind a field's text, as the field knows it.
@MainActor
protocol ValueField: AnyObject {
    func textDidChange()

    /// Takes what was typed for the value.
    ///
    /// - Returns: whether it could be taken, or nothing was typed.
    @discardableResult
    func commit() -> Bool
}
