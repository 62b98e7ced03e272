#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardForms

    /// The field into which the app keyboard types.
    ///
    /// Each text widget is such a field, with or without a `WidgetField` of a form. The field changes the text as an
    /// input method does. Therefore the app's handlers of signals, the form and GTK can refuse an input, and a text
    /// view keeps its tags and its history.
    extension FocusedText: TextInputField {
        private var editable: OpaquePointer? {
            unsafe widget.flatMap { unsafe $0.isTextView ? nil : OpaquePointer($0) }
        }

        private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
            unsafe widget.flatMap { unsafe $0.isTextView ? gtk_text_view_get_buffer($0.as()) : nil }
        }

        /// Reports to the app keyboard that it types into this text widget.
        func beginTyping() {
            formState.keyboardType = keyboardType
            formState.isSecureTextEntry =
                unsafe !isMultiLine && widget.map { unsafe gtk_text_get_visibility($0.as()) == 0 } == true
            isFirstResponder = true
            fieldDidBeginEditing()
        }

        /// Reports to the app keyboard that it no longer types into this text widget.
        func endTyping() {
            isFirstResponder = false
            fieldDidEndEditing()
        }

        private var keyboardType: KeyboardType {
            if let type = field?.formState.keyboardType, type != .default { return type }
            guard let widget = unsafe widget else { return .default }
            // GTK sets no purpose.
            if unsafe widget.visibleText.isA(gtk_spin_button_get_type()) { return .numbersAndPunctuation }
            let purpose =
                unsafe widget.isTextView
                ? gtk_text_view_get_input_purpose(widget.as()) : gtk_text_get_input_purpose(widget.as())
            return switch purpose {
            case GTK_INPUT_PURPOSE_DIGITS, GTK_INPUT_PURPOSE_PIN: .numberPad
            // The number can have a sign.
            case GTK_INPUT_PURPOSE_NUMBER: .numbersAndPunctuation
            case GTK_INPUT_PURPOSE_PHONE: .phonePad
            case GTK_INPUT_PURPOSE_EMAIL: .emailAddress
            case GTK_INPUT_PURPOSE_URL: .url
            case GTK_INPUT_PURPOSE_PASSWORD, GTK_INPUT_PURPOSE_TERMINAL: .asciiCapable
            default: .default
            }
        }

        var isHidden: Bool { unsafe widget.map { unsafe !$0.isMapped } ?? true }
        var isEnabled: Bool {
            unsafe widget.map { unsafe $0.isEditableText && gtk_widget_is_sensitive($0) != 0 } ?? false
        }
        var isMultiLine: Bool { unsafe buffer != nil }
        func becomeFirstResponder() -> Bool { isFirstResponder }

        func resignFirstResponder() -> Bool {
            if isFirstResponder { manager?.perform(.done) }
            return !isFirstResponder
        }

        // MARK: The text

        /// The range of Unicode scalars that the field contains.
        ///
        /// Of a text view, the field contains only the lines of the selection and the line before. Therefore a key
        /// costs the same in a long text.
        private var range: Range<Int> {
            guard let buffer = unsafe buffer else { return 0..<Int(CInt.max) }
            return unsafe buffer.withRange(selection) { start, end in
                _ = unsafe gtk_text_iter_backward_line(start)
                if unsafe gtk_text_iter_ends_line(end) == 0 { _ = unsafe gtk_text_iter_forward_to_line_end(end) }
                return unsafe Int(gtk_text_iter_get_offset(start))..<Int(gtk_text_iter_get_offset(end))
            }
        }

        /// The selected range of Unicode scalars of the widget.
        private var selection: Range<Int> {
            var (start, end): (CInt, CInt) = (0, 0)
            if let editable = unsafe editable {
                unsafe gtk_editable_get_selection_bounds(editable, &start, &end)
            } else if let buffer = unsafe buffer {
                var iterators = unsafe (GtkTextIter(), GtkTextIter())
                unsafe gtk_text_buffer_get_selection_bounds(buffer, &iterators.0, &iterators.1)
                start = unsafe gtk_text_iter_get_offset(&iterators.0)
                end = unsafe gtk_text_iter_get_offset(&iterators.1)
            }
            return Int(start)..<Int(end)
        }

        var text: String {
            get {
                if let editable = unsafe editable { return unsafe String(cString: gtk_editable_get_text(editable)) }
                guard let buffer = unsafe buffer else { return "" }
                // A picture in the text counts as one character, as it does in the buffer.
                let slice = unsafe buffer.withRange(range) { unsafe gtk_text_buffer_get_slice(buffer, $0, $1, 1) }
                defer { unsafe g_free(slice) }
                return unsafe slice.map { unsafe String(cString: $0) } ?? ""
            }
            set {
                // Only the changed part is replaced. The text after the selection does not change.
                let (old, new) = (text.unicodeScalars, newValue.unicodeScalars)
                let offset = range.lowerBound
                let after = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
                let end = max(old.count - after, selection.upperBound - offset)
                let inserted = new.dropLast(old.count - end)
                let start = zip(old.prefix(end), inserted).prefix { $0 == $1 }.count
                replace(offset + start..<offset + end, with: String(inserted.dropFirst(start)))
            }
        }

        private func replace(_ range: Range<Int>, with inserted: String) {
            let count = CInt(inserted.utf8.count)
            if let editable = unsafe editable {
                unsafe gtk_editable_delete_text(editable, CInt(range.lowerBound), CInt(range.upperBound))
                var position = CInt(range.lowerBound)
                unsafe gtk_editable_insert_text(editable, inserted, count, &position)
            } else if let buffer = unsafe buffer {
                unsafe gtk_text_buffer_begin_user_action(buffer)
                unsafe buffer.withRange(range) { start, end in
                    unsafe gtk_text_buffer_delete_interactive(buffer, start, end, 1)
                    unsafe gtk_text_buffer_insert_interactive(buffer, start, inserted, count, 1)
                }
                unsafe gtk_text_buffer_end_user_action(buffer)
            }
        }

        var selectedTextRange: Range<Int> {
            get {
                let (selection, offset) = (selection, range.lowerBound)
                return text.characterRange(
                    ofUnicodeScalars: selection.lowerBound - offset..<selection.upperBound - offset
                )
            }
            set {
                let (range, offset) = (text.unicodeScalarRange(ofCharacters: newValue), range.lowerBound)
                let (start, end) = (range.lowerBound + offset, range.upperBound + offset)
                if let editable = unsafe editable {
                    unsafe gtk_editable_select_region(editable, CInt(start), CInt(end))
                } else if let buffer = unsafe buffer, let widget = unsafe widget {
                    unsafe buffer.withRange(start..<end) { unsafe gtk_text_buffer_select_range(buffer, $1, $0) }
                    unsafe gtk_text_view_scroll_mark_onscreen(widget.as(), gtk_text_buffer_get_insert(buffer))
                }
            }
        }
    }

    /// The return key of the app keyboard has the effect of a hardware key.
    extension FocusedText: ReturnKeyHandler {
        func setupReturnKeyType(for _: any FormField) {
            let type = field?.formState.returnKeyType ?? .default
            formState.returnKeyType = type == .default ? manager?.returnKeyType ?? .default : type
        }

        /// Activates the text widget, so that the form, the app's handler or the default widget of the window acts.
        func handleReturnKeyTapped(on _: any FormField) {
            if let widget = unsafe widget { unsafe keyboard_gtk_activate(widget) }
        }
    }

    extension UnsafeMutablePointer<GtkTextBuffer> {
        /// Calls a closure with iterators at the ends of a range of offsets.
        fileprivate func withRange<Result>(
            _ range: Range<Int>,
            _ body: (UnsafeMutablePointer<GtkTextIter>, UnsafeMutablePointer<GtkTextIter>) -> Result
        ) -> Result {
            var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
            unsafe gtk_text_buffer_get_iter_at_offset(self, &start, CInt(range.lowerBound))
            unsafe gtk_text_buffer_get_iter_at_offset(self, &end, CInt(clamping: range.upperBound))
            return unsafe body(&start, &end)
        }
    }
#endif
