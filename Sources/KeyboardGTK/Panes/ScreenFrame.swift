#if GTK4
    import CKeyboardGTK
    import Foundation

    extension UnsafeMutablePointer<GtkWidget> {
        /// The surface of the window or the popover that contains the widget.
        var surface: OpaquePointer? {
            unsafe gtk_widget_get_native(self).flatMap { unsafe gtk_native_get_surface($0) }
        }

        /// Calls a closure after each change of the window's frame on an X server.
        ///
        /// To end the calls, release the result. On Wayland, the result is `nil`, because Wayland does not report the
        /// position of a window.
        ///
        /// If a window moves and keeps its size, GTK does not lay out the window, and only `onMove(_:)` reports the
        /// move.
        func onMove(_ action: @escaping () -> Void) -> SignalConnection? {
            guard let surface = unsafe surface, unsafe keyboard_gtk_is_on_x11(surface) != 0,
                let display = unsafe gdk_surface_get_display(surface)
            else { return nil }
            return unsafe SignalConnection(display, "xevent") { event in
                if unsafe keyboard_gtk_is_configure(event, surface) != 0 { action() }
            }
        }

        /// The widget's frame on the screen, in points; empty if the widget is not shown.
        ///
        /// Wayland does not report the position of a window. On Wayland, `frameOnScreen` assumes that the window is at
        /// the origin of the screen.
        var frameOnScreen: CGRect {
            guard unsafe isMapped, let native = unsafe gtk_widget_get_native(self),
                let surface = unsafe gtk_native_get_surface(native)
            else {
                return .zero
            }
            var (x, y) = (0.0, 0.0)
            unsafe gtk_native_get_surface_transform(native, &x, &y)
            if unsafe keyboard_gtk_is_on_x11(surface) != 0 {
                var (left, top): (CInt, CInt) = (0, 0)
                unsafe keyboard_gtk_x11_origin(surface, &left, &top)
                let scale = unsafe Double(gdk_surface_get_scale_factor(surface))
                (x, y) = (x + Double(left) / scale, y + Double(top) / scale)
            } else if unsafe keyboard_gtk_is_a(UnsafeRawPointer(surface), gdk_popup_get_type()) != 0 {
                unsafe x += Double(gdk_popup_get_position_x(surface))
                unsafe y += Double(gdk_popup_get_position_y(surface))
            }
            return unsafe bounds(in: WidgetPointer(native)).offsetBy(dx: x, dy: y)
        }

        /// Whether the window is maximized or tiled at the bottom.
        ///
        /// For a full-screen window, `fillsUsableArea` is `false`.
        ///
        /// On a Wayland desktop, the keyboard makes a maximized or tiled window smaller. A tiling compositor does not
        /// maximize windows. The property does not compare the window with its monitor, because the desktop can have
        /// borders, gaps and panels.
        var fillsUsableArea: Bool {
            guard let surface = unsafe surface, unsafe gtk_window_is_fullscreen(self.as()) == 0 else { return false }
            let state = unsafe gdk_toplevel_get_state(surface).rawValue
            let filling = GDK_TOPLEVEL_STATE_MAXIMIZED.rawValue | GDK_TOPLEVEL_STATE_BOTTOM_TILED.rawValue
            return state & filling != 0
        }
    }
#endif
