extension FormField {
    /// Reports a tap on the return key, and handles the tap.
    ///
    /// The widget calls this method before it inserts a line break.
    ///
    /// A value input commits first. If the commit moves the focus, the tap does not move the focus again. A multi-line
    /// field that has neither a handler nor links does not commit.
    ///
    /// If the value input refuses its text, this field keeps the text. A form with a refused text is not submitted. If
    /// the tap would have submitted the form, the focus moves as after ``FocusOrder/submit()``. After the refused tap,
    /// the first field with an invalid value takes the focus. If the tap would not have submitted the form, this field
    /// keeps the focus.
    ///
    /// If no text is refused, the first existing handler in this list handles the tap:
    ///
    /// 1. ``returnKeyHandler``, which the app has set. A ``NextTextFieldHandler`` moves the focus to the next empty
    ///    field.
    /// 2. An order that handles return keys. The order moves the focus to the next field of the same group that is not
    ///    skipped. If the order's end is ``FocusOrder/End/wrap``, the first field follows the last one. If no field
    ///    follows and the end is ``FocusOrder/End/submit(_:)-(SubmitTarget)``, the order submits the form. If no field
    ///    follows and the order has any other end, the order closes the keyboard.
    /// 3. The links of the field. The focus moves along the links to the first field that takes the focus. If no field
    ///    takes the focus, the keyboard closes.
    ///
    /// - Returns: Whether the tap was handled. If the tap was not handled, a multi-line field inserts a line break. If
    ///   the tap was not handled, a single-line field performs its toolkit's default action.
    public func fieldReturnKeyTapped() -> Bool {
        reportUnreportedChanges()
        if formState.isDetached || activeReturnKeyHandler == nil && !formState.isLinked && isMultiLine { return false }
        let hadFocus = isFocused
        let isValid = formState.value?.commit() ?? true
        // A closure of the app can move the focus or close the form during the commit. The tap does not move the focus
        // a second time.
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

    /// The handler of a tap on this field's return key.
    ///
    /// If the app has set a handler, the handler is used instead of a focus order.
    var activeReturnKeyHandler: (any ReturnKeyHandler)? {
        if let handler = formState.returnKeyHandler { return handler }
        // A text view inserts line breaks, unless it is linked.
        guard !formState.isDetached, formState.isLinked || !isMultiLine else { return nil }
        return formState.leadingOrder { $0.handlesReturnKey && (!formState.isLinked || $0.followsLinks) }
    }
}

extension FormElementState {
    /// The label that an order gives the field's return key.
    ///
    /// The label is `nil` if the field is not the focused field of an order. The label is also `nil` if this order does
    /// not handle the field's return key.
    var returnKeyTypeOfOrder: ReturnKeyType? {
        guard let field = orders.lazy.compactMap(\.focused).first(where: { $0.formState === self }),
            let order = field.activeReturnKeyHandler as? FocusOrder, belongs(to: order)
        else { return nil }
        return order.published.returnKeyType(for: field)
    }

    /// Returns the first of the suitable orders.
    ///
    /// If a field has links, orders that follow links precede the other orders. Orders with an accessory precede orders
    /// without an accessory.
    func leadingOrder(where isSuitable: (FocusOrder) -> Bool) -> FocusOrder? {
        let suitable = orders.filter(isSuitable)
        let following = isLinked ? suitable.filter(\.followsLinks) : []
        let candidates = following.isEmpty ? suitable : following
        return candidates.first { $0.accessory != nil } ?? candidates.first
    }
}

extension FocusOrder: ReturnKeyHandler {
    /// Returns the return key type for the field's position in this order.
    ///
    /// - Returns: One of three types:
    ///   - `next` if a field follows
    ///   - `go` if the order submits the form after this field
    ///   - `done` otherwise
    public func returnKeyType(for field: any FormField) -> ReturnKeyType {
        read().returnKeyType(for: field)
    }

    /// Sets the field's return key type to ``returnKeyType(for:)``.
    ///
    /// A field that is not in the order is not changed.
    public func setupReturnKeyType(for field: any FormField) {
        guard field.formState.belongs(to: self) else { return }
        field.formState.returnKeyType = returnKeyType(for: field)
    }

    /// Moves the focus to the next field, or closes the keyboard if no field follows.
    ///
    /// An order can end with a submit action, such as ``End/submit(_:)-(SubmitTarget)``. If no field of the form
    /// follows, such an order submits the form as ``submit()`` does. The form is not submitted if the field keeps the
    /// focus. The form is also not submitted if the next field refuses the focus. The method has no effect for a field
    /// that is not in the order.
    public func handleReturnKeyTapped(on field: any FormField) {
        guard field.formState.belongs(to: self), moveFocus(from: field, .next) == .atEnd else { return }
        if takeSnapshot().submits(after: field) {
            submit()
        } else {
            field.giveUpFocus()
        }
    }
}
