public import Observation

/// A value that a text field shows and sets.
///
/// ```swift
/// birthdayInput = ValueInput(
///     birthdayField, title: "Birthday",
///     value: .of(self, \.birthday),
///     format: .style(.dateTime.year().month().day(), locale: locale)
/// )
/// ```
///
/// While the field does not have the focus, it shows the ``displayText`` of the value, such as "€1,250.00". While the
/// field has the focus, it shows a text without grouping separators and symbols, such as "1250.00".
///
/// The field sets the value when the return key is tapped, and when the focus leaves the field. So no input is lost on
/// a keyboard without a return key. In ``Update/live`` mode, the field also sets the value after each edit that results
/// in a valid value.
///
/// A text is untouched while it equals the text of the current value. A field with an untouched text does not set the
/// value. So the value keeps digits that the text does not show. If a person types the original text again in
/// ``Update/live`` mode, the field restores the original value.
///
/// If a text is not valid, the value does not change, and ``error`` contains the reason. If a person taps return while
/// the text is invalid, the field keeps the focus and the text. When the focus leaves the field, the field keeps the
/// invalid text and the error until the next edit. But if ``revertsRefusedText`` is `true`, the field shows the
/// unchanged value instead of the invalid text as soon as the focus has left the field. Escape discards the typed text
/// (``FormField/fieldEscapeKeyTapped()``).
///
/// The value can be a property of a model. When an `Observable` model changes, the field shows the change shortly
/// afterwards, on the main actor. To show a change of any model immediately, call ``refresh()``. If the field has
/// already stored a typed text, a new value of the model replaces this text in the field. The field keeps a typed text
/// that it has not stored. A commit stores the kept text only if the person has edited it after the model changed. If
/// the person has not edited the kept text, and its value differs from the new value of the model, the field shows the
/// new value at the commit, and ``error`` becomes ``ValueInputError/Reason/outdated(text:)``.
///
/// The screen or the widget retains the `ValueInput`. The `ValueInput` holds the widget weakly, and the widget's
/// ``FieldState`` holds the `ValueInput` weakly. ``error`` and ``value`` are observable.
@MainActor
public class ValueInput<Value: Equatable>: FieldValue, Observable {
    /// Whether the field sets the value only at a commit, or also while a person types.
    public enum Update: Sendable, Hashable {
        /// The field sets the value when the return key is tapped, and when the focus leaves the field.
        case onCommit
        /// The field sets the value at a commit, and after each edit that results in a valid value.
        ///
        /// When a person types "7.", the field sets the value to 7 and keeps the text "7.". If the setter or
        /// ``ValueInput/onValueChange`` sets another value, the field shows this value at once. For example, if a
        /// setter replaces every number below 10 with 10, a person cannot type 25, because the field replaces the digit
        /// 2 with 10 at once. To limit numbers, use the range of a ``NumberInput``.
        ///
        /// If the text is not valid at a commit, the field restores the value from before the typing. It discards the
        /// values that it has set during the typing, because the person has not committed them. The field also restores
        /// the value if the widget or the value input is released while the text is invalid.
        ///
        /// While a person types, ``ValueInput/error`` is set only if the text cannot become a number. A number out of
        /// range is not stored, and the field sets the error only at the commit.
        case live
    }

    enum PendingUpdate {
        case ifUntouched
        case always
    }

    package let title: String

    package var field: (any FormField)? {
        connectedField.flatMap { $0.formState.isDetached ? nil : $0 }
    }

    private weak var connectedField: (any FormField)?

    package let update: Update

    /// Whether the field must have a text before the form can be submitted.
    ///
    /// The default is `false`: an unedited field without a value is valid. The focus can leave an empty required field.
    /// When the app tries to submit the form, the empty field reports ``ValueInputError/Reason/empty``.
    public var isRequired = false {
        didSet {
            guard isRequired != oldValue else { return }
            change { if !isRequired, isUntouched { setError(nil) } }
        }
    }

    /// Whether the field replaces an invalid text with the value when the focus leaves the field.
    ///
    /// The default is `false`: the field keeps the text, so that a person can correct the text. The default of
    /// ``NumberInput`` is `true`.
    public var revertsRefusedText = false

    /// A closure that returns an error message in the language of the app.
    ///
    /// If `localizedMessage` is `nil`, error messages are in English. The value input retains the closure, so capture
    /// the screen weakly.
    public var localizedMessage: (@MainActor (ValueInputError) -> String)?

    /// A closure that receives each new value.
    ///
    /// The field calls the closure each time the field sets the value or finds a new value in the model.
    ///
    /// The value input retains the closure, so capture the screen weakly.
    public var onValueChange: (@MainActor (Value?) -> Void)?

