public import Foundation

extension Notification.Name {
    /// Posted when a field has taken the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts it on the main actor, on the center of its
    /// ``FormElementState``, after its orders have updated their focused field.
    public static let fieldDidBeginEditing = Notification.Name("FormFieldDidBeginEditingNotification")

    /// Posted when a field has lost the focus.
    ///
    /// The notification's `object` is the ``FormField``. The field posts it on the main actor, on the center of its
    /// ``FormElementState``, after its value has been committed and its orders have updated their focused field.
    public static let fieldDidEndEditing = Notification.Name("FormFieldDidEndEditingNotification")
}

extension FormField {
    /// The handler of this field's return key, held weakly.
    ///
    /// If a field has no handler but has links (``FormChangeable``), return moves the focus along its links. In a
    /// single-line field that has neither a handler nor links, return moves the focus in the first ``FocusOrder`` of
    /// the field that handles return keys.
    public var returnKeyHandler: (any ReturnKeyHandler)? {
        get { formState.returnKeyHandler }
        set { formState.returnKeyHandler = newValue }
    }

    /// Reports that the field has taken the focus.
    ///
    /// The widget calls this method before the keyboard appears. A value field shows the text for editing. The field's
    /// orders update their focused field and set the field's accessory and return key. Then
    /// `Notification.Name.fieldDidBeginEditing` is posted.
    public func fieldDidBeginEditing() {
        formState.value?.editingDidBegin(byMove: formState.isTakingFocusByMove)
        // A callback may take the focus away again.
        for order in formState.orders where isFirstResponder { order.editingBegan(in: self) }
        guard isFirstResponder else { return }
        // If the handler is an order of the field, the order has already set up the return key above.
        if let handler = returnKeyHandler, !formState.orders.contains(where: { $0 === handler }) {
            handler.setupReturnKeyType(for: self)
        }
        formState.center.post(name: .fieldDidBeginEditing, object: self)
    }

    /// Reports that the field has lost the focus.
    ///
    /// The widget calls this method. A value field commits first and shows the formatted value. Then `Notification.Name.fieldDidEndEditing` is
    /// posted.
    public func fieldDidEndEditing() {
        formState.value?.editingDidEnd()
        // A callback may give the focus back.
        for order in formState.orders where !isFirstResponder { order.editingEnded(in: self) }
        guard !isFirstResponder else { return }
        formState.center.post(name: .fieldDidEndEditing, object: self)
    }

    /// Reports a tap on the Escape key.
    ///
    /// A value field abandons what was typed since the focus was taken or the text was last committed. Values that it
    /// has set meanwhile in ``ValueField/Update/live`` mode are set back, unless the app has changed the value since. The
    /// field keeps the focus.
    ///
    /// - Returns: Whether there was something to abandon. If there was nothing, the field handles the tap as its toolkit
    ///   does, for example by closing a dialog.
    public func fieldEscapeKeyTapped() -> Bool {
        formState.value?.cancel() ?? false
    }

    /// Reports a change of a property that ``FormField`` or ``FormElement`` requires.
    ///
    /// The widget calls this method when its text, its visibility, its frame, ``isEnabled`` or
    /// ``canBecomeFirstResponder`` changed. ``FocusOrder`` states the cost.
    public func fieldDidChange() {
        formState.value?.textDidChange()
        for order in formState.orders { order.fieldChanged(self) }
    }
}
