enum FocusMoveResult {
    case moved
    /// The move did not offer the focus to any field.
    case atEnd
    case refused
    /// The focused field has taken the focus back, or a callback has moved the focus.
    ///
    /// The move must not offer the focus again.
    case interrupted
}

/// An offer does not call ``FormField/resignFirstResponder()``, so the keyboard stays on screen.
@MainActor
func passFocus(
    from current: (any FormField)?,
    skipping rules: [FocusOrder.SkipRule] = [],
    to next: () -> (any FormField)?
) -> FocusMoveResult {
    var result = FocusMoveResult.atEnd
    while let field = next() {
        result = field.isSkipped(by: rules) ? .refused : field.takeFocus(from: current)
        if result != .refused { return result }
    }
    return result
}

extension FormField {
    func takeFocus(from current: (any FormField)?) -> FocusMoveResult {
        // After the field was chosen, a closure of the app may have destroyed the field's widget.
        if formState.isDetached { return .refused }
        if self === current, isEdited { return .moved }
        let former = current?.formState.editing
        formState.editing.isTakingFocusByMove = true
        let isTaken = becomeFirstResponder()
        formState.editing.isTakingFocusByMove = false
        current?.checkReport()
        checkReport()
        // The result is `.moved` even if a callback has already given the focus to another field.
        if isEdited || isTaken && current?.isEdited != true { return .moved }
        guard former?.field != nil, let now = current?.formState.editing else { return .refused }
        return now.field != nil && now.reportCount == former?.reportCount ? .refused : .interrupted
    }

    @discardableResult
    func giveUpFocus() -> Bool {
        if formState.isDetached { return true }
        _ = resignFirstResponder()
        checkReport()
        return !isEdited
    }
}