    /// A closure that receives the error after each change of ``error``.
    ///
    /// The value input retains the closure, so capture the screen weakly.
    public var onErrorChange: (@MainActor (ValueInputError?) -> Void)?

    private weak let fieldState: FieldState?
    let model: FollowedValue<Value>
    let rules: any FormatRules<Value>
    let valueSignal = ObservationSignal()
    let errorSignal = ObservationSignal()
    private(set) var latestError: ValueInputError?
    let observation = ModelObservation()
    /// The text that the field treats as untouched, and the value of this text.
    var untouched: (text: String, value: Value?) = ("", nil)
    /// The typed text whose value the field has stored.
    var storedText: String?
    /// The typed text that the field had not stored when the model changed.
    var outdatedText: String?
    var lastText = ""
    var pendingUpdate: PendingUpdate?
    var isEditing = false
    var isShowing = false
    private var isCommitting = false

    /// Connects a value to a field, and shows the value in the field.
    ///
    /// - Parameters:
    ///   - field: The field, held weakly. If the field already has a value input, the new value input replaces it.
    ///   - title: The name of the value, for error messages and screen readers. If the string is empty, the value has
    ///     no name.
    ///   - value: The value that the field shows and sets.
    ///   - format: The format of the value.
    ///   - keyboardType: The keys that the field needs. If the parameter is `nil`, the field keeps its keyboard type.
    ///   - placeholder: The text that an empty field shows. If the parameter is `nil`, the field shows the format's
    ///     placeholder. If the format has no placeholder, the field keeps its placeholder.
    ///   - update: Whether the field sets the value only at a commit, or also while a person types.
    public init(
        _ field: any FormField,
        title: String,
        value: BoundValue<Value>,
        format: ValueFormat<Value>,
        keyboardType: KeyboardType? = nil,
        placeholder: String? = nil,
        update: Update = .onCommit
    ) {
        connectedField = field
        fieldState = field.formState
        self.title = title
        self.update = update
        model = FollowedValue(value)
        rules = format.rules
        if let keyboardType { field.formState.keyboardType = keyboardType }
        if let placeholder = placeholder ?? format.placeholder { field.formState.placeholder = placeholder }
        if !title.isEmpty { field.formState.accessibilityLabel = title }
        field.formState.decimalSeparator = rules.decimalSeparator
        field.formState.acceptsNegativeNumbers = rules.acceptsNegativeNumbers
        field.formState.change {
            let former = field.formState.value
            field.formState.value = self
            former?.fieldDidDisconnect()
            isEditing = shownField?.isEdited ?? false
            untouched.text = text ?? ""
            show(.always)
        }
        observeModel()
    }

    isolated deinit {
        if lastText != untouched.text, lastText != storedText, model.beforeTyping != nil {
            // `restore()` calls the setter of the app. The app may still be changing the property that held the value
            // input, so the task calls `restore()` later.
            Task { @MainActor [model] in model.restore() }
        }
        // Without the value input, its invalid text no longer prevents the submission of the form, so the field state
        // reports this change.
        if let fieldState { DeferredUpdateQueue.add(fieldState) }
    }

    // MARK: Changing

    /// Shows the current value after a change by the app.
    ///
    /// A focused field keeps a typed text if the field has not stored the text, or if the value of the text is still
    /// the current value. In any other case, the field shows the value, and ``error`` becomes `nil`.
    public func refresh() {
        // The setter of the app can call `refresh()` while the field sets the value.
        guard !model.isWriting else { return }
        change {
            followModel()
            guard !isEditing || isUntouched else { return }
            setError(nil)
            show(.ifUntouched)
        }
    }

    /// Sets the value from the text.
    ///
    /// The field calls `commit()` when the return key is tapped, and when the focus leaves the field. If the text is
    /// not valid, ``error`` contains the reason. While the field has the focus, the field keeps an invalid text. If
    /// ``revertsRefusedText`` is `false`, the field also keeps the invalid text after the focus has left the field.
    ///
    /// - Returns: Whether the text was valid or untouched.
    @discardableResult
    public func commit() -> Bool {
        // If the setter of the value moves the focus, `editingDidEnd()` calls `commit()` again.
        guard !isCommitting else { return latestError == nil }
        isCommitting = true
        defer { isCommitting = false }
        return change {
            let isValid = setValueFromText()
            if isValid { model.keepTyped() } else { restoreValue() }
            // If an input method composes a different text after the commit, this text does not count as untouched.
            if isValid, let text { untouched = (text, model.known) }
            if isValid || !isEditing && revertsRefusedText { show(isEditing ? .ifUntouched : .always) }
            return isValid
        }
    }

