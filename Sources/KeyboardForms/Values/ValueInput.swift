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
/// Without the focus, the field shows the ``displayText`` of the value, such as "€1,250.00". With the focus, the field
/// shows the ``editingText``, such as "1250.00". The value is set when the return key is tapped and when the focus
/// leaves the field. Therefore a keyboard without a return key loses no input. In ``Update/live`` mode, the value is
/// also set at each change of the text.
///
/// A text is untouched while it equals the editing text. A field with an untouched text does not set the value. The
/// value therefore keeps digits that the text does not show. In ``Update/live`` mode, a changed text sets the value. If
/// the person then types the original text again, the field restores the original value.
///
/// If a text is not valid, the value does not change, and ``error`` contains the reason. After Return, the field keeps
/// the focus and the text. When the focus leaves the field, the text and the error stay until the next edit. If
/// ``revertsRefusedText`` is `true`, a refused text disappears when the focus leaves the field. The field shows the
/// unchanged value instead of the refused text. Escape abandons the typed text (``FormField/fieldEscapeKeyTapped()``).
///
/// The value can be a property of an `Observable` model. The field shows a change of such a model shortly afterwards,
/// on the main actor. ``refresh()`` immediately shows a change of any model. If a person has changed the text, the
/// field keeps the text. When the text is committed, its value replaces the value of the model.
///
/// The screen or the widget retains the `ValueInput`. The `ValueInput` holds the widget weakly, and the widget's
/// ``FormElementState`` holds the `ValueInput` weakly. ``error`` and ``value`` are observable.
@MainActor
public class ValueInput<Value: Equatable>: FieldInput, Observable {
    /// The times at which the value is set.
    public enum Update: Sendable, Hashable {
        /// The value is set when the return key is tapped, and when the focus leaves the field.
        case onCommit
        /// The value is set at a commit and after each edit that results in a valid value.
        ///
        /// While a person types, ``ValueInput/error`` is set if no further text can make the text valid. For the range
        /// 10...99, "100" is an error, and "4" is not an error. A possible exponent is ignored: "100" is an error,
        /// although it could become "100e-1".
        case live
    }

    private enum PendingUpdate {
        /// If the text is untouched when an input method ends the composition, the field shows the value.
        case ifUntouched
        case always
    }

    /// The name of the value, or an empty string.
    ///
    /// Error sentences begin with the title. The title is also the field's ``FormElementState/accessibilityLabel``.
    public let title: String

    /// The field that shows the value, held weakly.
    ///
    /// The property is `nil` if the field was deallocated or if its widget was destroyed.
    public var field: (any FormField)? {
        connectedField.flatMap { $0.formState.isDetached ? nil : $0 }
    }

    private weak var connectedField: (any FormField)?

    /// The times at which the value is set.
    public let update: Update

    /// Whether an empty text in the field prevents the form from being submitted.
    ///
    /// The default is `false`: an unedited field without a value is valid. The focus can leave a required field that is
    /// empty. The field reports ``ValueInputError/Reason/empty`` when the form is submitted.
    public var isRequired = false {
        didSet {
            guard isRequired != oldValue else { return }
            change { if !isRequired, isUntouched { setError(nil) } }
        }
    }

    /// Whether a field with an invalid text shows the value again when the field loses the focus.
    ///
    /// The default is `false`: the text stays, so that a person can correct it. The default of ``NumberInput`` is
    /// `true`.
    public var revertsRefusedText = false

    /// Returns a sentence, in the language of the app, that describes an error.
    ///
    /// If the property is `nil`, sentences are English. The value input retains the closure. Capture the screen weakly.
    public var localizedMessage: (@MainActor (ValueInputError) -> String)?

    /// Receives the value after each change that the field has made or has found in the model.
    ///
    /// The value input retains the closure. Capture the screen weakly.
    public var onValueChange: (@MainActor (Value?) -> Void)?

    /// Receives the error after each change of ``error``.
    ///
    /// The value input retains the closure. Capture the screen weakly.
    public var onErrorChange: (@MainActor (ValueInputError?) -> Void)?

    /// The field's state, which is notified when the value input is deallocated.
    private nonisolated weak let fieldState: FormElementState?
    let model: FollowedValue<Value>
    let rules: any ValueFormatRules<Value>
    let valueSignal = ObservationSignal()
    let errorSignal = ObservationSignal()
    private(set) var latestError: ValueInputError?
    private let observation = ModelObservation()
    /// The untouched text, and the value that this text represents.
    private var untouched: (text: String, value: Value?) = ("", nil)
    private var lastText = ""
    private var pendingUpdate: PendingUpdate?
    private var isEditing = false
    private var isShowing = false
    private var isCommitting = false

