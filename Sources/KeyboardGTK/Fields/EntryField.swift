#if GTK4
    import CKeyboardGTK
    import Foundation
    public import KeyboardForms

    /// The field of a widget that implements `GtkEditable`.
    ///
    /// Examples of these widgets are `GtkEntry`, `GtkPasswordEntry`, `GtkSearchEntry`, `GtkSpinButton`, `GtkText` and
    /// `AdwEntryRow`.
    ///
    /// ```swift
    /// func order(name: OpaquePointer, mail: OpaquePointer) -> FocusOrder {
    ///     FocusOrder(EntryField(name), EntryField(mail))
    /// }
    /// ```
    ///
    /// When you or a form sets one of these properties of ``/KeyboardForms/FieldState``, the field applies the
    /// property to the widget:
    ///
    /// - the keyboard type
    /// - the placeholder
    /// - the secure entry
    /// - the maximum length
    /// - the input filter
    /// - the accessibility label
    /// - the automatic capitals, as an input hint
    /// - whether the field wants a keyboard, as an input hint
    ///
    /// The keyboard type needs the GTK property `input-purpose`, the placeholder needs `placeholder-text`, and the
    /// secure entry needs `visibility`. The field does not apply a property that the class of the widget lacks. For
    /// example, a `GtkSpinButton` shows no placeholder.
    public final class EntryField: WidgetField, SelectableField {
        /// Whether an input method is composing a part of the text.
        public private(set) var hasMarkedText = false
        private var editable: OpaquePointer? { unsafe widget.map { OpaquePointer($0) } }
        private(set) var hasHandledReturnKey = false
        private var isSettingText = false

        /// Creates the field of a widget.
        ///
        /// The widget retains the field.
        ///
        /// - Parameter entry: A pointer to the widget. Any binding of GTK can create the pointer.
        public init(_ entry: UnsafeMutableRawPointer) {
            let entry = unsafe WidgetPointer(widget: entry)
            unsafe super.init(entry)
            // Only the innermost text widget of an AdwEntryRow emits "activate" and "insert-text".
            let innermost = unsafe entry.innermostText
            unsafe connect(entry, "notify::text", reportChange)
            unsafe connect(innermost, "activate") { [weak self] in
                if let self { hasHandledReturnKey = fieldReturnKeyTapped() }
            }
            unsafe connect(innermost, "insert-text") { [weak self] inserted, length, position in
                guard let self, !isSettingText, let inserted = unsafe inserted, let position = unsafe position else {
                    return false
                }
                // GTK passes the length as a C `int`, so only the lower half of `length` is defined.
                let count = Int(CInt(truncatingIfNeeded: Int(bitPattern: length)))
                let text = unsafe String(decoding: UnsafeRawBufferPointer(start: inserted, count: count), as: UTF8.self)
                let (offset, old) = unsafe (Int(position.load(as: CInt.self)), self.text.unicodeScalars)
                let (head, tail) = (String(old.prefix(offset)), String(old.dropFirst(offset)))
                let accepted = acceptedInput(text, after: head, before: tail)
                guard accepted != text else { return false }
                unsafe g_signal_stop_emission_by_name(innermost, "insert-text")
                guard let accepted else { return false }
                isSettingText = true
                defer { isSettingText = false }
                let place = unsafe position.assumingMemoryBound(to: CInt.self)
                unsafe gtk_editable_insert_text(OpaquePointer(innermost), accepted, CInt(accepted.utf8.count), place)
                return false
            }
            guard unsafe innermost.isA(gtk_text_get_type()) else { return }
            unsafe connect(innermost, "preedit-changed") { [weak self] preedit, _, _ in
                self?.hasMarkedText = unsafe preedit?.load(as: CChar.self) != 0
                self?.fieldDidChange()
                return false
            }
        }

        /// Creates the field of a widget from an opaque pointer to the widget.
        ///
        /// - Parameter entry: An opaque pointer to the widget.
        public convenience init(_ entry: OpaquePointer) { unsafe self.init(UnsafeMutableRawPointer(entry)) }

        override func removeSelection() {
            guard let editable = unsafe editable else { return }
            unsafe gtk_editable_set_position(editable, gtk_editable_get_position(editable))
        }

        /// The text of the widget.
        override public var text: String {
            get { unsafe editable.map { unsafe String(cString: gtk_editable_get_text($0)) } ?? "" }
            set {
                isSettingText = true
                defer { isSettingText = false }
                if let editable = unsafe editable { unsafe gtk_editable_set_text(editable, newValue) }
            }
        }

        override public func traitDidChange(_ trait: FieldState.Trait) {
            super.traitDidChange(trait)
            guard let widget = unsafe widget else { return }
            switch trait {
            case .keyboardType:
                unsafe widget.setInputPurpose(for: formState.keyboardType)
            case .placeholder: unsafe keyboard_gtk_set_string(widget, "placeholder-text", formState.placeholder)
            case .isSecureTextEntry:
                unsafe keyboard_gtk_set_int(widget, "visibility", formState.isSecureTextEntry ? 0 : 1)
            default: break
            }
        }

        /// The range of the selected characters in the text.
        public var selectedTextRange: Range<Int> {
            get {
                var (start, end): (CInt, CInt) = (0, 0)
                if let editable = unsafe editable { unsafe gtk_editable_get_selection_bounds(editable, &start, &end) }
                return text.characterRange(ofUnicodeScalars: Int(start)..<Int(end))
            }
            set {
                guard let editable = unsafe editable else { return }
                let range = text.unicodeScalarRange(ofCharacters: newValue)
                unsafe gtk_editable_select_region(editable, CInt(range.lowerBound), CInt(range.upperBound))
            }
        }
    }
#endif
