import CGTK
import Foundation

typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

/// A reference to a widget.
///
/// The reference remains valid after the window of the widget was closed.
final class Widget {
    let pointer: WidgetPointer

    init(_ pointer: WidgetPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    isolated deinit { g_object_unref(pointer) }
}

extension WidgetPointer {
    /// The children of the widget, in their order.
    var children: [WidgetPointer] {
        Array(
            sequence(state: gtk_widget_get_first_child(self)) { next in
                defer { next = next.flatMap { gtk_widget_get_next_sibling($0) } }
                return next
            }
        )
    }

    /// Whether the widget is on an X server.
    var isOnX11: Bool {
        let display = UnsafeMutableRawPointer(gtk_widget_get_display(self))?.assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(display, gdk_x11_display_get_type()) != 0
    }

    /// Returns the bounds in the coordinates of another widget.
    ///
    /// The origin of these coordinates is the upper left corner of the other widget's content, without the padding.
    func bounds(in other: WidgetPointer) -> CGRect {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return .zero }
        let (origin, size) = (bounds.origin, bounds.size)
        return CGRect(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
    }

    /// The frame on the screen, in points, for a program that drives the app.
    ///
    /// Wayland does not report the position of a window. Under Wayland, the property assumes that the window is at the
    /// origin of the screen.
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

    /// Returns the pointer as a pointer to another widget class.
    func `as`<Other>() -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}
