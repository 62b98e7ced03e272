#if GTK4
    import CKeyboardGTK
    import Foundation

    /// The structure does not retain its widgets, so do not store the structure.
    @safe
    struct ScrolledContent {
        let scrolled: WidgetPointer
        /// The child that shows the visible part of the content.
        ///
        /// The frame of the scrolled window itself can include borders.
        let port: WidgetPointer
        /// A text view or a list scrolls its own content, and has no viewport.
        let viewport: WidgetPointer?

        /// If a form contains a text view with its own scrolled window, the result is the scrolled window of the form.
        init?(around text: WidgetPointer) {
            let ancestors = unsafe text.ancestors.filter { unsafe $0.isA(gtk_scrolled_window_get_type()) }
            let windows = unsafe ancestors.map { unsafe ScrolledContent($0) }
            let viewports = windows.filter { unsafe $0.viewport != nil }
            let scrolling = viewports.first { $0.policies.vertical != GTK_POLICY_NEVER }
            guard let nearest = scrolling ?? viewports.first ?? windows.first else { return nil }
            self = nearest
        }

        init(_ scrolled: WidgetPointer) {
            unsafe self.scrolled = unsafe scrolled
            let child = unsafe gtk_scrolled_window_get_child(OpaquePointer(scrolled))
            unsafe port = unsafe child ?? scrolled
            unsafe viewport = unsafe child.flatMap { unsafe $0.isA(gtk_viewport_get_type()) ? $0 : nil }
        }

        var content: WidgetPointer? { unsafe viewport.flatMap { unsafe gtk_viewport_get_child(OpaquePointer($0)) } }

        var policies: (horizontal: GtkPolicyType, vertical: GtkPolicyType) {
            var (horizontal, vertical) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
            unsafe gtk_scrolled_window_get_policy(OpaquePointer(scrolled), &horizontal, &vertical)
            return (horizontal, vertical)
        }

        var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
            unsafe gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))
        }

        /// Returns the frame of a widget in the coordinates of the content.
        func frame(of widget: WidgetPointer) -> CGRect {
            if let content = unsafe content { return unsafe widget.frame(in: content) }
            var offset = unsafe adjustment.map { unsafe gtk_adjustment_get_value($0).rounded(.down) } ?? 0
            if unsafe port.isTextView {
                // A text view draws its content at whole points. GTK 4.8 rounds down, and GTK 4.18 rounds to the
                // nearest point.
                var visible = GdkRectangle()
                unsafe gtk_text_view_get_visible_rect(port.as(), &visible)
                offset = unsafe CGFloat(visible.y + gtk_text_view_get_top_margin(port.as()))
            }
            return unsafe widget.bounds(in: port).offsetBy(dx: 0, dy: offset)
        }
    }
#endif
