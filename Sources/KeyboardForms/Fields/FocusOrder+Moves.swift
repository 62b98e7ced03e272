extension FocusOrder {
    /// Moves the focus to the next field that is not skipped.
    ///
    /// The focused field does not resign, and the keyboard stays on screen.
    ///
    /// - Returns: Whether the focus moved. The focus does not move in these cases:
    ///   - No field of this order has the focus.
    ///   - No field follows the focused field.
    ///   - The focused field refuses to give up the focus.
    ///   - The next field refuses the focus.
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
    /// If a field of a group has the focus, the group's first field takes the focus.
    ///
    /// - Returns: Whether a field has taken the focus, or the first field already had the focus.
    @discardableResult
    public func moveToFirst() -> Bool {
        change {
            noticeUnreportedFocus()
            return offerFocus(from: focused) { $0.first(except: $1) } == .moved
        }
    }

    /// Lets the focused field give up the focus, which closes the keyboard.
    ///
    /// - Returns: Whether no field of this order has the focus now. A field can refuse to give up the focus.
    @discardableResult
    public func endEditing() -> Bool {
        change {
            noticeUnreportedFocus()
            focused?.giveUpFocus()
            return focused == nil
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

    /// Offers the focus to the candidates in succession, until a candidate takes it.
    ///
    /// The method takes a new snapshot for each candidate. The previous candidate may have changed the form.
    ///
    /// - Parameters:
    ///   - current: The field that gives up the focus.
    ///   - candidate: Returns the next candidate in a snapshot. Fields that have refused the focus are not candidates.
    /// - Returns: The result of the last offer.
    private func offerFocus(
        from current: (any FormField)?,
        to candidate: (FormSnapshot, Set<ObjectIdentifier>) -> (any FormField)?
    ) -> FocusMoveResult {
        var transfer = FocusTransfer(from: current)
        // A request for permission can call the app, and the app can change the form. Therefore the order reads the
        // fields after the request.
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

    /// Reports a change of the focus that no widget reported.
    func noticeUnreportedFocus() {
        focused?.reportUnreportedFocus()
        // A field can join the order while it already has the focus. Such a field may have reported neither the start
        // nor the end of its editing.
        if let focused, !focused.isFocused { editingEnded(in: focused) }
        guard focused == nil, let field = takeSnapshot().focusedField else { return }
        field.reportUnreportedFocus()
        // During the report, the field may have left the order. The field may also have lost the focus without a
        // further report.
        if field.isFocused { editingBegan(in: field) }
    }
}

/// The direction of a move or a link.
public enum FocusDirection: Sendable, Hashable {
    /// To the next field, as with the Tab key.
    case next
    /// To the previous field, as with Shift and the Tab key.
    case previous
}
