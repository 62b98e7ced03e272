import CGTK

extension UnsafeMutablePointer<GtkTextBuffer> {
    var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(self, &start, &end)
            let text = gtk_text_buffer_get_text(self, &start, &end, 1)
            defer { g_free(text) }
            return text.map { String(cString: $0) } ?? ""
        }
        nonmutating set { gtk_text_buffer_set_text(self, newValue, -1) }
    }

    /// Removes the selection, and keeps the caret.
    func removeSelection() {
        var caret = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(self, &caret, gtk_text_buffer_get_insert(self))
        gtk_text_buffer_place_cursor(self, &caret)
    }
}
