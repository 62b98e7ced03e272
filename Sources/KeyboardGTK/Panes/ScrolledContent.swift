#if GTK4
    import CKeyboardGTK
    import Foundation

    /// The scrolled window around a text, and what scrolls in it.
    ///
    /// The values are valid during one call into GTK, and are not stored.
    @safe
    struct ScrolledContent {
        let scrolled: WidgetPointer
        /// The viewport, and its child with the margins of the keyboard; `nil` if the child of the scrolled window
        /// scrolls itself, as a text view or a list does.
        let viewport: WidgetPointer?

        /// Finds the scrolled window that moves a text; `nil` if there is none.
        ///
        /// A text view that scrolls itself is inside of two scrolled windows if the form around it scrolls, too. The
        /// form then moves.
        init?(around text: WidgetPointer) {
            let ancestors = unsafe text.ancestors.filter { unsafe $0.isA(gtk_scrolled_window_get_type()) }
            let windows = unsafe ancestors.map { unsafe ScrolledContent($0) }
            let viewports = windows.filter { unsafe $0.viewport != nil }
            guard let nearest = viewports.first(where: \.scrollsVertically) ?? viewports.first ?? windows.first else {
                return nil
            }
            self = nearest
        }

        init(_ scrolled: WidgetPointer) {
            unsafe self.scrolled = unsafe scrolled
            let child = unsafe gtk_scrolled_window_get_child(OpaquePointer(scrolled))
            unsafe viewport = unsafe child.flatMap { unsafe $0.isA(gtk_viewport_get_type()) ? $0 : nil }
        }

        /// The widget that has the margins.
        var content: WidgetPointer? { unsafe viewport.flatMap { unsafe gtk_viewport_get_child(OpaquePointer($0)) } }

        private var scrollsVertically: Bool {
            var (horizontal, vertical) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
            unsafe gtk_scrolled_window_get_policy(OpaquePointer(scrolled), &horizontal, &vertical)
            return vertical != GTK_POLICY_NEVER
        }

        var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
            unsafe gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))
        }

        /// Returns the frame of a widget inside, in coordinates that do not change when the content scrolls.
        func frame(of widget: WidgetPointer) -> CGRect {
            if let content = unsafe content { return unsafe widget.frame(in: content) }
            let value = unsafe adjustment.map { unsafe gtk_adjustment_get_value($0) } ?? 0
            return unsafe widget.frame(in: scrolled).offsetBy(dx: 0, dy: value)
        }
    }
#endif
