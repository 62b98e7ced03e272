public import Foundation

extension Notification.Name {
    /// Posted when a field has taken the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts the notification on the main actor, to the
    /// notification center of its ``FormElementState``. Before the notification, each order of the field updates
    /// ``FocusOrder/focusedField``.
    public static let fieldDidBeginEditing = Notification.Name("FormFieldDidBeginEditingNotification")

    /// Posted when a field has lost the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts the notification on the main actor, to the
    /// notification center of its ``FormElementState``. Before the notification, the field commits its value, and each
    /// order of the field updates ``FocusOrder/focusedField``.
    public static let fieldDidEndEditing = Notification.Name("FormFieldDidEndEditingNotification")
}

extension FormField {
    /// The handler of this field's return key, held weakly.
    ///
    /// If the app has not set a handler, a ``FocusOrder`` of the field handles the return key. If a multi-line field
    /// has no handler and no links, the return key inserts a line break. ``FocusOrder`` describes which order takes
    /// precedence if the field belongs to several orders.
    ///
    /// If the field has links (``FormChangeable``), only an order from ``FocusOrder/init(linkedFrom:skipping:end:)``
    /// handles the return key. Without such an order, the return key moves the focus along the links.
    ///
    /// When the handler is deallocated, the label of the return key can change. The field reports the new label to the
    /// toolkit when the widget next calls a method, for example ``fieldDidChange()``.
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
    /// The widget calls this method before the keyboard appears. The field's ``ValueInput`` shows the text for editing.
    /// The field's orders update their focused field and set the field's accessory and return key. Then the field posts
    /// `Notification.Name.fieldDidBeginEditing`. A repeated call does not post the notification again.
    ///
    /// While a form moves the focus, the focused field can keep the focus or take the focus back. The widget of this
    /// field then calls ``fieldDidBeginEditing()`` again. After this call, the form does not offer the focus to any
    /// further field.
    ///
    /// After another field has refused the focus, a toolkit may send the focused widget a second focus event. The
    /// widget must not call ``fieldDidBeginEditing()`` for the second event, because the form would assume that the
    /// widget keeps the focus.
    public func fieldDidBeginEditing() {
        if formState.editing.isReportedByWidget { formState.editing.keepCount += 1 }
        formState.editing.isReportedByWidget = isFocused
        if isFocused {
            beginEditing()
        } else {
            formState.report(.beginWithoutFocus, of: self)
            // The field does not have the focus. If the field has reported the start of its editing, the field now
            // reports the end.
            reportUnreportedFocus()
        }
    }

    private func beginEditing() {
        let state = formState
        let isRepeated = state.editing.isEditing
        state.editing.isEditing = true
        state.change {
            state.value?.editingDidBegin(byMove: state.editing.isTakingFocusByMove)
            // The loop checks the focus for each order, because a callback can move the focus to another field.
            for order in state.orders where isFocused { order.editingBegan(in: self) }
        }
        guard isFocused else { return }
        state.reportForms()
        if !isRepeated { setUpReturnKeyOfHandler() }
        // A callback may give the focus back to the field before the field has posted `fieldDidEndEditing`. In this
        // case, `isPosted` is still `true`, and the field does not post `fieldDidBeginEditing`.
        guard isFocused, !state.editing.isPosted else { return }
        state.editing.isPosted = true
        state.center.post(name: .fieldDidBeginEditing, object: self)
    }

    /// Reports that the field has lost the focus.
    ///
    /// The widget calls this method. The field's ``ValueInput`` commits the text and shows the formatted value. Then
    /// the field posts `Notification.Name.fieldDidEndEditing`. A repeated call does not post the notification again.
    public func fieldDidEndEditing() {
        let state = formState
        // If the field still has the focus, `isEditing` is `true`. When the widget next calls a method, the field
        // compares `isEditing` with the focus again.
        state.editing.isEditing = isFocused
        if isFocused { state.report(.endWithFocus, of: self) }
        state.editing.isReportedByWidget = false
        state.editing.keepCount += 1
        state.change {
            state.value?.editingDidEnd()
            // The loop checks the focus for each order, because a callback can give the focus back to the field.
            for order in state.orders where !isFocused { order.editingEnded(in: self) }
        }
        state.reportForms()
        guard !isFocused, state.editing.isPosted, !state.isDetached else { return }
        state.editing.isPosted = false
        state.center.post(name: .fieldDidEndEditing, object: self)
    }

