#if GTK4
    import CKeyboardGTK
    import Foundation

    typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

    extension UnsafeMutablePointer<GtkWidget> {
        init(widget: UnsafeMutableRawPointer) { unsafe self = unsafe widget.assumingMemoryBound(to: GtkWidget.self) }

        func `as`<Other>() -> UnsafeMutablePointer<Other> {
            unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
        }

        func isA(_ type: GType) -> Bool { unsafe keyboard_gtk_is_a(self, type) != 0 }

        var isMapped: Bool { unsafe gtk_widget_get_mapped(self) != 0 }

        var ancestors: [WidgetPointer] {
            var (ancestors, next): ([WidgetPointer], _) = unsafe ([], gtk_widget_get_parent(self))
            while let parent = unsafe next {
                unsafe ancestors.append(parent)
                unsafe next = gtk_widget_get_parent(parent)
            }
            return unsafe ancestors
        }

        var children: [WidgetPointer] {
            var (children, next): ([WidgetPointer], _) = unsafe ([], gtk_widget_get_first_child(self))
            while let child = unsafe next {
                unsafe children.append(child)
                unsafe next = gtk_widget_get_next_sibling(child)
            }
            return unsafe children
        }

        func descendants(_ type: GType) -> [WidgetPointer] {
            unsafe children.flatMap { unsafe ($0.isA(type) ? [$0] : []) + $0.descendants(type) }
        }

        /// The height includes the margins.
        func height(atWidth width: CInt, isNatural: Bool) -> CInt {
            var (minimum, natural): (CInt, CInt) = (0, 0)
            unsafe gtk_widget_measure(self, GTK_ORIENTATION_VERTICAL, width, &minimum, &natural, nil, nil)
            return isNatural ? natural : minimum
        }

        /// The origin of a widget's coordinates is at the inner edge of the widget's padding.
        func bounds(in other: WidgetPointer) -> CGRect {
            var bounds = graphene_rect_t()
            guard unsafe gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return .zero }
            let (origin, size) = (bounds.origin, bounds.size)
            return CGRect(
                x: Double(origin.x),
                y: Double(origin.y),
                width: Double(size.width),
                height: Double(size.height)
            )
        }

        /// Returns the frame of the widget, relative to the upper left corner of another widget.
        func frame(in other: WidgetPointer) -> CGRect {
            let corner = unsafe other.bounds(in: other).origin
            return unsafe bounds(in: other).offsetBy(dx: -corner.x, dy: -corner.y)
        }

        /// The closure receives each event, even an event of a popover, before the child widgets receive it.
        func onEvent(_ action: @escaping (OpaquePointer) -> Bool) {
            guard let controller: OpaquePointer = unsafe gtk_event_controller_legacy_new() else { return }
            unsafe gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            unsafe gtk_event_controller_set_propagation_limit(controller, GTK_LIMIT_NONE)
            unsafe connect(gpointer(controller), "event") { event, _, _ in
                unsafe event.map { unsafe action(OpaquePointer($0)) } ?? false
            }
            unsafe gtk_widget_add_controller(self, controller)
        }

        func onKeyPress(_ action: @escaping (CInt) -> Bool) {
            guard let controller: OpaquePointer = unsafe gtk_event_controller_key_new() else { return }
            unsafe gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            unsafe connect(gpointer(controller), "key-pressed") { key, _, _ in
                action(CInt(truncatingIfNeeded: Int(bitPattern: key)))
            }
            unsafe gtk_widget_add_controller(self, controller)
        }
    }

    /// The place of a pointer in a window or a popover.
    @safe
    struct PointerPlace {
        let native: WidgetPointer
        let point: CGPoint

        init?(of event: OpaquePointer) {
            var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
            guard let surface = unsafe gdk_event_get_surface(event),
                let native = unsafe gtk_native_get_for_surface(surface),
                unsafe gdk_event_get_position(event, &x, &y) != 0
            else { return nil }
            unsafe gtk_native_get_surface_transform(native, &left, &top)
            unsafe (self.native, point) = unsafe (WidgetPointer(native), CGPoint(x: x - left, y: y - top))
        }

        func point(in widget: WidgetPointer) -> CGPoint? {
            var (start, end) = (graphene_point_t(x: Float(point.x), y: Float(point.y)), graphene_point_t())
            guard unsafe gtk_widget_compute_point(native, widget, &start, &end) != 0 else { return nil }
            return CGPoint(x: Double(end.x), y: Double(end.y))
        }
    }
#endif
