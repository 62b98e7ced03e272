import CGTK
import Foundation
import LinuxKeyboards

extension WidgetPointer {
    /// The frame on the screen, in points.
    ///
    /// Wayland does not report the position of a window. A maximized window is assumed to be at the origin.
    var frameOnScreen: CGRect {
        let native = gtk_widget_get_native(self)
        guard let native, let surface = gtk_native_get_surface(native) else { return .zero }
        var (x, y) = (0.0, 0.0)
        gtk_native_get_surface_transform(native, &x, &y)
        if isOnX11 {
            var (left, top, child): (CInt, CInt, CGTK.Window) = (0, 0, 0)
            let (display, window) = (gdk_surface_get_display(surface), gdk_x11_surface_get_xid(surface))
            let (server, root) = (gdk_x11_display_get_xdisplay(display), gdk_x11_display_get_xrootwindow(display))
            XTranslateCoordinates(server, window, root, 0, 0, &left, &top, &child)
            let scale = Double(gdk_surface_get_scale_factor(surface))
            (x, y) = (x + Double(left) / scale, y + Double(top) / scale)
        }
        return bounds(in: WidgetPointer(native)).offsetBy(dx: x, dy: y)
    }

    /// Reports the area of a maximized window to the keyboard, after each change of its size.
    ///
    /// A tiling compositor does not maximize windows. A window as wide as the screen therefore counts as maximized.
    func reportUsableArea(to keyboard: SystemKeyboard) {
        connect(self, "realize") { [self] in
            guard let surface = gtk_native_get_surface(OpaquePointer(self)) else { return }
            let report = {
                let isWide = gdk_surface_get_width(surface) == monitorGeometry.width
                if isWide, gtk_window_is_fullscreen(self.as()) == 0 { keyboard.reportUsableArea(frameOnScreen) }
            }
            connect(gpointer(surface), "layout", report)
            connect(gpointer(surface), "enter-monitor", report)
        }
    }
}
