extension FormField {
    /// Reports a tap on the return key, and handles the tap.
    ///
    /// The widget calls this method before it inserts a line break.
    ///
    /// The field's ``ValueInput`` first commits the text. If the commit moves the focus, the tap does not move the
    /// focus again. The ``ValueInput`` of a multi-line field commits only if the field has a handler or links.
    ///
    /// If the ``ValueInput`` refuses the text, the field keeps the text, and the form is not submitted. After a
    /// refusal, the focus depends on the action of the return key:
    ///
    /// - If the return key submits the form, the first field with an invalid value takes the focus.
    ///   ``FocusOrder/submit()`` moves the focus in the same way.
    /// - If the return key has another action, the field with the refused text keeps the focus.
    ///
    /// If the ``ValueInput`` accepts the text, the first available handler in this list handles the tap:
    ///
    /// 1. The ``returnKeyHandler`` that the app has set. For example, a ``NextTextFieldHandler`` moves the focus to the
    ///    next empty field.
    ///
    /// 2. A ``FocusOrder``. The order moves the focus to the next field that belongs to the same group and is not
    ///    skipped. If ``FocusOrder/end`` is ``FocusOrder/End/wrap``, the first field follows the last field. If no field
    ///    of the group follows, the order submits the form or closes the keyboard. The order submits the form if two
    ///    conditions are met: ``FocusOrder/end`` is a button (``FocusOrder/End/submit(_:)-(SubmitTarget)``) or a
    ///    closure, and no field of any other group follows. Otherwise the order closes the keyboard.
    ///
    /// 3. The links of the field. The focus moves along the links to the first field that takes the focus. If no field
    ///    takes the focus, the keyboard closes.
    ///
    /// - Returns: Whether the tap was handled. If the result is `false`, a multi-line field inserts a line break, and a
    ///   single-line field performs the toolkit's default action.
    public func fieldReturnKeyTapped() -> Bool {
        reportUnreportedChanges()
        if formState.isDetached || activeReturnKeyHandler == nil && !formState.isLinked && isMultiLine { return false }
        let hadFocus = isFocused
        let isValid = formState.value?.commit() ?? true
        // During the commit, a closure of the app may have moved the focus or closed the form. In this case, the tap
        // does not move the focus again.
        if formState.isDetached || hadFocus && !isFocused { return true }
        let handler = activeReturnKeyHandler
        if !isValid {
            if let order = handler as? FocusOrder, order.takeSnapshot().submits(after: self) {
                order.refuseInvalidValues()
            }
            return true
        }
        if let handler {
            handler.handleReturnKeyTapped(on: self)
            return true
        }
        guard formState.isLinked || formState.isLinkTarget else { return false }
        _ = moveFocusAlongLinks(.next, closesKeyboard: true)
        return true
    }

    /// The object that handles taps on this field's return key.
    ///
    /// A handler that the app has set takes precedence over a focus order.
    var activeReturnKeyHandler: (any ReturnKeyHandler)? {
        if let handler = formState.returnKeyHandler { return handler }
        // In a multi-line field without links, the return key inserts a line break. A focus order does not handle the
        // key.
        guard !formState.isDetached, formState.isLinked || !isMultiLine else { return nil }
        return formState.leadingOrder { !formState.isLinked || $0.followsLinks }
    }
}

extension FormElementState {
    /// The return key type that the focus order determines.
    ///
    /// The property is `nil` if no order handles the return key, or if the field is not the focused field of an order.
    var returnKeyTypeOfOrder: ReturnKeyType? {
        guard let field = orders.lazy.compactMap(\.focused).first(where: { $0.formState === self }),
            let order = field.activeReturnKeyHandler as? FocusOrder, belongs(to: order)
        else { return nil }
        return order.published.returnKeyType(for: field)
    }

    /// Returns the suitable order with the highest precedence.
    ///
    /// If the field has links, the method first prefers orders that follow links. The method then prefers orders with
    /// an accessory. If several orders remain, the method returns the order that the element joined first.
    func leadingOrder(where isSuitable: (FocusOrder) -> Bool) -> FocusOrder? {
        let suitable = orders.filter(isSuitable)
        let following = isLinked ? suitable.filter(\.followsLinks) : []
        let candidates = following.isEmpty ? suitable : following
        return candidates.first { $0.accessory != nil } ?? candidates.first
    }
}

extension FocusOrder: ReturnKeyHandler {
    /// Sets the return key type for the field's position in this order.
    ///
    /// The return key type is one of the following:
    ///
    /// - `next` if a field follows
    /// - `go` if the order submits the form after this field
    /// - `done` otherwise
    ///
    /// The method has no effect on a field that is not in the order.
    public func setupReturnKeyType(for field: any FormField) {
        guard field.formState.belongs(to: self) else { return }
        field.formState.returnKeyType = read().returnKeyType(for: field)
    }

    /// Moves the focus to the next field, submits the form or closes the keyboard.
    ///
    /// If no field of the same group follows, the order submits the form or closes the keyboard. The order calls
    /// ``submit()`` if two conditions are met: ``end`` is a button (``End/submit(_:)-(SubmitTarget)``) or a closure,
    /// and no field of any other group follows. Otherwise the order closes the keyboard.
    ///
    /// If the field keeps the focus, or if the next field refuses the focus, the order does not submit the form, and
    /// the keyboard stays. The method has no effect on a field that is not in the order.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard field.formState.belongs(to: self), moveFocus(from: field, .next) == .atEnd else { return }
        if takeSnapshot().submits(after: field) {
            submit()
        } else {
            field.giveUpFocus()
        }
    }
}
