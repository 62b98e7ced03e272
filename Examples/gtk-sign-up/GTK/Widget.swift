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
    /// Calls a closure after each layout of the widget's window.
    ///
    /// The closure returns whether it has changed the layout. After two changes in one frame, the layouts that follow in the
    /// same frame are not reported, because GTK draws nothing after four layouts.
    func observeLayout(_ action: @escaping () -> Bool) {
        func observe() {
            guard let clock = gtk_widget_get_frame_clock(self) else { return }
            var changes = (frame: gint64(-1), count: 0)
            connect(gpointer(clock), "layout") {
                let frame = gdk_frame_clock_get_frame_counter(clock)
                if frame != changes.frame { changes = (frame, 0) }
                if changes.count < 2, action() { changes.count += 1 }
            }
        }
        if gtk_widget_get_realized(self) != 0 { observe() } else { connect(self, "realize", observe) }
    }

    /// The minimum height of the widget at its present width, including the margins.
    var minimumHeight: CInt {
        var height: CInt = 0
        gtk_widget_measure(self, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(self), &height, nil, nil, nil)
        return height
    }

    /// The child of the viewport that contains the widget.
    var scrolledContent: WidgetPointer? {
        gtk_widget_get_ancestor(self, gtk_viewport_get_type()).flatMap { gtk_viewport_get_child(OpaquePointer($0)) }
    }

    /// Whether the widget is on an X server.
    var isOnX11: Bool {
        let display = UnsafeMutableRawPointer(gtk_widget_get_display(self))?.assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(display, gdk_x11_display_get_type()) != 0
    }

    /// The geometry of the monitor that shows the widget, in points; empty if no monitor shows the widget.
    var monitorGeometry: GdkRectangle {
        var geometry = GdkRectangle()
        guard let native = gtk_widget_get_native(self), let surface = gtk_native_get_surface(native),
            let monitor = gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface)
        else { return geometry }
        gdk_monitor_get_geometry(monitor, &geometry)
        return geometry
    }

    /// Returns the bounds in the coordinates of another widget.
    ///
    /// These coordinates begin inside of the other widget's padding.
    func bounds(in other: WidgetPointer) -> CGRect {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return .zero }
        let (origin, size) = (bounds.origin, bounds.size)
        return CGRect(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
    }

    /// Returns the frame relative to the upper left corner of another widget.
    func frame(in other: WidgetPointer) -> CGRect {
        let corner = other.bounds(in: other).origin
        return bounds(in: other).offsetBy(dx: -corner.x, dy: -corner.y)
    }

    /// Returns the pointer with the type that functions of another widget class require.
    func `as`<Other>() -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}
