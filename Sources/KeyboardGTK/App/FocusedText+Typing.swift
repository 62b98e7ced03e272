#if GTK4
    import CKeyboardGTK
    import Foundation
    import InAppKeyboard
    import KeyboardForms

    /// The field into which the `AppKeyboard` types.
    ///
    /// A text widget has this field even if it has no `WidgetField`. When the keyboard types into a text view, the view
    /// keeps its tags and its undo history.
    extension FocusedText: ReplacingField {
        private var editable: OpaquePointer? {
            unsafe widget.flatMap { unsafe $0.isTextView ? nil : OpaquePointer($0) }
        }

        private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
            unsafe widget.flatMap { unsafe $0.isTextView ? gtk_text_view_get_buffer($0.as()) : nil }
        }

        func beginTyping() {
            readTraits()
            isFirstResponder = true
            fieldDidBeginEditing()
        }

        func endTyping() {
            isFirstResponder = false
            fieldDidEndEditing()
        }

        func readTraits() {
            let type = field?.formState.keyboardType ?? .default
            formState.keyboardType = type == .default ? keyboardType : type
            formState.decimalSeparator = field?.formState.decimalSeparator
            formState.acceptsNegativeNumbers = field?.formState.acceptsNegativeNumbers ?? false
            // A spin button and most apps read only ASCII digits.
            formState.needsASCIIDigits = isSpinButton || type == .default && keyboardType != .default
            formState.wantsKeyboard = wantsKeyboard
            formState.autocapitalizationType =
                has(GTK_INPUT_HINT_UPPERCASE_WORDS)
                ? .words : has(GTK_INPUT_HINT_UPPERCASE_SENTENCES) ? .sentences : .none
            formState.isSecureTextEntry =
                unsafe !isMultiLine && widget.map { unsafe gtk_text_get_visibility($0.as()) == 0 } == true
            returnKeyHandler?.setupReturnKeyType(for: self)
        }

        var wantsKeyboard: Bool { !has(GTK_INPUT_HINT_INHIBIT_OSK) }

        private func has(_ hint: GtkInputHints) -> Bool { unsafe widget?.has(hint) == true }

        private var isSpinButton: Bool {
            unsafe widget.map { unsafe $0.visibleText.isA(gtk_spin_button_get_type()) } == true
        }

        private var keyboardType: KeyboardType {
            // GTK sets no input purpose for a spin button.
            isSpinButton ? .numbersAndPunctuation : unsafe widget?.keyboardType ?? .default
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

        /// The maximum number of Unicode scalars that `text` contains on each side of the selection.
        ///
        /// The limit makes a key press as fast in a long text as in a short text. In practice, no character consists of
        /// more than 64 scalars.
        private static let reach = 64

        /// Returns the part of the widget's text that the property `text` contains, as a range of Unicode scalars.
        ///
        /// The range can extend beyond the end of the widget's text.
        private func range(around selection: Range<Int>) -> Range<Int> {
            max(selection.lowerBound - Self.reach, 0)..<selection.upperBound + Self.reach
        }

        /// The selected range in the widget, in Unicode scalars.
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

        private func text(in range: Range<Int>) -> String {
            let text: UnsafeMutablePointer<CChar>?
            if let editable = unsafe editable {
                unsafe text = gtk_editable_get_chars(editable, CInt(range.lowerBound), CInt(range.upperBound))
            } else {
                // `gtk_text_buffer_get_slice` returns one character for each picture, so the offsets stay correct.
                unsafe text = buffer.flatMap { buffer in
                    unsafe buffer.withRange(range) { unsafe gtk_text_buffer_get_slice(buffer, $0, $1, 1) }
                }
            }
            defer { unsafe g_free(text) }
            return unsafe text.map { unsafe String(cString: $0) } ?? ""
        }

        var text: String {
            get { text(in: range(around: selection)) }
            set { replace(range(around: selection), with: newValue) }
        }

        var typedRange: Range<Int> {
            let selection = selection
            let start = range(around: selection).lowerBound
            return selection.lowerBound - start..<selection.upperBound - start
        }

        func replaceText(in range: Range<Int>, with inserted: String) {
            guard !hasMarkedText else { return }
            let start = self.range(around: selection).lowerBound
            replace(start + range.lowerBound..<start + range.upperBound, with: inserted)
        }

        private func replace(_ range: Range<Int>, with inserted: String) {
            // A signal handler of the app can destroy the widget during the change.
            guard let retained = unsafe widget.map({ unsafe g_object_ref(gpointer($0)) }) else { return }
            defer { unsafe g_object_unref(retained) }
            let count = CInt(inserted.utf8.count)
            if let editable = unsafe editable {
                if !range.isEmpty {
                    unsafe gtk_editable_delete_text(editable, CInt(range.lowerBound), CInt(clamping: range.upperBound))
                }
                guard count > 0 else { return }
                var position = CInt(range.lowerBound)
                unsafe gtk_editable_insert_text(editable, inserted, count, &position)
                // If a signal handler of the app has refused the text, the caret does not move.
                if position > range.lowerBound { unsafe gtk_editable_set_position(editable, position) }
            } else if let buffer = unsafe buffer, let widget = unsafe widget {
                unsafe g_object_ref(gpointer(buffer))
                defer { unsafe g_object_unref(gpointer(buffer)) }
                unsafe gtk_text_buffer_begin_user_action(buffer)
                unsafe buffer.withRange(range) { start, end in
                    unsafe gtk_text_buffer_delete_interactive(buffer, start, end, 1)
                    unsafe gtk_text_buffer_insert_interactive(buffer, start, inserted, count, 1)
                }
                unsafe gtk_text_buffer_end_user_action(buffer)
                unsafe gtk_text_view_scroll_mark_onscreen(widget.as(), gtk_text_buffer_get_insert(buffer))
            }
        }
    }

    /// The return key of the app keyboard has the same effect as the return key of a hardware keyboard.
    extension FocusedText: ReturnKeyHandler {
        func setupReturnKeyType(for _: any FormField) {
            let type = field?.formState.returnKeyType ?? .default
            formState.returnKeyType = type == .default ? manager?.returnKeyType ?? .default : type
        }

        func handleReturnKeyTapped(on _: any FormField) {
            if let widget = unsafe widget { unsafe keyboard_gtk_activate(widget) }
        }
    }

    extension UnsafeMutablePointer<GtkTextBuffer> {
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
