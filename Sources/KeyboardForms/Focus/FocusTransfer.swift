/// The result of asking a field to take the focus over.
enum FocusTransferResult {
    case taken
    /// The focus is where it was. Another field may be asked.
    case refused
    /// The field that had the focus lost it on the way. A callback has decided where the focus is now.
    case interrupted
}

extension FormField {
    /// Asks this field to take the focus over. The field that has the focus does not resign first.
    func takeFocus(from current: (any FormField)?) -> FocusTransferResult {
        let hadFocus = current?.isFirstResponder ?? false
        if becomeFirstResponder() { return .taken }
        return hadFocus && current?.isFirstResponder != true ? .interrupted : .refused
    }

    /// Whether a move may take the focus from this field.
    var canLoseFocus: Bool {
        !isFirstResponder || canResignFirstResponder
    }

    /// Moves the focus to the first field along the links that takes it, or closes the keyboard if none does.
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
