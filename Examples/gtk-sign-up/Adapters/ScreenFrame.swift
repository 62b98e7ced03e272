import CGTK
import Foundation
import LinuxKeyboards

extension UnsafeMutablePointer<GtkWidget> {
    /// Returns the bounds in the coordinates of another widget, which begin inside of that widget's padding.
    func bounds(in other: UnsafeMutablePointer<GtkWidget>) -> CGRect {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return .zero }
        let (origin, size) = (bounds.origin, bounds.size)
        return CGRect(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
    }

    /// Returns the frame from the upper left corner of another widget.
    func frame(in other: UnsafeMutablePointer<GtkWidget>) -> CGRect {
        let corner = other.bounds(in: other).origin
        return bounds(in: other).offsetBy(dx: -corner.x, dy: -corner.y)
    }

    /// The frame on the screen, in points.
    ///
    /// A window of Wayland has no known place, and is at the origin if it is maximized.
    var frameOnScreen: CGRect {
        guard let native = gtk_widget_get_native(self), let surface = gtk_native_get_surface(native) else {
            return .zero
        }
        var (x, y) = (0.0, 0.0)
        gtk_native_get_surface_transform(native, &x, &y)
        if g_type_check_instance_is_a(UnsafeMutablePointer<GTypeInstance>(surface), gdk_x11_surface_get_type()) != 0 {
            let display = gdk_surface_get_display(surface)
            var (left, top, child): (CInt, CInt, CGTK.Window) = (0, 0, 0)
            XTranslateCoordinates(
                gdk_x11_display_get_xdisplay(display),
                gdk_x11_surface_get_xid(surface),
                gdk_x11_display_get_xrootwindow(display),
                0,
                0,
                &left,
                &top,
                &child
            )
            let scale = Double(gdk_surface_get_scale_factor(surface))
            (x, y) = (x + Double(left) / scale, y + Double(top) / scale)
        }
        return bounds(in: UnsafeMutablePointer<GtkWidget>(native)).offsetBy(dx: x, dy: y)
    }

    /// Reports the area of a window to the keyboard while it is maximized, after each change of its size.
    func reportUsableArea(to keyboard: SystemKeyboard) {
        connect(self, "realize") { [self] in
            let surface: OpaquePointer = gtk_native_get_surface(OpaquePointer(self))
            connect(gpointer(surface), "layout") {
                guard gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MAXIMIZED.rawValue != 0 else {
                    return
                }
                keyboard.reportUsableArea(frameOnScreen)
            }
        }
    }
}
