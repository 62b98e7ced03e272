/// The result of a field's attempt to take the focus from another field.
enum FocusTransferResult {
    case taken
    /// The focus did not move. Another field may take it.
    case refused
    /// The focused field lost the focus during the attempt, because a callback has moved the focus.
    case interrupted
}

extension FormField {
    /// Lets this field take the focus from another field.
    ///
    /// The focused field does not resign first.
    func takeFocus(from current: (any FormField)?) -> FocusTransferResult {
        let hadFocus = current?.isFirstResponder ?? false
        formState.isTakingFocusByMove = true
        defer { formState.isTakingFocusByMove = false }
        if becomeFirstResponder() { return .taken }
        return hadFocus && current?.isFirstResponder != true ? .interrupted : .refused
    }

    /// Whether a move may take the focus from this field.
    var canLoseFocus: Bool {
        !isFirstResponder || canResignFirstResponder
    }

    /// Moves the focus to the first field along the links that takes it, or closes the keyboard if no field takes it.
    ///
    /// - Returns: Whether another field has the focus now.
    @discardableResult
    func moveFocusAlongLinks(_ direction: FocusDirection) -> Bool {
        guard canLoseFocus else { return false }
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var next = formState[link: direction].target
        // A cycle of links ends at the first field that was visited before.
        while let candidate = next, visited.insert(ObjectIdentifier(candidate)).inserted {
            if !candidate.isSkipped(by: [.unavailable]) {
                switch candidate.takeFocus(from: self) {
                case .taken: return true
                case .interrupted: return false
                case .refused: break
                }
            }
            next = candidate.formState[link: direction].target
        }
        resignFirstResponder()
        return false
    }
}
