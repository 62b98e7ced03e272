#if GTK4
    import CKeyboardGTK
    import Foundation

    extension UnsafeMutablePointer<GtkWidget> {
        /// Whether the widget is the innermost widget of a text that a person can edit, and takes the focus for it.
        var isEditableText: Bool {
            if unsafe isA(gtk_text_get_type()) { return unsafe gtk_editable_get_editable(OpaquePointer(self)) != 0 }
            return unsafe isTextView && gtk_text_view_get_editable(self.as()) != 0
        }

        var isTextView: Bool { unsafe isA(gtk_text_view_get_type()) }

        /// The widget inside that has the focus and emits the signals of the keys; the widget itself if there is none.
        ///
        /// A `GtkEntry`, a `GtkSpinButton` and an `AdwEntryRow` delegate the editing to a `GtkText`.
        var innermostText: WidgetPointer {
            var text = unsafe self
            while unsafe text.isA(gtk_editable_get_type()),
                let delegate = unsafe gtk_editable_get_delegate(OpaquePointer(text)).map({ unsafe WidgetPointer($0) }),
                unsafe delegate != text
            { unsafe text = unsafe delegate }
            return unsafe text
        }

        /// The entry, the row or the text view that a person sees around an innermost text.
        var visibleText: WidgetPointer {
            unsafe ancestors.last { unsafe $0.isA(gtk_editable_get_type()) && $0.innermostText == self }
                ?? self
        }

        /// The bounds of the caret of a text view, relative to the upper left corner of the view.
        var caretBounds: CGRect {
            var (caret, x, y) = (GdkRectangle(), CInt(0), CInt(0))
            unsafe gtk_text_view_get_cursor_locations(self.as(), nil, &caret, nil)
            unsafe gtk_text_view_buffer_to_window_coords(self.as(), GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y, &x, &y)
            // The coordinates of the view begin inside of its padding.
            let corner = unsafe bounds(in: self).origin
            return CGRect(x: CGFloat(x) - corner.x, y: CGFloat(y) - corner.y, width: 1, height: CGFloat(caret.height))
        }

        /// Requests a layout of a text view after each move of its caret, because the layout reports the caret.
        ///
        /// The buffer may outlive the view. The closure returns the view; `nil` after the view was freed.
        func onCaretMove(_ view: @escaping () -> WidgetPointer?) {
            guard let buffer = unsafe gtk_text_view_get_buffer(self.as()) else { return }
            unsafe connect(buffer, "notify::cursor-position") {
                if let view = unsafe view() { unsafe gtk_widget_queue_allocate(view) }
            }
        }

        /// The texts inside that a person can reach now, in the order of the widgets.
        var reachableTexts: [WidgetPointer] {
            guard unsafe isMapped, unsafe gtk_widget_get_sensitive(self) != 0 else { return unsafe [] }
            if unsafe isEditableText { return unsafe gtk_widget_get_focusable(self) != 0 ? [self] : [] }
            return unsafe children.flatMap(unsafe \.reachableTexts)
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

        /// Removes the selection, and keeps the caret.
        func removeSelection() {
            var caret = unsafe GtkTextIter()
            unsafe gtk_text_buffer_get_iter_at_mark(self, &caret, gtk_text_buffer_get_insert(self))
            unsafe gtk_text_buffer_place_cursor(self, &caret)
        }
    }
#endif
