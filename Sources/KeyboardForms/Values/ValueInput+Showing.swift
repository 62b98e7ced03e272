extension ValueInput {
    /// `nil` after the widget was destroyed, or after another value was connected to the field.
    ///
    /// Any closure of the app can destroy the widget, so each access to the widget uses this property.
    var shownField: (any FormField)? {
        guard let field, field.formState.value === self else { return nil }
        return field
    }

    var text: String? {
        shownField?.text
    }

    var isComposing: Bool {
        (shownField as? any SelectableField)?.hasMarkedText ?? false
    }

    var isUntouched: Bool {
        text.map { $0 == untouched.text } ?? true
    }

    /// Whether the field has nothing to store: the text is untouched, or the field has already stored it.
    ///
    /// The model may already have a newer value.
    var isInModel: Bool {
        isUntouched || text == storedText
    }

    private var untouchedText: String {
        model.known.map(isEditing ? rules.editingText : rules.displayText) ?? ""
    }

    package func followModel() {
        guard !model.isWriting else { return }
        let wasInModel = isInModel
        guard model.read() else { return }
        model.keepTyped()
        outdatedText = lastText
        if isComposing {
            pendingUpdate = pendingUpdate ?? .ifUntouched
        } else if wasInModel {
            setError(nil)
            show(.ifUntouched)
        } else {
            resetUntouched()
            // If the refused text equals the text of the new value, the error is obsolete.
            if isUntouched { setError(nil) }
        }
        reportValue()
    }

    func resetUntouched() {
        (untouched, storedText) = ((untouchedText, model.known), nil)
    }

    func show(_ pending: PendingUpdate) {
        guard shownField != nil, !isShowing else { return }
        guard !isComposing else {
            pendingUpdate = pending
            return
        }
        pendingUpdate = nil
        let isChanged = model.read()
        let new = untouchedText
        if let text, text != new { replaceText(text, with: new) }
        // The field may have changed the new text, so the method reads it again.
        guard let text else { return }
        (untouched, storedText) = ((text, model.known), nil)
        lastText = text
        // If the setter is still running, `write(_:)` reports the value after the setter has returned.
        if isChanged, !model.isWriting { reportValue() }
    }

    private func replaceText(_ text: String, with new: String) {
        var input: (any SelectableField)? { isEditing ? shownField as? any SelectableField : nil }
        let selection = input?.selectedTextRange
        // The field reports its new text while `isShowing` is `true`, so the text does not count as typed.
        isShowing = true
        shownField?.text = new
        if let selection, let input {
            let isAllSelected = !selection.isEmpty && selection == 0..<text.count
            let shown = input.text
            input.selectedTextRange =
                isAllSelected ? 0..<shown.count : CaretPosition.range(selection, of: text, in: shown)
        }
        isShowing = false
    }

    func observeModel() {
        observation.observe(updating: self) { _ = model.current }
    }
}

extension ValueInput: DeferredUpdate {
    func performDeferredUpdate() {
        // The observation begins before the update, because a callback can change the model again.
        observeModel()
        if field == nil { fieldDidDisconnect() } else if model.hasChanged { change(followModel) }
    }
}
