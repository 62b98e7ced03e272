/// The result of an attempt to move the focus.
enum FocusMoveResult {
    /// A field has accepted the focus.
    case moved
    /// The focus was not offered to any field.
    case atEnd
    /// A field has refused the focus. The focus can be offered to another field.
    case refused
    /// The move must end.
    ///
    /// Either the focused field has kept or retaken the focus, or a callback has moved the focus.
    case interrupted
}

/// An attempt to move the focus away from a field.
///
/// The transfer asks the focused field only once whether the field gives up the focus. The transfer asks before the
/// first offer of the focus, or before the focused field resigns.
@MainActor
struct FocusTransfer {
    private let current: (any FormField)?
    private var isPermitted = false

    init(from current: (any FormField)?) {
        self.current = current
    }

    /// Offers the focus to several fields in succession, until a field takes it.
    ///
    /// - Parameters:
    ///   - rules: The rules that skip a field.
    ///   - next: Returns the next field.
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
    /// The focused field does not resign before the offer.
    mutating func offerFocus(to field: any FormField, skipping rules: [FocusOrder.SkipRule] = []) -> FocusMoveResult {
        if field === current, field.isFocused { return .moved }
        guard !field.isSkipped(by: rules) else { return .refused }
        guard askForPermission() else { return .interrupted }
        // The question for permission can run code of the app. This code can hide the next field or destroy the widget
        // of the next field.
        return field.isSkipped(by: rules) ? .refused : field.takeFocus(from: current)
    }

    /// Lets the focused field resign.
    ///
    /// - Returns: `true` if the field does not have the focus now.
    @discardableResult
    mutating func resign() -> Bool {
        guard let current, !current.formState.isDetached else { return true }
        return askForPermission() && (current.formState.isDetached || current.resign())
    }

    /// Asks the focused field once whether it gives up the focus.
    mutating func askForPermission() -> Bool {
        if !isPermitted, let current {
            isPermitted = !current.isFocused || current.formState.providers.canResignFirstResponder()
        }
        return isPermitted || current == nil
    }
}

extension FormField {
    /// Lets this field take the focus from another field.
    fileprivate func takeFocus(from current: (any FormField)?) -> FocusMoveResult {
        let hadFocus = current?.isFocused ?? false
        let keepCount = current?.formState.editing.keepCount
        formState.editing.isTakingFocusByMove = true
        defer { formState.editing.isTakingFocusByMove = false }
        let isTaken = becomeFirstResponder()
        if !formState.isDetached, isTaken != isFirstResponder { formState.report(.wrongResultOfBecoming, of: self) }
        if let current, current !== self { current.reportUnreportedFocus() }
        reportUnreportedFocus()
        // A callback may have moved the focus to another field.
        if isFocused || isTaken && current?.isFocused != true { return .moved }
        guard hadFocus, let current else { return .refused }
        // During an offer, the focused field can report a start or an end of its editing. If the focused field
        // nevertheless keeps the focus, the field has refused to give up the focus. The move then ends.
        return current.isFocused && current.formState.editing.keepCount == keepCount ? .refused : .interrupted
    }

    fileprivate func resign() -> Bool {
        let (hadFocus, keepCount) = (isFocused, formState.editing.keepCount)
        let hasResigned = resignFirstResponder()
        // A callback may have given the focus back to the field. In this case, the field has reported the focus, and
        // the result `true` is not a defect.
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
