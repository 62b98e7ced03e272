/// The result of a field's attempt to take the focus from another field.
enum FocusTransferResult {
    case taken
    /// The focus did not move. Another field may take it.
    case refused
    /// The focused field has kept the focus or taken it back, or a callback has moved the focus.
    case interrupted
}

extension FormField {
    /// Lets this field take the focus from another field.
    ///
    /// The focused field does not resign first.
    func takeFocus(from current: (any FormField)?) -> FocusTransferResult {
        guard !formState.isDetached else { return .refused }
        guard current?.canLoseFocus ?? true else { return .interrupted }
        let hadFocus = current?.isFocused ?? false
        let keepCount = current?.formState.keepCount
        formState.isTakingFocusByMove = true
        defer { formState.isTakingFocusByMove = false }
        let isTaken = becomeFirstResponder()
        if !formState.isDetached, isTaken != isFirstResponder { formState.report(.wrongResultOfBecoming, of: self) }
        if let current, current !== self { current.reportUnreportedFocus() }
        reportUnreportedFocus()
        // A callback may have moved the focus on.
        if isFocused || isTaken && current?.isFocused != true { return .taken }
        guard hadFocus, let current else { return .refused }
        // A focused field that has reported the end of its editing, or a repeated begin, and has the focus, was asked and does
        // not let go, so no other field is offered the focus.
        return current.isFocused && current.formState.keepCount == keepCount ? .refused : .interrupted
    }

    /// Gives up the focus.
    ///
    /// - Returns: Whether the field does not have the focus now.
    @discardableResult
    func giveUpFocus() -> Bool {
        guard canLoseFocus else { return false }
        guard !formState.isDetached else { return true }
        let (hadFocus, keepCount) = (isFocused, formState.keepCount)
        let hasResigned = resignFirstResponder()
        // A callback may have given the focus back, which the field then reports.
        if hadFocus, !formState.isDetached, hasResigned == isFocused,
            !hasResigned || formState.keepCount == keepCount
        {
            formState.report(.wrongResultOfResigning, of: self)
        }
        reportUnreportedFocus()
        return !isFocused
    }

    /// Whether the field would give up the focus.
    var canLoseFocus: Bool {
        !isFocused || formState.canResignFirstResponder
    }

    /// Moves the focus to the first field along the links that takes it.
    func moveFocusAlongLinks(_ direction: FocusDirection) -> FocusMoveResult {
        guard canLoseFocus else { return .refused }
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var next = formState[link: direction].target
        // A cycle of links ends at the first field that was visited before.
        while let candidate = next, visited.insert(ObjectIdentifier(candidate)).inserted {
            if !candidate.isSkipped(by: [.unavailable]) {
                switch candidate.takeFocus(from: self) {
                case .taken: return .moved
                case .interrupted: return .refused
                case .refused: break
                }
            }
            next = candidate.formState[link: direction].target
        }
        return .atEnd
    }

    /// Moves the focus along the links, or closes the keyboard if no field takes the focus.
    ///
    /// - Returns: Whether another field has the focus now.
    @discardableResult
    func changeAlongLinks(_ direction: FocusDirection) -> Bool {
        let result = moveFocusAlongLinks(direction)
        if result == .atEnd { giveUpFocus() }
        return result == .moved
    }
}
