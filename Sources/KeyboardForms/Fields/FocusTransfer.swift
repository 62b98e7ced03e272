/// The result of an attempt to move the focus.
enum FocusMoveResult {
    /// A field has accepted the focus.
    case moved
    /// The move did not offer the focus to any field.
    case atEnd
    /// Every field that received an offer has refused the focus.
    case refused
    /// The focused field has kept the focus or taken it back, or a callback has moved the focus.
    ///
    /// After this result, the move must not offer the focus to any other field.
    case interrupted
}

/// Offers the focus to several fields in turn, until a field takes the focus.
///
/// An offer does not call ``FormField/resignFirstResponder()``, so the keyboard stays on screen.
///
/// - Parameters:
///   - current: The field that has the focus.
///   - rules: The rules that determine which fields the focus skips.
///   - next: A closure that returns the field for the next offer.
/// - Returns: The result of the last offer.
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
        // After this field was chosen, the closure of another field may have destroyed this field's widget.
        if formState.isDetached { return .refused }
        if self === current, isEdited { return .moved }
        let former = current?.formState.editing
        formState.editing.isTakingFocusByMove = true
        let isTaken = becomeFirstResponder()
        formState.editing.isTakingFocusByMove = false
        current?.checkReport()
        checkReport()
        // After this field has taken the focus, a callback may give the focus to another field. The result is still
        // `.moved`.
        if isEdited || isTaken && current?.isEdited != true { return .moved }
        guard former?.field != nil, let now = current?.formState.editing else { return .refused }
        return now.field != nil && now.reportCount == former?.reportCount ? .refused : .interrupted
    }

    /// Gives up the focus, and closes the keyboard.
    ///
    /// - Returns: `true` if the field does not have the focus now.
    @discardableResult
    func giveUpFocus() -> Bool {
        if formState.isDetached { return true }
        _ = resignFirstResponder()
        checkReport()
        return !isEdited
    }
}
