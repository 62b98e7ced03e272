public import Foundation

extension Notification.Name {
    /// Posted when a field has taken the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts the notification on the main actor, to the
    /// center of its ``FormElementState``. Before the post, the field's orders have updated their focused field.
    public static let fieldDidBeginEditing = Notification.Name("FormFieldDidBeginEditingNotification")

    /// Posted when a field has lost the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts the notification on the main actor, to the
    /// center of its ``FormElementState``. Before the post, the field has committed its value, and its orders have
    /// updated their focused field.
    public static let fieldDidEndEditing = Notification.Name("FormFieldDidEndEditingNotification")
}

extension FormField {
    /// The handler of this field's return key, held weakly.
    ///
    /// If a field has no handler, an order moves the focus. This order is the first ``FocusOrder`` that contains the
    /// field and handles return keys. Orders with an accessory precede the other orders. If a field has links
    /// (``FormChangeable``), only an order that follows links handles the return key. If no such order exists, the
    /// focus moves along the field's links.
    ///
    /// The deallocation of a handler is not reported immediately. The field reports the deallocation to the toolkit at
    /// the widget's next call.
    public var returnKeyHandler: (any ReturnKeyHandler)? {
        get { formState.returnKeyHandler }
        set {
            formState.returnKeyHandler = newValue
            formState.reportForms()
            if isFocused { setUpReturnKeyOfHandler() }
        }
    }

    /// Reports that the field has taken the focus.
    ///
    /// The widget calls this method before the keyboard appears. A value input shows the text for editing. The field's
    /// orders update their focused field and set the field's accessory and return key. Then
    /// `Notification.Name.fieldDidBeginEditing` is posted. A repeated call posts nothing.
    ///
    /// If a field keeps or retakes the focus during a move, the widget calls this method again. After the repeated
    /// call, a move does not offer the focus to any other field. If another field refuses the focus, a toolkit may
    /// repeat a focus event. The repeated event belongs to the field that still has the focus. The widget must not call
    /// this method for a repeated focus event. A form would mistake the call for a refusal to give up the focus.
    public func fieldDidBeginEditing() {
        if formState.editing.isReportedByWidget { formState.editing.keepCount += 1 }
        formState.editing.isReportedByWidget = isFocused
        if isFocused {
            beginEditing()
        } else {
            formState.report(.beginWithoutFocus, of: self)
            // The field may have reported the start of its editing earlier. The field may have lost the focus after
            // this report.
            reportUnreportedFocus()
        }
    }

    private func beginEditing() {
        let state = formState
        let isRepeated = state.editing.isEditing
        state.editing.isEditing = true
        state.change {
            state.value?.editingDidBegin(byMove: state.editing.isTakingFocusByMove)
            if !isRepeated { selectAllIfNeeded() }
            // A callback can take the focus away again.
            for order in state.orders where isFocused { order.editingBegan(in: self) }
        }
        guard isFocused else { return }
        state.reportForms()
        if !isRepeated { setUpReturnKeyOfHandler() }
        // A callback can give the focus back before the end of the editing is posted. Neither the end nor the new start
        // is posted in this case.
        guard isFocused, !state.editing.isPosted else { return }
        state.editing.isPosted = true
        state.center.post(name: .fieldDidBeginEditing, object: self)
    }

    /// Reports that the field has lost the focus.
    ///
    /// The widget calls this method. First, a value input commits and shows the formatted value. Then
    /// `Notification.Name.fieldDidEndEditing` is posted. A repeated call posts nothing.
    public func fieldDidEndEditing() {
        let state = formState
        // If the field still has the focus, the widget's next call checks the focus again.
        state.editing.isEditing = isFocused
        if isFocused { state.report(.endWithFocus, of: self) }
        state.editing.isReportedByWidget = false
        state.editing.keepCount += 1
        state.change {
            state.value?.editingDidEnd()
            // A callback can give the focus back.
            for order in state.orders where !isFocused { order.editingEnded(in: self) }
        }
        state.reportForms()
        guard !isFocused, state.editing.isPosted, !state.isDetached else { return }
        state.editing.isPosted = false
        state.center.post(name: .fieldDidEndEditing, object: self)
    }

    /// Reports a tap on the Escape key.
    ///
    /// A value input abandons all input since its last commit, or since the field took the focus. In
    /// ``ValueInput/Update/live`` mode, the value input also restores the value that preceded the abandoned input. If
    /// the app has changed the value in the meantime, the value of the app stays. The field keeps the focus.
    ///
    /// - Returns: Whether the value input has abandoned any input. If the result is `false`, the toolkit handles the
    ///   tap as usual. For example, the toolkit closes a dialog.
    public func fieldEscapeKeyTapped() -> Bool {
        reportUnreportedChanges()
        return formState.value?.cancel() ?? false
    }

    /// Reports a change of a property that ``FormField`` or ``FormElement`` requires.
    ///
    /// The widget calls this method after a change of its text, ``FormElement/isHidden``, ``isEnabled`` or
    /// ``isMultiLine``. The widget also calls this method when the result of one of its ``FormElementState/providers``
    /// changes. The documentation of ``FocusOrder`` states the cost.
    ///
    /// The method also finds a change of the focus that the widget did not report.
    public func fieldDidChange() {
        reportUnreportedChanges()
        formState.change { formState.value?.textDidChange() }
    }

    /// Moves the focus to the next or the previous field, as the Tab key does.
    ///
    /// A toolkit calls the method for Tab and for Tab with Shift. The toolkit's own tab order can differ from the order
    /// of the form. The order that handles the return key moves the focus. If no order handles the return key, the
    /// field's first order moves the focus. If the field has no order, the focus moves along the links.
    ///
    /// - Returns: `false` if no field follows in this direction, or if the field belongs to no form. The toolkit then
    ///   moves the focus itself. `true` if the focus has moved, or if the focused field refuses to give up the focus.
    ///   If all following fields refuse the focus, a move by an order returns `true`. If all following fields refuse
    ///   the focus, a move along links returns `false`.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        reportUnreportedChanges()
        let handler = activeReturnKeyHandler
        if let order = formState.leadingOrder(where: { $0 === handler }) ?? formState.leadingOrder(where: { _ in true })
        {
            return order.moveFocus(from: self, direction) != .atEnd
        }
        return moveFocusAlongLinks(direction, closesKeyboard: false) != .atEnd
    }

    /// Reports changes that the widget or the app did not report.
    func reportUnreportedChanges() {
        reportUnreportedFocus()
        formState.reportForms()
    }

    /// Reports a change of the focus that the widget did not report.
    func reportUnreportedFocus() {
        guard !formState.isDetached, isFirstResponder != formState.editing.isEditing else { return }
        formState.report(.unreportedFocus, of: self)
        if formState.editing.isEditing { fieldDidEndEditing() } else { beginEditing() }
    }

    /// Whether the field has the focus.
    ///
    /// If a callback has destroyed the widget, the property is `false`, and does not read the widget.
    var isFocused: Bool {
        !formState.isDetached && isFirstResponder
    }

    /// Lets the app's handler set up the return key.
    ///
    /// If the handler is an order that contains the field, this method has no effect. Such an order already sets up the
    /// key.
    private func setUpReturnKeyOfHandler() {
        guard let handler = returnKeyHandler, !formState.orders.contains(where: { $0 === handler }) else { return }
        handler.setupReturnKeyType(for: self)
    }

    private func selectAllIfNeeded() {
        guard formState.selectsAllOnFocus, isFocused, let field = self as? any TextInputField else { return }
        if !field.hasMarkedText { field.selectedTextRange = 0..<field.text.count }
    }
}
