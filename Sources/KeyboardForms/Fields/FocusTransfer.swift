/// The result of an attempt to move the focus.
enum FocusMoveResult {
    /// A field has accepted the focus.
    case moved
    /// The move did not offer the focus to any field.
    case atEnd
    /// A field has refused the focus. The move can continue with another field.
    case refused
    /// The move must end, and must not offer the focus to a further field.
    ///
    /// The causes are:
    ///
    /// - The focused field has kept the focus or taken the focus back.
    /// - A callback has moved the focus.
    case interrupted
}

/// An attempt to move the focus away from a field.
///
/// The transfer asks the focused field for permission to move the focus
/// (`FormFieldProviders.canResignFirstResponder`). The transfer asks only once, even if it offers the focus to
/// several fields. The transfer asks before it offers the focus to another field, and before it closes the keyboard.
@MainActor
struct FocusTransfer {
    private let current: (any FormField)?
    private var isPermitted = false

    init(from current: (any FormField)?) {
        self.current = current
    }

    /// Offers the focus to several fields in turn, until a field takes the focus.
    ///
    /// - Parameters:
    ///   - rules: The rules that determine which fields the focus skips.
    ///   - next: A closure that returns the field for the next offer.
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
    /// An offer of the focus does not call ``FormField/resignFirstResponder()``.
    mutating func offerFocus(to field: any FormField, skipping rules: [FocusOrder.SkipRule] = []) -> FocusMoveResult {
        if field === current, field.isFocused { return .moved }
        guard !field.isSkipped(by: rules) else { return .refused }
        guard askForPermission() else { return .interrupted }
        // `askForPermission()` can call the app, and the app can hide `field` or destroy the widget of `field`.
        // Therefore the method checks the rules again.
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
        // After this field has taken the focus, a callback may move the focus to a third field. The move to this field
        // still counts as successful.
        if isFocused || isTaken && current?.isFocused != true { return .moved }
        guard hadFocus, let current else { return .refused }
        // During the offer, `current` can report that its editing has ended or has started again. Each of these reports
        // changes `keepCount`. If `keepCount` has changed and `current` has the focus, `current` has kept the focus or
        // taken the focus back. The move then ends.
        return current.isFocused && current.formState.editing.keepCount == keepCount ? .refused : .interrupted
    }

    fileprivate func resign() -> Bool {
        let (hadFocus, keepCount) = (isFocused, formState.editing.keepCount)
        let hasResigned = resignFirstResponder()
        // After the field has resigned, a callback may give the focus back to the field. In this case, `keepCount` has
        // changed. The result `true` of `resignFirstResponder()` is then not a defect, although the field has the
        // focus.
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
