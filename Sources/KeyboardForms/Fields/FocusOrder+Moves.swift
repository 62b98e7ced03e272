extension FocusOrder {
    /// Moves the focus to the next or the previous field that is not skipped.
    ///
    /// A move does not call ``FormField/resignFirstResponder()``, so the keyboard stays on screen.
    ///
    /// - Returns: Whether the focus moved. The focus does not move in these cases:
    ///   - No field of this order has the focus.
    ///   - No field follows in the given direction.
    ///   - The focused field does not give up the focus, or takes the focus back.
    ///   - The order offers the focus, but no field takes the focus.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        focused.map { moveFocus(from: $0, direction) == .moved } ?? false
    }

    /// Moves the focus to the first field that is not skipped.
    ///
    /// If the focused field belongs to a group, the focus moves to the first field of the group.
    ///
    /// - Returns: `true` if a field has taken the focus, or if the first field already had the focus.
    @discardableResult
    public func moveToFirst() -> Bool {
        offerFocus(from: focused) { $0.first(except: $1) } == .moved
    }

    /// Removes the focus from the focused field, and closes the keyboard.
    ///
    /// - Returns: `true` if no field of this order has the focus after the call; `false` if the focused field refuses
    ///   to give up the focus.
    @discardableResult
    public func endEditing() -> Bool {
        change {
            focused?.giveUpFocus()
            return focused?.isEdited != true
        }
    }

    func moveFocus(from field: any FormField, _ direction: FocusDirection) -> FocusMoveResult {
        offerFocus(from: field) { $0.neighbor(of: field, direction, except: $1) }
    }

    /// Reads the fields before each offer, because an earlier offer may have changed the form.
    private func offerFocus(
        from current: (any FormField)?,
        to candidate: (FormSnapshot, Set<ObjectIdentifier>) -> (any FormField)?
    ) -> FocusMoveResult {
        change {
            var refusing: Set<ObjectIdentifier> = []
            return passFocus(from: current) {
                let field = candidate(takeSnapshot(), refusing)
                if let field { refusing.insert(ObjectIdentifier(field)) }
                return field
            }
        }
    }
}

/// The direction of a link or of a focus move.
public enum FocusDirection: Sendable, Hashable {
    /// The direction to the next field, as with the Tab key.
    case next
    /// The direction to the previous field, as with Shift+Tab.
    case previous
}
