extension FocusOrder {
    /// Moves the focus to the next field that is not skipped.
    ///
    /// The keyboard stays on screen, because the order does not call ``FormField/resignFirstResponder()``.
    ///
    /// - Returns: Whether the focus moved. The focus does not move in these cases:
    ///   - No field of this order has the focus.
    ///   - No field follows the focused field.
    ///   - The focused field refuses to give up the focus.
    ///   - The order offers the focus, but no field takes the focus.
    @discardableResult
    public func moveToNext() -> Bool {
        move(.next)
    }

    /// Moves the focus to the previous field that is not skipped.
    ///
    /// - Returns: Whether the focus moved. ``moveToNext()`` lists the reasons why a move can fail.
    @discardableResult
    public func moveToPrevious() -> Bool {
        move(.previous)
    }

    /// Moves the focus to the first field that is not skipped.
    ///
    /// If the focused field belongs to a group, the focus moves to the first field of the group.
    ///
    /// - Returns: `true` if a field has taken the focus, or if the first field already had the focus.
    @discardableResult
    public func moveToFirst() -> Bool {
        change {
            noticeUnreportedFocus()
            return offerFocus(from: focused) { $0.first(except: $1) } == .moved
        }
    }

    /// Removes the focus from the focused field, and closes the keyboard.
    ///
    /// - Returns: `true` if no field of this order has the focus after the call; `false` if the focused field refuses
    ///   to give up the focus.
    @discardableResult
    public func endEditing() -> Bool {
        change {
            noticeUnreportedFocus()
            focused?.giveUpFocus()
            // If the widget was destroyed while it gave up the focus, `focused` is not `nil` yet.
            return focused.map { !$0.isFocused } ?? true
        }
    }

    private func move(_ direction: FocusDirection) -> Bool {
        change {
            noticeUnreportedFocus()
            return focused.map { moveFocus(from: $0, direction) == .moved } ?? false
        }
    }

    func moveFocus(from field: any FormField, _ direction: FocusDirection) -> FocusMoveResult {
        change { offerFocus(from: field) { $0.neighbor(of: field, direction, except: $1) } }
    }

    /// Offers the focus to several fields in turn, until a field takes the focus.
    ///
    /// The method takes a new snapshot before each offer, because the previous offer may have changed the form.
    ///
    /// - Parameters:
    ///   - current: The field that gives up the focus.
    ///   - candidate: A closure that returns the field for the next offer. The closure receives a snapshot and the set
    ///     of fields that have refused the focus.
    /// - Returns: The result of the last offer.
    private func offerFocus(
        from current: (any FormField)?,
        to candidate: (FormSnapshot, Set<ObjectIdentifier>) -> (any FormField)?
    ) -> FocusMoveResult {
        var transfer = FocusTransfer(from: current)
        // When the order asks the focused field for permission, the field can call the app, and the app can change the
        // form. Therefore the order first asks for permission, and then takes the snapshot for the first offer.
        let known = candidate(published, []) ?? candidate(takeSnapshot(), [])
        if let known, known !== current, !transfer.askForPermission() { return .interrupted }
        var refusing: Set<ObjectIdentifier> = []
        return transfer.offerFocus {
            if !refusing.isEmpty, !skipping.contains(where: \.skipsRefusingFields) { return nil }
            let field = candidate(takeSnapshot(), refusing)
            if let field { refusing.insert(ObjectIdentifier(field)) }
            return field
        }
    }

    /// Reports a change of the focus if no field has reported the change.
    func noticeUnreportedFocus() {
        focused?.reportUnreportedFocus()
        // If a field had the focus before it joined the order, the field can lose the focus without a report.
        if let focused, !focused.isFocused { editingEnded(in: focused) }
        guard focused == nil, let field = takeSnapshot().focusedField else { return }
        field.reportUnreportedFocus()
        // `reportUnreportedFocus()` calls callbacks. A callback may have removed the field from the order, or may have
        // moved the focus.
        if field.isFocused { editingBegan(in: field) }
    }
}

/// The direction of a link or a focus move.
public enum FocusDirection: Sendable, Hashable {
    /// The direction to the next field, as with the Tab key.
    case next
    /// The direction to the previous field, as with Shift+Tab.
    case previous
}
