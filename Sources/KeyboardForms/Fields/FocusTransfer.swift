/// The result of an attempt to move the focus.
enum FocusMoveResult {
    /// A field has accepted the focus.
    case moved
    /// The focus was not offered to any field.
    case atEnd
    /// A field has refused the focus. The move may continue with another field.
    case refused
    /// The move must end.
    ///
    /// A move is interrupted in two cases:
    ///
    /// - The focused field has kept the focus or taken the focus back.
    /// - A callback has moved the focus.
    case interrupted
}

/// An attempt to move the focus away from a field.
///
/// The transfer asks the focused field only once for permission to move the focus
/// (``FormFieldProviders/canResignFirstResponder``). The transfer asks for the permission before it first offers the
/// focus to another field or closes the keyboard.
@MainActor
struct FocusTransfer {
    private let current: (any FormField)?
    private var isPermitted = false

    init(from current: (any FormField)?) {
        self.current = current
    }

    /// Offers the focus to one field after another, until a field takes the focus.
    ///
    /// - Parameters:
    ///   - rules: The rules that determine the skipped fields.
    ///   - next: A closure that returns the next field.
    /// - Returns: The result of the last offer.
    mutating func offerFocus(
        skipping rules: [FocusOrder.SkipRule] = [],
        to next: () -> (any FormField)?
    ) -> FocusMoveResult {
        var result = FocusMoveResult.atEnd
        while let field = next() {
            result = offerFocus(to: field, skipping: rules)
            if result != .refused { return result }
        }
        return result
    }

    /// Offers the focus to a field.
    ///
    /// The focused field does not give up the focus before the offer.
    mutating func offerFocus(to field: any FormField, skipping rules: [FocusOrder.SkipRule] = []) -> FocusMoveResult {
        if field === current, field.isFocused { return .moved }
        guard !field.isSkipped(by: rules) else { return .refused }
        guard askForPermission() else { return .interrupted }
        // The request for permission can call the app, and the app can hide the next field or destroy its widget.
        // Therefore the method checks the next field again.
        return field.isSkipped(by: rules) ? .refused : field.takeFocus(from: current)
    }

    /// Asks the focused field to give up the focus.
    ///
    /// - Returns: `true` if the field does not have the focus now.
    @discardableResult
    mutating func resign() -> Bool {
        guard let current, !current.formState.isDetached else { return true }
        return askForPermission() && (current.formState.isDetached || current.resign())
    }

    /// Asks the focused field for permission to move the focus.
    ///
    /// After the focused field has given the permission, the method does not ask again.
    mutating func askForPermission() -> Bool {
        if !isPermitted, let current {
            isPermitted = !current.isFocused || current.formState.providers.canResignFirstResponder()
        }
        return isPermitted || current == nil
    }
}

extension FormField {
    /// Moves the focus from another field to this field.
    fileprivate func takeFocus(from current: (any FormField)?) -> FocusMoveResult {
        let hadFocus = current?.isFocused ?? false
        let keepCount = current?.formState.editing.keepCount
        formState.editing.isTakingFocusByMove = true
        defer { formState.editing.isTakingFocusByMove = false }
        let isTaken = becomeFirstResponder()
        if !formState.isDetached, isTaken != isFirstResponder { formState.report(.wrongResultOfBecoming, of: self) }
        if let current, current !== self { current.reportUnreportedFocus() }
        reportUnreportedFocus()
        // If this field took the focus, the move has succeeded, even if a callback then moved the focus to a third
        // field.
        if isFocused || isTaken && current?.isFocused != true { return .moved }
        guard hadFocus, let current else { return .refused }
        // If the old field has reported a start or an end of its editing during the offer but still has the focus, the
        // move ends. The old field has kept the focus or taken the focus back.
        return current.isFocused && current.formState.editing.keepCount == keepCount ? .refused : .interrupted
    }

    fileprivate func resign() -> Bool {
        let (hadFocus, keepCount) = (isFocused, formState.editing.keepCount)
        let hasResigned = resignFirstResponder()
        // After the field has resigned, a callback may have given the focus back to the field. A result of `true` is
        // not a defect if the field has reported the focus again.
        if hadFocus, !formState.isDetached, hasResigned == isFocused,
            !hasResigned || formState.editing.keepCount == keepCount
        {
            formState.report(.wrongResultOfResigning, of: self)
        }
        reportUnreportedFocus()
        return !isFocused
    }

    /// Gives up the focus.
    ///
    /// - Returns: `true` if the field does not have the focus now.
    @discardableResult
    func giveUpFocus() -> Bool {
        var transfer = FocusTransfer(from: self)
        return transfer.resign()
    }
}
