extension FocusOrder: ReturnKeyHandler {
    /// What the field's return key should say: *next* where there is a next field, *go* where the form is submitted
    /// after this one, *done* elsewhere.
    public func returnKeyType(for field: any FormField) -> ReturnKeyType {
        if next(after: field) != nil { return .next }
        if case .submit = end.kind { return .go }
        return .done
    }

    /// Lets the field's return key say ``returnKeyType(for:)``. A field that is not in the order is left alone.
    public func setupReturnKeyType(for field: any FormField) {
        guard position(of: field) != nil else { return }
        let type = returnKeyType(for: field)
        if field.returnKeyType != type { field.returnKeyType = type }
    }

    /// Moves on from this field. Where there is no next one, the keyboard closes, and the form is submitted if the
    /// order ends so; not where the field does not let the focus go, or the next one does not take it. A field that is
    /// not in the order is left alone.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard position(of: field) != nil, move(from: field, .next) == .atEnd else { return }
        guard field.resignFirstResponder(), case .submit(let action) = end.kind else { return }
        action()
    }

    /// What comes after the focused field may have changed since its editing began.
    func updateReturnKey() {
        guard let focused, focused.returnKeyAnswerer === self else { return }
        setupReturnKeyType(for: focused)
    }
}