    /// Reports a tap on the Escape key.
    ///
    /// The field's ``ValueInput`` discards the text that a person has typed since the most recent commit. If there was
    /// no commit, the ``ValueInput`` discards all text typed since the field took the focus. In
    /// ``ValueInput/Update/live`` mode, the ``ValueInput`` also restores the value that the typing has replaced. If the
    /// app has changed the value after the typing, the app's value stays. The field keeps the focus.
    ///
    /// - Returns: Whether the ``ValueInput`` has discarded a text or restored a value. If the result is `false`, the
    ///   toolkit handles the Escape key as usual. For example, the toolkit closes a dialog.
    public func fieldEscapeKeyTapped() -> Bool {
        reportUnreportedChanges()
        return formState.value?.cancel() ?? false
    }

    /// Reports that a required property of ``FormField`` or ``FormElement`` has changed.
    ///
    /// The widget calls this method after its text has changed, and after a change of ``FormElement/isHidden``,
    /// ``isEnabled`` or ``isMultiLine``. The widget also calls this method after the results of certain closures in
    /// ``FormElementState/providers`` have changed. ``FormFieldProviders`` lists these closures. For the cost, see
    /// ``FocusOrder``.
    ///
    /// If the focus has changed and the widget has not reported the change, the method reports the change.
    public func fieldDidChange() {
        reportUnreportedChanges()
        formState.change { formState.value?.textDidChange() }
    }

    /// Moves the focus to the next or the previous field, as the Tab key does.
    ///
    /// A toolkit calls the method when Tab or Shift+Tab is pressed, because the toolkit's own tab order can differ from
    /// the order of the form.
    ///
    /// If a focus order handles the field's return key, this order moves the focus. Otherwise, the focus order with the
    /// highest precedence moves the focus. If the field has no order, the focus moves along the field's links.
    ///
    /// - Returns: `true` in three cases:
    ///   - The focus has moved.
    ///   - The focused field refuses to give up the focus.
    ///   - The order offers the focus, but no field takes the focus.
    ///
    ///   If the result is `false`, the toolkit moves the focus itself. The result is `false` in three cases:
    ///   - No field follows in the given direction.
    ///   - The field does not belong to a form.
    ///   - The field has links but no order, and all linked fields refuse the focus.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        reportUnreportedChanges()
        if let order = orderOfMoves { return order.moveFocus(from: self, direction) != .atEnd }
        return moveFocusAlongLinks(direction, closesKeyboard: false) != .atEnd
    }

    /// The focus order that performs ``moveFocus(_:)``; `nil` if the field has no order.
    package var orderOfMoves: FocusOrder? {
        let handler = activeReturnKeyHandler
        return formState.leadingOrder { $0 === handler } ?? formState.leadingOrder { _ in true }
    }

    /// Reports unreported changes of the focus, the accessory and the return key type.
    func reportUnreportedChanges() {
        reportUnreportedFocus()
        formState.reportForms()
    }

    /// Reports a change of the focus if the widget has not reported the change.
    func reportUnreportedFocus() {
        guard !formState.isDetached, isFirstResponder != formState.editing.isEditing else { return }
        formState.report(.unreportedFocus, of: self)
        if formState.editing.isEditing { fieldDidEndEditing() } else { beginEditing() }
    }

    /// Whether the field has the focus.
    ///
    /// If the widget was destroyed, the property is `false`. The property does not access a destroyed widget.
    var isFocused: Bool {
        !formState.isDetached && isFirstResponder
    }

    /// Asks the app's handler to set the return key type.
    ///
    /// If the handler is an order that contains the field, the method has no effect, because the order already
    /// determines the return key type.
    private func setUpReturnKeyOfHandler() {
        guard let handler = returnKeyHandler, !formState.orders.contains(where: { $0 === handler }) else { return }
        handler.setupReturnKeyType(for: self)
    }
}
