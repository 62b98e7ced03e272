public import Foundation

extension Notification.Name {
    /// Posted when a field has taken the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts the notification on the main actor, to the
    /// notification center of its ``FieldState``. Before the notification, each ``FocusOrder`` of the field
    /// updates ``FocusOrder/focusedField``.
    public static let fieldDidBeginEditing = Notification.Name("FormFieldDidBeginEditingNotification")

    /// Posted when a field has lost the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts the notification on the main actor, to the
    /// notification center of its ``FieldState``. Before the notification, the field commits its value. Each
    /// ``FocusOrder`` of the field also updates ``FocusOrder/focusedField`` before the notification.
    public static let fieldDidEndEditing = Notification.Name("FormFieldDidEndEditingNotification")
}

extension FormField {
    /// Reports that the field has taken the focus.
    ///
    /// The widget calls this method before the keyboard appears. The field's ``ValueInput`` replaces the formatted
    /// value with the text for editing. If the field contains a typed text that was not stored, this text stays. Each
    /// ``FocusOrder`` of the field updates ``FocusOrder/focusedField``. The field reports changes of its accessory and
    /// its return key type to the toolkit. Then the field posts `Notification.Name.fieldDidBeginEditing`. A repeated
    /// call does not post the notification again.
    ///
    /// While a form moves the focus to another field, the focused widget can keep the focus or take it back. In this
    /// case, the widget calls ``fieldDidBeginEditing()`` again, which ends the move.
    ///
    /// If another field refuses the focus, a toolkit may send the focused widget a second focus event, although the
    /// widget has not taken the focus back. The widget must not call ``fieldDidBeginEditing()`` for the second event,
    /// because the call would end the move.
    public func fieldDidBeginEditing() {
        let state = formState
        guard !state.isDetached else { return }
        guard isFirstResponder else { return state.report(.beginWithoutFocus, of: self) }
        let isRepeated = isEdited
        state.editing.field = self
        state.editing.reportCount += 1
        state.change {
            state.value?.editingDidBegin(byMove: state.editing.isTakingFocusByMove)
            // A callback can move the focus to another field.
            for order in state.orders where isEdited { order.editingBegan(in: self) }
        }
        guard isEdited else { return }
        state.reportForms()
        if !isRepeated { state.returnKeyHandler?.setupReturnKeyType(for: self) }
        // If a callback gives the focus back to the field before `fieldDidEndEditing` is posted, the field posts
        // neither `fieldDidEndEditing` nor a second `fieldDidBeginEditing`.
        guard isEdited, !state.editing.isPosted else { return }
        state.editing.isPosted = true
        state.center.post(name: .fieldDidBeginEditing, object: self)
    }

    /// Reports that the field has lost the focus.
    ///
    /// The widget calls this method. The field's ``ValueInput`` commits the text and shows the formatted value. Then
    /// the field posts `Notification.Name.fieldDidEndEditing`. A repeated call does not post the notification again.
    public func fieldDidEndEditing() {
        let state = formState
        state.editing.field = nil
        state.editing.reportCount += 1
        state.change {
            state.value?.editingDidEnd()
            // A callback can give the focus back to the field.
            for order in state.orders where !isEdited { order.editingEnded(in: self) }
        }
        state.reportForms()
        guard !isEdited, state.editing.isPosted, !state.isDetached else { return }
        state.editing.isPosted = false
        state.center.post(name: .fieldDidEndEditing, object: self)
    }

    /// Reports a tap on the Escape key.
    ///
    /// The field's ``ValueInput`` discards the text that a person has typed since the most recent commit. If there was
    /// no commit, the ``ValueInput`` discards all text typed since the field took the focus. In
    /// ``ValueInput/Update/live`` mode, the ``ValueInput`` also restores the value that the typing has replaced. If the
    /// app has set another value after the typing, the ``ValueInput`` keeps that value. The field keeps the focus.
    ///
    /// - Returns: Whether the ``ValueInput`` has discarded a text or restored a value. If the result is `false`, the
    ///   toolkit handles the Escape key as usual. For example, the toolkit closes a dialog.
    public func fieldEscapeKeyTapped() -> Bool {
        checkReport()
        return formState.value?.cancel() ?? false
    }

    /// Reports that a required property of ``FormField`` or ``FormElement`` has changed.
    ///
    /// The widget calls this method after a change of its text, ``FormElement/isHidden``, ``isEnabled`` or
    /// ``isMultiLine``. The widget also calls this method after the result of ``FieldState/canBecomeFirstResponder``
    /// has changed. For the cost of a call, see ``FocusOrder``.
    public func fieldDidChange() {
        let state = formState
        state.reportForms()
        state.change { state.value?.textDidChange() }
        // The state of the shift key depends on the text.
        if state.autocapitalizationType != .none { state.onTraitChangeOfKeyboard?(.autocapitalizationType) }
    }

    /// Moves the focus to the next or the previous field, as the Tab key does.
    ///
    /// Call this method when Tab or Shift+Tab is pressed. The toolkit's own tab order can differ from the order of the
    /// form.
    ///
    /// If the field belongs to a ``FocusOrder``, the order moves the focus. Without a ``FocusOrder``, the focus moves
    /// along the field's links.
    ///
    /// - Returns: `true` if a field follows in the given direction, whether or not it takes the focus. If the result is
    ///   `false`, the toolkit moves the focus itself.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        checkReport()
        if let order = formState.leadingOrder { return order.moveFocus(from: self, direction) != .atEnd }
        return moveFocusAlongLinks(direction) != .atEnd
    }

    /// Whether the field has reported that it has the focus.
    var isEdited: Bool {
        formState.editing.field != nil
    }

    func checkReport() {
        if !formState.isDetached, isFirstResponder != isEdited { formState.report(.unreportedFocus, of: self) }
    }
}