    /// Connects a value to a field, and shows the value in the field.
    ///
    /// - Parameters:
    ///   - field: The field, held weakly. A field shows only the value that was connected last.
    ///   - title: The name of the value, for error sentences and screen readers. An empty string means that the value
    ///     has no name.
    ///   - value: The value that the field shows and sets.
    ///   - format: The format of the value.
    ///   - keyboardType: The keys that the field needs. If the parameter is `nil`, the field's keyboard type is not
    ///     changed.
    ///   - placeholder: The text that an empty field shows. If the parameter is `nil`, the field shows the format's
    ///     placeholder. If the format has no placeholder, the field's placeholder is not changed.
    ///   - update: The times at which the value is set.
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
        field.formState.change {
            let former = field.formState.value
            field.formState.value = self
            former?.fieldDidReplaceValue()
            isEditing = shownField?.isFirstResponder ?? false
            untouched.text = text ?? ""
            show(.always)
        }
        observeModel()
    }

    deinit {
        // A field without a value input no longer prevents the form from being submitted. The text of such a field can
        // be invalid.
        if let fieldState { DeferredUpdateQueue.add(fieldState) }
    }

    // MARK: Changing

    /// Shows the value again, after the app has changed the value.
    ///
    /// If the field has the focus and its text was touched, the field keeps the text. Otherwise the method sets
    /// ``error`` to `nil`.
    public func refresh() {
        // While this field sets the value, the model can report the field's own change.
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
    /// The field commits when the return key is tapped and when the focus leaves the field.
    ///
    /// - Returns: Whether the text was valid or untouched. If the text was not valid, ``error`` contains the reason.
    ///   The field keeps a refused text if ``revertsRefusedText`` is `false`. The field also keeps a refused text while
    ///   the field has the focus.
    @discardableResult
    public func commit() -> Bool {
        // The closure that sets the value can move the focus. A move of the focus commits again.
        guard !isCommitting else { return latestError == nil }
        isCommitting = true
        defer { isCommitting = false }
        return change {
            let isValid = setValueFromText()
            if isValid { model.keepTyped() }
            if isValid || !isEditing && revertsRefusedText { show(.always) }
            return isValid
        }
    }

    package func inputError(of text: String) -> ValueInputError? {
        // If a refused text was replaced with the value, the error stays until the next edit.
        if text == untouched.text, let latestError { return latestError }
        if isRequired, text.isEmpty { return titled(ValueInputError(.empty)) }
        guard text != untouched.text, !isComposing,
            case .failure(let error) = rules.check(text, isOptional: model.isOptional && !isRequired)
        else { return nil }
        return titled(error)
    }

    package func showInputError(_ error: ValueInputError) {
        // The move of the focus to the field runs callbacks. A callback can have corrected the text.
        guard let text, isUntouched || inputError(of: text) != nil else { return }
        change { setError(error) }
    }

    package func editingDidBegin(byMove isMove: Bool) {
        guard shownField != nil, !isEditing else { return }
        let wasUntouched = isUntouched
        isEditing = true
        // During a commit, a closure of the app can give the focus back to the field. The error of the commit stays in
        // the field.
        if !isCommitting {
            model.keepTyped()
            if wasUntouched { setError(nil) }
        }
        followModel()
        if wasUntouched { show(.ifUntouched) } else { resetUntouched() }
        if isMove, let field = shownField as? any TextInputField, !field.hasMarkedText {
            field.selectedTextRange = 0..<field.text.count
        }
    }

    package func editingDidEnd() {
        guard shownField != nil else { return }
        isEditing = false
        commit()
    }

    package func fieldDidReplaceValue() {
        isEditing = false
        model.keepTyped()
        setError(nil)
    }

    package func textDidChange() {
        guard !isShowing, shownField != nil, !isComposing else { return }
        if let update = pendingUpdate {
            pendingUpdate = nil
            if update == .always || isUntouched { return show(.always) }
            resetUntouched()
        }
        followModel()
        guard let text, text != lastText else { return }
        lastText = text
        if update == .live { setValueLive(text) } else { setError(nil) }
    }

    package func cancel() -> Bool {
        // While an input method composes a text, Escape ends the composition first.
        guard shownField != nil, isEditing, !isComposing else { return false }
        return change {
            followModel()
            let isChanged = !isUntouched || model.beforeTyping != nil
            if let value = model.beforeTyping { write(value) }
            model.keepTyped()
            setError(nil)
            show(.always)
            return isChanged
        }
    }

    private func setValueFromText() -> Bool {
        // A field may have changed its text without reporting the change.
        textDidChange()
        followModel()
        guard let text else { return true }
        if isUntouched {
            // The error of an earlier text stays until a person commits a valid text.
            if isEditing { setError(nil) }
            return true
        }
        return setValue(of: text) { _ in true }
    }

    private func setValueLive(_ text: String) {
        if isUntouched {
            setError(nil)
            write(untouched.value)
        } else {
            _ = setValue(of: text) { $0 != .empty && !canBecomeValid(text) }
        }
    }

    /// Sets the value from a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isReported: A closure that returns whether the field now reports this reason for refusing the text.
    /// - Returns: Whether the text was valid.
    private func setValue(of text: String, isReported: (ValueInputError.Reason) -> Bool) -> Bool {
        switch rules.check(text, isOptional: model.isOptional) {
        case .success(let value):
            setError(nil)
            write(value)
            return true
        case .failure(let error):
            setError(isReported(error.reason) ? titled(error) : nil)
            return false
        }
    }

    /// Adds the title of the field to an error without a title.
    private func titled(_ error: ValueInputError) -> ValueInputError {
        ValueInputError(error.reason, title: error.title.isEmpty ? title : error.title)
    }

    private func write(_ value: Value?) {
        let wasEditing = isEditing
        guard model.write(value) else { return }
        // A setter can first move the focus and then store the value.
        if isEditing != wasEditing { show(.always) }
        reportValue()
    }

    private func setError(_ error: ValueInputError?) {
        guard error != latestError else { return }
        errorSignal.change { latestError = error }
        onErrorChange?(error)
    }

    private func reportValue() {
        valueSignal.change {}
        onValueChange?(model.known)
    }

    /// Performs a change so that the field's forms publish the change only once.
    private func change<Result>(_ body: () -> Result) -> Result {
        fieldState?.change(body) ?? body()
    }

    // MARK: Showing

    /// The field, or `nil` if this value is no longer connected to the field.
    ///
    /// The property is `nil` if the widget was destroyed. The property is also `nil` if another value was connected to
    /// the field later. A closure of the app can destroy the widget. Therefore each access to the widget reads this
    /// property first.
    private var shownField: (any FormField)? {
        guard let field, field.formState.value === self else { return nil }
        return field
    }

    private var text: String? {
        shownField?.text
    }

    private var isComposing: Bool {
        (shownField as? any TextInputField)?.hasMarkedText ?? false
    }

    private var isUntouched: Bool {
        text.map { $0 == untouched.text } ?? true
    }

    /// The text that an untouched field shows for the known value.
    private var untouchedText: String {
        model.known.map(isEditing ? rules.editingText : rules.displayText) ?? ""
    }

    package func followModel() {
        guard !model.isWriting else { return }
        let wasUntouched = isUntouched
        guard model.read() else { return }
        model.keepTyped()
        if isComposing {
            pendingUpdate = pendingUpdate ?? .ifUntouched
        } else if wasUntouched {
            setError(nil)
            show(.ifUntouched)
        } else {
            resetUntouched()
            // The text that was refused can be the text of the model's new value.
            if isUntouched { setError(nil) }
        }
        reportValue()
    }

    /// Computes the untouched text from the known value; the shown text does not change.
    private func resetUntouched() {
        untouched = (untouchedText, model.known)
    }

    /// - Parameter pending: The update that follows when an input method ends its composition.
    private func show(_ pending: PendingUpdate) {
        guard shownField != nil, !isShowing else { return }
        guard !isComposing else {
            pendingUpdate = pending
            return
        }
        pendingUpdate = nil
        let isChanged = model.read()
        let new = untouchedText
        if let text, text != new { replaceText(text, with: new) }
        // A field can change the text that it receives.
        guard let text else { return }
        untouched = (text, model.known)
        lastText = text
        // While the setter of the value is running, the value is not reported here. The value is reported once, after
        // the setter has returned.
        if isChanged, !model.isWriting { reportValue() }
    }

    private func replaceText(_ text: String, with new: String) {
        var input: (any TextInputField)? { isEditing ? shownField as? any TextInputField : nil }
        let selection = input?.selectedTextRange
        // The field reports this change immediately, but the change is not an edit.
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

    // MARK: Following the model

    private func observeModel() {
        observation.observe(updating: self) { _ = model.current }
    }
}

extension ValueInput: DeferredUpdate {
    func performDeferredUpdate() {
        if model.hasChanged { change(followModel) }
        observeModel()
    }
}
