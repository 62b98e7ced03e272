#if GTK4
    import CKeyboardGTK
    import Foundation

    extension UnsafeMutablePointer<GtkWidget> {
        var surface: OpaquePointer? {
            unsafe gtk_widget_get_native(self).flatMap { unsafe gtk_native_get_surface($0) }
        }

        /// GTK does not lay out a window that moves and keeps its size.
        ///
        /// The result is `nil` on Wayland, which does not report the position of a window.
        func onMove(_ action: @escaping () -> Void) -> SignalConnection? {
            guard let surface = unsafe surface, unsafe keyboard_gtk_is_on_x11(surface) != 0,
                let display = unsafe gdk_surface_get_display(surface)
            else { return nil }
            return unsafe SignalConnection(display, "xevent") { event in
                if unsafe keyboard_gtk_is_configure(event, surface) != 0 { action() }
            }
        }

        /// The frame in points; empty if the widget is not shown.
        ///
        /// On Wayland, the frame is relative to the upper left corner of the window, without the shadow.
        var frameOnScreen: CGRect { unsafe onScreen { unsafe bounds(in: $0) } }

        /// The frame without the borders and the padding of the widget.
        var contentFrameOnScreen: CGRect {
            unsafe onScreen { native in
                let (corner, border) = unsafe (bounds(in: native).origin, bounds(in: self).origin)
                return unsafe CGRect(
                    x: corner.x - border.x,
                    y: corner.y - border.y,
                    width: CGFloat(gtk_widget_get_width(self)),
                    height: CGFloat(gtk_widget_get_height(self))
                )
            }
        }

        private func onScreen(_ frame: (WidgetPointer) -> CGRect) -> CGRect {
            guard unsafe isMapped, let native = unsafe gtk_widget_get_native(self) else { return .zero }
            let corner = unsafe cornerOnScreen(of: native)
            return unsafe frame(WidgetPointer(native)).offsetBy(dx: corner.x, dy: corner.y)
        }

        private func cornerOnScreen(of native: OpaquePointer) -> CGPoint {
            guard let surface = unsafe gtk_native_get_surface(native) else { return .zero }
            var (x, y) = (0.0, 0.0)
            if unsafe keyboard_gtk_is_on_x11(surface) != 0 {
                unsafe gtk_native_get_surface_transform(native, &x, &y)
                var (left, top): (CInt, CInt) = (0, 0)
                unsafe keyboard_gtk_x11_origin(surface, &left, &top)
                let scale = unsafe Double(gdk_surface_get_scale_factor(surface))
                return CGPoint(x: x + Double(left) / scale, y: y + Double(top) / scale)
            }
            guard unsafe keyboard_gtk_is_a(UnsafeRawPointer(surface), gdk_popup_get_type()) != 0,
                let widget = unsafe gtk_widget_get_parent(WidgetPointer(native)),
                let parent = unsafe gtk_widget_get_native(widget)
            else { return .zero }
            // The position of a popover is relative to the surface of its parent. This surface includes a shadow.
            var (left, top) = (0.0, 0.0)
            unsafe gtk_native_get_surface_transform(native, &x, &y)
            unsafe gtk_native_get_surface_transform(parent, &left, &top)
            let corner = unsafe cornerOnScreen(of: parent)
            return unsafe CGPoint(
                x: corner.x - left + Double(gdk_popup_get_position_x(surface)) + x,
                y: corner.y - top + Double(gdk_popup_get_position_y(surface)) + y
            )
        }

        /// Whether the window is maximized or tiled at the bottom edge.
        ///
        /// The value is `false` for a full-screen window.
        ///
        /// On a Wayland desktop, the keyboard can make such a window smaller.
        ///
        /// A tiling compositor tiles windows instead of maximizing them. The property does not compare the window with
        /// its monitor, because a desktop can have borders, gaps and panels.
        var fillsUsableArea: Bool {
            let filling = GDK_TOPLEVEL_STATE_MAXIMIZED.rawValue | GDK_TOPLEVEL_STATE_BOTTOM_TILED.rawValue
            return unsafe !isFullScreen && toplevelState & filling != 0
        }

        /// The property does not use `gtk_window_is_fullscreen`, which can stay `TRUE` permanently in GTK 4.24.
        ///
        /// This happens if GTK maps the window before the compositor has made the window full screen.
        var isFullScreen: Bool { unsafe toplevelState & GDK_TOPLEVEL_STATE_FULLSCREEN.rawValue != 0 }

        /// An app can make a window full screen before GTK maps the window.
        ///
        /// phoc 0.58 then gives the window the size of the screen, but not the full-screen state. The bars of phosh
        /// cover such a window.
        var fillsScreen: Bool {
            guard unsafe !isFullScreen else { return true }
            guard unsafe toplevelState & GDK_TOPLEVEL_STATE_MAXIMIZED.rawValue == 0,
                unsafe gtk_window_is_fullscreen(self.as()) != 0, let surface = unsafe surface,
                let monitor = unsafe gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface)
            else { return false }
            var frame = GdkRectangle()
            unsafe gdk_monitor_get_geometry(monitor, &frame)
            return unsafe gdk_surface_get_width(surface) == frame.width
                && gdk_surface_get_height(surface) == frame.height
        }

        private var toplevelState: UInt32 {
            guard let surface = unsafe surface else { return 0 }
            return unsafe gdk_toplevel_get_state(surface).rawValue
        }
    }
#endif
