import CGTK
import Foundation
import KeyboardObservation

/// A `GtkScrolledWindow` as the pane of an avoider.
///
/// The insets are set as margins of the content.
final class ScrolledPane: KeyboardAvoiding {
    /// Called after each layout of the window.
    var onLayout: (() -> Void)?
    private let scrolled: Widget, content: Widget
    private var isSet = false
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>

    init(_ scrolled: WidgetPointer, content: WidgetPointer) {
        (self.scrolled, self.content) = (Widget(scrolled), Widget(content))
        adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))
        scrolled.observeLayout { [weak self] in
            self?.isSet = false
            self?.onLayout?()
            return self?.isSet ?? false
        }
    }

    private var top: CInt { gtk_widget_get_margin_top(content.pointer) }

    var keyboardPane: KeyboardPane {
        let height = content.pointer.minimumHeight - top - gtk_widget_get_margin_bottom(content.pointer)
        let offset = gtk_adjustment_get_value(adjustment) - Double(top)
        return .scrollView(frame: scrolled.pointer.frameOnScreen, contentHeight: CGFloat(height), offset: offset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        isSet = true
        let (top, bottom) = (insets.top.rounded(), insets.bottom.rounded())
        // Otherwise, GTK itself would scroll to the focused field, at once and without regard to the keyboard's height.
        gtk_viewport_set_scroll_to_focus(
            OpaquePointer(gtk_widget_get_parent(content.pointer)),
            top + bottom > 0 ? 0 : 1
        )
        gtk_widget_set_margin_top(content.pointer, CInt(top))
        gtk_widget_set_margin_bottom(content.pointer, CInt(bottom))
        gtk_adjustment_set_value(adjustment, offset + top)
    }
}
