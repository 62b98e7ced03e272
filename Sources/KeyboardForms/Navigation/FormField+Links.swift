extension FormField {
    /// Moves on to the first field along the links that can take the focus; the keyboard closes where there is none.
    /// The field with the focus keeps it until the other has it.
    @discardableResult
    func followLink(_ direction: FormLink.Direction) -> Bool {
        guard canBeLeft else { return false }
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var field = linked(direction)
        // A cycle in the links comes back to where it has been, and that is the end.
        while let candidate = field, visited.insert(ObjectIdentifier(candidate)).inserted {
            if !candidate.isSkipped(by: .unavailable) {
                switch candidate.takeFocus(from: self) {
                case .taken: return true
                case .lost: return false
                case .refused: break
                }
            }
            field = candidate.linked(direction)
        }
        resignFirstResponder()
        return false
    }

    /// Asks this field to take the focus over, without letting the other one resign first.
    func takeFocus(from home: (any FormField)?) -> FocusHandover {
        let wasHome = home?.isFirstResponder ?? false
        if becomeFirstResponder() { return .taken }
        return wasHome && home?.isFirstResponder != true ? .lost : .refused
    }

    /// Whether a move may take the focus from here.
    var canBeLeft: Bool {
        !isFirstResponder || canResignFirstResponder
    }

    private func linked(_ direction: FormLink.Direction) -> (any FormField)? {
        switch direction {
        case .next: formNode.next.target
        case .previous: formNode.previous.target
        }
    }
}
