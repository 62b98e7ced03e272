#if GTK4
    import CKeyboardGTK
    import Foundation
    import InAppKeyboard
    import KeyboardForms

    /// The keys of the keyboard, as buttons.
    ///
    /// The buttons give a screen reader the names of the keys, and get the colors of the theme. The parent of the
    /// buttons receives the touches. If a button received the touches, it would take the focus and accept only one
    /// finger.
    @safe
    final class KeyGroup {
        let widget: WidgetPointer?
        /// Called when a screen reader activates a key.
        var onActivate: (AppKeyboard.Key) -> Void = { _ in }
        private var cells: [Cell] = []
        private let picture: WidgetPointer?
        /// Whether GTK has placed the keys since their latest change.
        private var areDrawn = false
        private var isRightToLeft = false

        @safe
        private struct Cell {
            let button: WidgetPointer
            var key: AppKeyboard.Key?
        }

        init(styleClass: String) {
            unsafe widget = unsafe gtk_fixed_new()
            unsafe picture = unsafe gtk_picture_new()
            guard let widget = unsafe widget, let picture = unsafe picture else { return }
            unsafe g_object_ref_sink(widget)
            unsafe g_object_ref_sink(picture)
            unsafe gtk_widget_set_visible(picture, 0)
            unsafe gtk_widget_set_can_target(picture, 0)
            unsafe gtk_widget_add_css_class(widget, styleClass)
            unsafe gtk_widget_set_visible(widget, 0)
        }

        isolated deinit {
            remove()
            unsafe widgets.forEach { unsafe g_object_unref($0) }
        }

        private var widgets: [WidgetPointer] { unsafe [widget, picture].compactMap { unsafe $0 } }

        /// GTK draws the last child of a window in front of the other children.
        func move(to window: WidgetPointer) {
            unsafe widgets.forEach { unsafe gtk_widget_insert_before($0, window, nil) }
        }

        /// Call `remove()` before the window is destroyed.
        ///
        /// The method also removes the buttons, because the label of a button keeps the font of its first window.
        func remove() {
            for cell in cells { unsafe gtk_fixed_remove(widget?.as(), cell.button) }
            cells = []
            unsafe widgets.forEach { if unsafe gtk_widget_get_parent($0) != nil { unsafe gtk_widget_unparent($0) } }
        }

        /// The parameter `origin` is the upper left corner of the widget, in the coordinates of the key frames.
        func show(_ keys: [AppKeyboard.Key], isRightToLeft: Bool, from origin: CGPoint = .zero) {
            guard let widget = unsafe widget else { return }
            let old = cells.map(\.key)
            let turns = isRightToLeft != self.isRightToLeft
            self.isRightToLeft = isRightToLeft
            defer { if turns || cells.map(\.key) != old { drawAsPicture(false); areDrawn = false } }
            while cells.count < keys.count { unsafe addCell(to: widget) }
            for index in cells.indices {
                let (old, new) = (cells[index].key, keys.dropFirst(index).first)
                guard old != new || turns else { continue }
                cells[index].key = new
                let button = unsafe cells[index].button
                unsafe gtk_widget_set_visible(button, new == nil ? 0 : 1)
                guard let new else { continue }
                // The frames of neighboring keys touch each other, so a button is smaller than the frame of its key.
                let gap = max(new.frame.height / 20, 1)
                let frame = new.frame.offsetBy(dx: -origin.x, dy: -origin.y)
                    .insetBy(dx: gap * 0.75, dy: gap)
                let (left, top) = (frame.minX.rounded(), frame.minY.rounded())
                let size = CGSize(width: frame.maxX.rounded() - left, height: frame.maxY.rounded() - top)
                if old?.frame != new.frame {
                    unsafe gtk_fixed_move(widget.as(), button, left, top)
                    unsafe gtk_widget_set_size_request(button, CInt(size.width), CInt(size.height))
                }
                if old?.label != new.label || turns {
                    unsafe Self.setLabel(of: button, for: new, isRightToLeft: isRightToLeft)
                }
                if old?.accessibilityLabel != new.accessibilityLabel {
                    unsafe keyboard_gtk_set_accessible_label(button, new.accessibilityLabel)
                }
                unsafe Self.setStyle(of: button, for: new)
                if old?.label != new.label || old?.frame != new.frame {
                    unsafe Self.fitLabel(of: button, new.label, into: size)
                }
                unsafe Self.set(GTK_STATE_FLAG_ACTIVE, new.isPressed, of: button)
                unsafe Self.set(GTK_STATE_FLAG_CHECKED, new.isOn, of: button)
            }
            unsafe gtk_widget_set_visible(widget, keys.isEmpty ? 0 : 1)
        }

        func place(_ frame: CGRect) {
            unsafe widgets.forEach { widget in
                guard unsafe gtk_widget_get_visible(widget) != 0 else { return }
                // GTK prints a warning if a widget is allocated before it is measured.
                unsafe gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
                var rectangle = GdkRectangle(
                    x: CInt(frame.minX.rounded()),
                    y: CInt(frame.minY.rounded()),
                    width: CInt(frame.width.rounded(.up)),
                    height: CInt(frame.height.rounded(.up))
                )
                unsafe gtk_widget_size_allocate(widget, &rectangle, -1)
                areDrawn = true
            }
        }

        /// Without the picture, GTK's renderers would allocate memory for each key in each frame.
        ///
        /// While GTK draws the picture instead of the keys, the parent of the buttons still receives the touches.
        func drawAsPicture(_ isPicture: Bool) {
            guard let widget = unsafe widget, let picture = unsafe picture,
                unsafe isPicture != (gtk_widget_get_visible(picture) != 0)
            else { return }
            if isPicture {
                guard areDrawn, let texture = unsafe texture(of: widget) else { return }
                unsafe gtk_picture_set_paintable(OpaquePointer(picture), texture)
                unsafe g_object_unref(gpointer(texture))
            } else {
                unsafe gtk_picture_set_paintable(OpaquePointer(picture), nil)
            }
            unsafe gtk_widget_set_visible(picture, isPicture ? 1 : 0)
            unsafe gtk_widget_set_opacity(widget, isPicture ? 0 : 1)
        }

        private func texture(of widget: WidgetPointer) -> OpaquePointer? {
            guard let native = unsafe gtk_widget_get_native(widget),
                let renderer = unsafe gtk_native_get_renderer(native)
            else { return nil }
            let scale = unsafe Float(gtk_widget_get_scale_factor(widget))
            let (width, height) = unsafe (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
            let paintable = unsafe gtk_widget_paintable_new(widget)
            let snapshot = unsafe gtk_snapshot_new()
            unsafe gtk_snapshot_scale(snapshot, scale, scale)
            unsafe gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
            unsafe g_object_unref(gpointer(paintable))
            guard let node = unsafe gtk_snapshot_free_to_node(snapshot) else { return nil }
            defer { unsafe gsk_render_node_unref(node) }
            var bounds = graphene_rect_t()
            unsafe graphene_rect_init(&bounds, 0, 0, Float(width) * scale, Float(height) * scale)
            return unsafe gsk_renderer_render_texture(renderer, node, &bounds)
        }

        private func addCell(to widget: WidgetPointer) {
            guard let button = unsafe gtk_button_new(), let label = unsafe gtk_inscription_new("") else { return }
            unsafe gtk_button_set_child(button.as(), label)
            // A `GtkLabel` would make a narrow key wider.
            unsafe gtk_inscription_set_min_chars(OpaquePointer(label), 0)
            unsafe gtk_inscription_set_nat_chars(OpaquePointer(label), 0)
            unsafe gtk_inscription_set_xalign(OpaquePointer(label), 0.5)
            unsafe gtk_widget_add_css_class(button, "keyboard-key")
            unsafe gtk_widget_set_can_target(button, 0)
            unsafe gtk_widget_set_focusable(button, 0)
            let index = cells.count
            unsafe connect(button, "clicked") { [weak self] in
                if let self, let key = cells[index].key { onActivate(key) }
            }
            unsafe gtk_fixed_put(widget.as(), button, 0, 0)
            unsafe cells.append(Cell(button: button))
        }

        private static func setLabel(of button: WidgetPointer, for key: AppKeyboard.Key, isRightToLeft: Bool) {
            guard let label = unsafe gtk_button_get_child(button.as()) else { return }
            // On the keys of a right-to-left layout, "(" looks like ")". The direction of the app's language has no
            // effect on the labels.
            let isMirrored = if case .character = key.kind { isRightToLeft } else { false }
            unsafe gtk_widget_set_direction(label, isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
            unsafe gtk_inscription_set_text(OpaquePointer(label), key.label)
        }

        private static func fitLabel(of button: WidgetPointer, _ text: String, into size: CGSize) {
            guard let label = unsafe gtk_button_get_child(button.as()) else { return }
            // After a change of the style, the widget's own Pango context can still have the old font.
            let context = unsafe gtk_widget_create_pango_context(label)
            let layout = unsafe pango_layout_new(context)
            unsafe pango_layout_set_text(layout, text, -1)
            var (ink, line) = (PangoRectangle(), PangoRectangle())
            unsafe pango_layout_get_pixel_extents(layout, &ink, &line)
            unsafe g_object_unref(gpointer(layout))
            unsafe g_object_unref(gpointer(context))
            // GTK draws the line of text in the middle of the button. If a letter extends beyond one edge of the line,
            // the opposite side needs the same space.
            func length(_ line: CInt, from start: CInt, to end: CInt) -> CGFloat {
                CGFloat(max(line, line - 2 * start, 2 * end - line, 1))
            }
            // 8 points of the width and 6 points of the height stay free for the theme's border and for space around
            // the text.
            let scale = min(
                (size.width - 8) / length(line.width, from: ink.x, to: ink.x + ink.width),
                (size.height - 6) / length(line.height, from: ink.y, to: ink.y + ink.height)
            )
            guard 0 < scale, scale < 1 else {
                return unsafe gtk_inscription_set_attributes(OpaquePointer(label), nil)
            }
            let attributes = unsafe pango_attr_list_new()
            unsafe pango_attr_list_insert(attributes, pango_attr_scale_new(scale))
            unsafe gtk_inscription_set_attributes(OpaquePointer(label), attributes)
            unsafe pango_attr_list_unref(attributes)
        }

        private static func set(_ flag: GtkStateFlags, _ isOn: Bool, of button: WidgetPointer) {
            if isOn {
                unsafe gtk_widget_set_state_flags(button, flag, 0)
            } else {
                unsafe gtk_widget_unset_state_flags(button, flag)
            }
        }

        private static func setStyle(of button: WidgetPointer, for key: AppKeyboard.Key) {
            var (isFunction, isSuggested) = (true, false)
            switch key.kind {
            case .character: isFunction = false
            case .returnKey(let type): isSuggested = type != .default
            default: break
            }
            let styles = [
                ("keyboard-function-key", isFunction), ("suggested-action", isSuggested),
                ("keyboard-word", isFunction && key.label.count > 1),
            ]
            for (style, isOn) in styles {
                if isOn {
                    unsafe gtk_widget_add_css_class(button, style)
                } else {
                    unsafe gtk_widget_remove_css_class(button, style)
                }
            }
        }
    }
#endif
