#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardForms

    extension UnsafeMutablePointer<GtkWidget> {
        var isEditableText: Bool {
            if unsafe isA(gtk_text_get_type()) { return unsafe gtk_editable_get_editable(OpaquePointer(self)) != 0 }
            return unsafe isTextView && gtk_text_view_get_editable(self.as()) != 0
        }

        var containsEditableText: Bool { unsafe isEditableText || children.contains { unsafe $0.containsEditableText } }

        var isTextView: Bool { unsafe isA(gtk_text_view_get_type()) }

        func has(_ hint: GtkInputHints) -> Bool {
            unsafe UInt32(bitPattern: keyboard_gtk_get_int(self, "input-hints")) & hint.rawValue != 0
        }

        func set(_ hint: GtkInputHints, _ isOn: Bool) {
            guard unsafe has(hint) != isOn else { return }
            let hints = unsafe keyboard_gtk_get_int(self, "input-hints")
            unsafe keyboard_gtk_set_int(self, "input-hints", hints ^ CInt(hint.rawValue))
        }

        /// A `GtkEntry`, a `GtkSpinButton` and an `AdwEntryRow` delegate the editing to a `GtkText`.
        ///
        /// The `GtkText` takes the focus and receives the keys.
        var innermostText: WidgetPointer {
            var text = unsafe self
            while unsafe text.isA(gtk_editable_get_type()),
                let delegate = unsafe gtk_editable_get_delegate(OpaquePointer(text)).map({ unsafe WidgetPointer($0) }),
                unsafe delegate != text
            { unsafe text = unsafe delegate }
            return unsafe text
        }

        /// The visible text widget, such as an entry or a row, that contains this innermost text widget.
        var visibleText: WidgetPointer {
            unsafe ancestors.last { unsafe $0.isA(gtk_editable_get_type()) && $0.innermostText == self }
                ?? self
        }

        /// The bounds of the caret of a text view, relative to the upper left corner of the view.
        var caretBounds: CGRect {
            var (caret, x, y) = (GdkRectangle(), CInt(0), CInt(0))
            unsafe gtk_text_view_get_cursor_locations(self.as(), nil, &caret, nil)
            unsafe gtk_text_view_buffer_to_window_coords(self.as(), GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y, &x, &y)
            // The origin of the text view's coordinates is at the inner edge of the view's padding.
            let corner = unsafe bounds(in: self).origin
            return CGRect(x: CGFloat(x) - corner.x, y: CGFloat(y) - corner.y, width: 1, height: CGFloat(caret.height))
        }

        /// The place of the caret in a text of one line, as a number of characters.
        var caretPosition: CGFloat { unsafe CGFloat(gtk_editable_get_position(OpaquePointer(self))) }

        /// The closure is also called after the app has replaced the buffer.
        func onBufferChange(_ signal: String, _ action: @escaping () -> Void) {
            var connections: [SignalConnection] = []
            let observeBuffer = {
                connections.removeAll()
                guard let buffer = unsafe gtk_text_view_get_buffer(self.as()) else { return }
                unsafe connections.append(SignalConnection(OpaquePointer(buffer), signal) { _ in action() })
            }
            observeBuffer()
            // The text view retains the closure, and the closure retains the connection to the current buffer.
            unsafe connect(self, "notify::buffer") {
                observeBuffer()
                action()
            }
        }

        var reachableTexts: [WidgetPointer] {
            guard unsafe isMapped, unsafe gtk_widget_get_sensitive(self) != 0 else { return unsafe [] }
            if unsafe isEditableText { return unsafe gtk_widget_get_focusable(self) != 0 ? [self] : [] }
            return unsafe children.flatMap(unsafe \.reachableTexts)
        }
    }

    /// If a purpose or a type occurs twice, the first pair is used.
    private let inputPurposes: [(GtkInputPurpose, KeyboardType)] = [
        (GTK_INPUT_PURPOSE_FREE_FORM, .default), (GTK_INPUT_PURPOSE_FREE_FORM, .asciiCapable),
        (GTK_INPUT_PURPOSE_DIGITS, .numberPad), (GTK_INPUT_PURPOSE_DIGITS, .asciiCapableNumberPad),
        // `GTK_INPUT_PURPOSE_NUMBER` allows a sign. A decimal pad has a sign key only if a `WidgetField` accepts
        // negative numbers.
        (GTK_INPUT_PURPOSE_NUMBER, .numbersAndPunctuation), (GTK_INPUT_PURPOSE_NUMBER, .decimalPad),
        (GTK_INPUT_PURPOSE_PHONE, .phonePad), (GTK_INPUT_PURPOSE_EMAIL, .emailAddress), (GTK_INPUT_PURPOSE_URL, .url),
        (GTK_INPUT_PURPOSE_NAME, .default), (GTK_INPUT_PURPOSE_NAME, .namePhonePad),
        (GTK_INPUT_PURPOSE_PIN, .numberPad), (GTK_INPUT_PURPOSE_PASSWORD, .asciiCapable),
        (GTK_INPUT_PURPOSE_TERMINAL, .asciiCapable),
    ]

    extension UnsafeMutablePointer<GtkWidget> {
        var keyboardType: KeyboardType {
            let purpose = unsafe UInt32(bitPattern: keyboard_gtk_get_int(self, "input-purpose"))
            return inputPurposes.first { $0.0.rawValue == purpose }?.1 ?? .default
        }

        func setInputPurpose(for type: KeyboardType) {
            let purpose = inputPurposes.first { $0.1 == type }?.0 ?? GTK_INPUT_PURPOSE_FREE_FORM
            unsafe keyboard_gtk_set_int(self, "input-purpose", CInt(purpose.rawValue))
        }
    }

    extension UnsafeMutablePointer<GtkTextBuffer> {
        var text: String {
            get {
                var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
                unsafe gtk_text_buffer_get_bounds(self, &start, &end)
                let text = unsafe gtk_text_buffer_get_text(self, &start, &end, 1)
                defer { unsafe g_free(text) }
                return unsafe text.map { unsafe String(cString: $0) } ?? ""
            }
            nonmutating set { unsafe gtk_text_buffer_set_text(self, newValue, -1) }
        }

        func removeSelection() {
            var caret = unsafe GtkTextIter()
            unsafe gtk_text_buffer_get_iter_at_mark(self, &caret, gtk_text_buffer_get_insert(self))
            unsafe gtk_text_buffer_place_cursor(self, &caret)
        }
    }
#endif
