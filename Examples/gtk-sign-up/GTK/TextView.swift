import CGTK
import Foundation

extension UnsafeMutablePointer<GtkWidget> {
    /// The bounds of the caret of a text view, relative to the upper left corner of the view.
    var caretBounds: CGRect {
        var (caret, x, y) = (GdkRectangle(), CInt(0), CInt(0))
        gtk_text_view_get_cursor_locations(self.as(), nil, &caret, nil)
        gtk_text_view_buffer_to_window_coords(self.as(), GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y, &x, &y)
        // The coordinates of the view begin inside of its padding.
        let corner = bounds(in: self).origin
        return CGRect(x: CGFloat(x) - corner.x, y: CGFloat(y) - corner.y, width: 1, height: CGFloat(caret.height))
    }
}

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