    package func inputError(of text: String) -> ValueInputError? {
        // If the field has replaced a refused text with the value, the error stays until editing begins again.
        if text == untouched.text, let latestError { return latestError }
        if isRequired, text.isEmpty { return titled(ValueInputError(.empty)) }
        guard text != untouched.text, !isComposing,
            case .failure(let error) = rules.check(text, isOptional: model.isOptional && !isRequired)
        else { return nil }
        return titled(error)
    }

    package func showInputError(_ error: ValueInputError) {
        // The form moves the focus to the field before this call, so a closure of the app may have corrected the text.
        guard let text, isUntouched || inputError(of: text) != nil else { return }
        change { setError(error) }
    }

    package func editingDidBegin(byMove isMove: Bool) {
        guard shownField != nil, !isEditing else { return }
        let wasUntouched = isUntouched
        isEditing = true
        // During a commit, a closure of the app can give the focus back to the field. The error of the commit must
        // stay.
        if !isCommitting {
            model.keepTyped()
            if wasUntouched { setError(nil) }
        }
        followModel()
        if wasUntouched { show(.ifUntouched) } else { resetUntouched() }
        if isMove, let field = shownField as? any SelectableField, !field.hasMarkedText {
            field.selectedTextRange = 0..<field.text.count
        }
    }

    package func editingDidEnd() {
        guard shownField != nil else { return }
        isEditing = false
        commit()
    }

    package func fieldDidDisconnect() {
        isEditing = false
        followModel()
        // The widget may have been destroyed, so the method uses `lastText`.
        if lastText != untouched.text, lastText != storedText { restoreValue() }
        model.keepTyped()
        setError(nil)
    }

    package func textDidChange() {
        guard !isShowing, shownField != nil, !isComposing else { return }
        if let update = pendingUpdate {
            pendingUpdate = nil
            if update == .always || isInModel { return show(.always) }
            resetUntouched()
        }
        followModel()
        guard let text, text != lastText else { return }
        (lastText, outdatedText) = (text, nil)
        guard update == .live else { return setError(nil) }
        _ = setValue(of: text) { $0 != .empty && !canBecomeValid(text) }
    }

    package func cancel() -> Bool {
        // While an input method composes a text, Escape ends only the composition.
        guard shownField != nil, isEditing, !isComposing else { return false }
        return change {
            let isChanged = !isUntouched || model.beforeTyping != nil
            followModel()
            restoreValue()
            setError(nil)
            show(.always)
            return isChanged
        }
    }

    /// Does not replace a newer value of the model, because `followModel()` sets `beforeTyping` to `nil` when the model
    /// has changed.
    private func restoreValue() {
        if let value = model.beforeTyping { write(value) }
        model.keepTyped()
        storedText = nil
    }

    private func setValueFromText() -> Bool {
        // The field may have changed its text without a call of `textDidChange()`.
        textDidChange()
        followModel()
        guard let text else { return true }
        if isInModel {
            // A field without the focus keeps the error of the refused text.
            if isEditing { setError(nil) }
            return true
        }
        return setValue(of: text) { _ in true }
    }

    private func setValue(of text: String, isReported: (ValueInputError.Reason) -> Bool) -> Bool {
        switch isUntouched ? .success(untouched.value) : rules.check(text, isOptional: model.isOptional) {
        case .success(let value) where text == outdatedText && !isSame(value, model.known):
            setError(titled(ValueInputError(.outdated(text: text))))
            show(.always)
            return false
        case .success(let value):
            setError(nil)
            // A callback may have replaced the text and set a newer value.
            guard shownField == nil || self.text == text else { return latestError == nil }
            storedText = text
            write(value)
            // The setter or a callback may have set another value. A commit shows the current value anyway.
            if !isCommitting {
                followModel()
                if !isSame(model.known, value) { show(.always) }
            }
            return true
        case .failure(let error):
            setError(isReported(error.reason) ? titled(error) : nil)
            return false
        }
    }

    private func titled(_ error: ValueInputError) -> ValueInputError {
        ValueInputError(error.reason, title: error.title.isEmpty ? title : error.title)
    }

    private func write(_ value: Value?) {
        let wasEditing = isEditing
        guard model.write(value) else { return }
        // The setter may have moved the focus before it stored the value, so the field shows the value again.
        if isEditing != wasEditing { show(.always) }
        reportValue()
    }

    func setError(_ error: ValueInputError?) {
        guard error != latestError else { return }
        errorSignal.change { latestError = error }
        onErrorChange?(error)
    }

    func reportValue() {
        valueSignal.change {}
        onValueChange?(model.known)
    }

    func change<Result>(_ body: () -> Result) -> Result {
        fieldState?.change(body) ?? body()
    }
}
