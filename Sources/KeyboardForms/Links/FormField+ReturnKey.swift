enum ReturnKeyAction {
    case handler(any ReturnKeyHandler)
    case order(FocusOrder)
    /// Moves the focus along the links, or closes the keyboard.
    case links
    /// Leaves the tap to the toolkit, which inserts a line break in a multi-line field.
    case toolkit
}

extension FormField {
    /// The handler of this field's return key, held weakly.
    ///
    /// For example, a ``NextTextFieldHandler`` moves the focus to the next empty field. Without a handler, the field's
    /// links or its ``FocusOrder`` determine what the key does. See ``fieldReturnKeyTapped()``.
    ///
    /// When the handler is deallocated, the label of the return key can change. The field reports the new label to the
    /// toolkit at the next call of ``fieldDidChange()``.
    public var returnKeyHandler: (any ReturnKeyHandler)? {
        get { formState.returnKeyHandler }
        set {
            formState.returnKeyHandler = newValue
            formState.reportForms()
            if isEdited { newValue?.setupReturnKeyType(for: self) }
        }
    }

    /// Reports a tap on the return key, and handles the tap.
    ///
    /// The widget calls this method before it inserts a line break.
    ///
    /// The field's ``ValueInput`` first commits the text. A field that refuses its text keeps the text and the focus.
    /// However, if the key would submit the form, the first field with an invalid value takes the focus, as in
    /// ``FocusOrder/submit()``. If the commit moves the focus, the tap does not move the focus again.
    ///
    /// The first applicable item of this list handles the tap:
    ///
    /// 1. The ``returnKeyHandler`` that the app has set.
    /// 2. The link to a next field (``FormChangeable/nextForm``). The focus moves along the links to the first field
    ///    that takes the focus. If no field takes the focus, the keyboard closes.
    /// 3. A ``FocusOrder``, if the field is single-line or has links. The focus moves to the next field of the order.
    ///    If no field of the same group follows, ``FocusOrder/end`` determines whether the order submits the form or
    ///    closes the keyboard. If no field of the same group follows, but a field of another group follows and is not
    ///    skipped, the order closes the keyboard and does not submit the form.
    /// 4. The field itself, if it has a previous field or is a single-line ``FormChangeable``. The keyboard closes.
    ///
    /// If a field belongs to several orders, the first order with an accessory handles the key. If no order has an
    /// accessory, the key is handled by the first order that the field joined.
    ///
    /// - Returns: Whether the tap was handled. If the result is `false`, a multi-line field inserts a line break, and a
    ///   single-line field performs the toolkit's default action.
    public func fieldReturnKeyTapped() -> Bool {
        checkReport()
        if formState.isDetached { return false }
        if isMultiLine, case .toolkit = returnKeyAction { return false }
        let wasEdited = isEdited
        let isValid = formState.value?.commit() ?? true
        // During the commit, a closure of the app may have moved the focus or closed the form.
        if formState.isDetached { return true }
        if wasEdited, !isEdited { return true }
        let action = returnKeyAction
        guard isValid else {
            // After the error `outdated`, the field shows a newer value, which `submit()` would accept.
            if case .outdated? = formState.value?.inputError(of: text)?.reason { return true }
            if case .order(let order) = action, order.takeSnapshot().submits(after: self) { order.submit() }
            return true
        }
        switch action {
        case .handler(let handler): handler.handleReturnKeyTapped(on: self)
        case .order(let order): order.returnKeyTapped(in: self)
        case .links: changeForm(.next)
        case .toolkit: return false
        }
        return true
    }

    var returnKeyAction: ReturnKeyAction {
        let state = formState
        if let handler = state.returnKeyHandler { return .handler(handler) }
        if let next = state.nextForm, !next.formState.isDetached { return .links }
        let isSingleLine = !state.isDetached && !isMultiLine
        let isLinked = state.previousForm?.formState.isDetached == false
        if isSingleLine || isLinked, let order = state.leadingOrder { return .order(order) }
        return isLinked || isSingleLine && self is any FormChangeable ? .links : .toolkit
    }

    @discardableResult
    func changeForm(_ direction: FocusDirection) -> Bool {
        let result = moveFocusAlongLinks(direction)
        if result == .atEnd || result == .refused { giveUpFocus() }
        return result == .moved
    }

    func moveFocusAlongLinks(_ direction: FocusDirection) -> FocusMoveResult {
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var last: any FormField = self
        return passFocus(from: self, skipping: [.unavailable]) {
            let next = direction == .next ? last.formState.nextForm : last.formState.previousForm
            // The links can form a ring.
            guard let next, visited.insert(ObjectIdentifier(next)).inserted else { return nil }
            last = next
            return next
        }
    }
}

extension FocusOrder {
    fileprivate func returnKeyTapped(in field: any FormField) {
        guard moveFocus(from: field, .next) == .atEnd else { return }
        if takeSnapshot().submits(after: field) { submit() } else { field.giveUpFocus() }
    }
}
