#if GTK4
    import CKeyboardGTK
    import Foundation
    import InAppKeyboard

    /// The widgets of the keyboard are direct children of the window, so the app's widgets keep their parents.
    @safe
    final class KeyboardView {
        private let keyboard: AppKeyboard
        private weak var window: ManagedWindow?
        private let keys = KeyGroup(styleClass: "keyboard-keys")
        /// The alternatives or an enlarged copy of the pressed key, directly above the pressed key.
        private let popup = KeyGroup(styleClass: "keyboard-popup")
        private var popupFrame = CGRect.zero
        private let style: UnsafeMutablePointer<GtkCssProvider>?
        private var styledSize = CGSize.zero
        private var isUpdateScheduled = false
        private var motion: SignalConnection?
        private var connections: [SignalConnection] = []
        /// The points per millimeter of the monitor; `nil` if they are unknown.
        private var density: CGFloat?

        init(of keyboard: AppKeyboard) {
            self.keyboard = keyboard
            unsafe style = unsafe gtk_css_provider_new()
            if let style = unsafe style, let display = unsafe gdk_display_get_default() {
                // These rules override the rules of the theme.
                let priority = guint(GTK_STYLE_PROVIDER_PRIORITY_SETTINGS) + 1
                unsafe gtk_style_context_add_provider_for_display(display, OpaquePointer(style), priority)
            }
            keyboard.onChange = { [weak self] in self?.setNeedsUpdate() }
            if let settings = unsafe gtk_settings_get_default() {
                let readMotion = { [weak keyboard] in
                    unsafe keyboard?.slideDuration = keyboard_gtk_permits_animations(settings) != 0 ? 0.25 : 0
                }
                readMotion()
                motion = unsafe SignalConnection(settings, "notify::gtk-enable-animations") { _ in readMotion() }
            }
            keys.onActivate = { [weak keyboard] key in
                let middle = CGPoint(x: key.frame.midX, y: key.frame.midY)
                keyboard?.touchBegan(at: middle)
                keyboard?.touchEnded(at: middle)
            }
            if let popup = unsafe popup.widget { unsafe gtk_widget_set_can_target(popup, 0) }
            unsafe keys.widget?.onEvent { [weak self] in unsafe self?.eventOccurred($0) == true }
        }

        isolated deinit {
            guard let style = unsafe style else { return }
            if let display = unsafe gdk_display_get_default() {
                unsafe gtk_style_context_remove_provider_for_display(display, OpaquePointer(style))
            }
            unsafe g_object_unref(style)
        }

        // MARK: The window

        func move(to window: ManagedWindow) {
            guard window !== self.window, let widget = unsafe window.window else { return }
            self.window = window
            for group in [keys, popup] {
                group.remove()
                unsafe group.move(to: widget)
            }
            monitorDidChange()
            keyboard.screenBounds = unsafe widget.contentFrameOnScreen
            setNeedsUpdate()
        }

        private func monitorDidChange() {
            let monitor = unsafe window?.window?.monitor
            // A window can enter another monitor and keep its size.
            let surface = unsafe window?.window?.surface
            let signals = unsafe [
                (surface, "enter-monitor"), (surface, "leave-monitor"), (monitor, "notify::geometry"),
                (monitor, "notify::width-mm"),
            ]
            connections = unsafe signals.compactMap { object, signal in
                unsafe object.map { unsafe SignalConnection($0, signal) { [weak self] _ in self?.monitorDidChange() } }
            }
            let density = unsafe monitor.flatMap { unsafe pointsPerMillimeter(of: $0) }
            guard density != self.density else { return }
            self.density = density
            keyboard.pointsPerMillimeter = density
        }

        private func pointsPerMillimeter(of monitor: OpaquePointer) -> CGFloat? {
            var geometry = GdkRectangle()
            unsafe gdk_monitor_get_geometry(monitor, &geometry)
            let width = unsafe gdk_monitor_get_width_mm(monitor)
            return width > 0 ? CGFloat(geometry.width) / CGFloat(width) : nil
        }

        func leave(_ window: ManagedWindow) {
            guard window === self.window else { return }
            self.window = nil
            connections = []
            for group in [keys, popup] { group.remove() }
        }

        func contains(_ widget: WidgetPointer) -> Bool { unsafe widget == keys.widget }

        func windowDidLayOut(_ window: ManagedWindow) {
            guard window === self.window, let widget = unsafe window.window, unsafe widget.isMapped else { return }
            keyboard.screenBounds = unsafe widget.contentFrameOnScreen
            let top = (keyboard.currentFrame.minY - keyboard.screenBounds.minY).rounded()
            keys.place(CGRect(origin: CGPoint(x: 0, y: top), size: keyboard.frame.size))
            popup.place(popupFrame.offsetBy(dx: 0, dy: top))
        }

        // MARK: The keys

        /// One touch can change the keys several times before GLib's loop runs again.
        private func setNeedsUpdate() {
            guard !isUpdateScheduled else { return }
            isUpdateScheduled = true
            whenIdle { [weak self] in self?.update() }
        }

        private func update() {
            isUpdateScheduled = false
            guard let widget = unsafe window?.window else { return }
            let isVisible = keyboard.isShown || keyboard.isSliding
            updateStyle()
            keys.show(isVisible ? keyboard.keys : [], isRightToLeft: keyboard.isRightToLeft)
            unsafe updatePopup(in: widget)
            slide()
        }

        private func updatePopup(in window: WidgetPointer) {
            var keys = keyboard.alternatives
            if keys.isEmpty, let key = keyboard.previewedKey { keys = [enlarged(key)] }
            popupFrame = keys.dropFirst().reduce(keys.first?.frame ?? .zero) { $0.union($1.frame) }
            popup.show(keys, isRightToLeft: keyboard.isRightToLeft, from: popupFrame.origin)
            if !popupFrame.isEmpty { unsafe popup.move(to: window) }
        }

        private func enlarged(_ key: AppKeyboard.Key) -> AppKeyboard.Key {
            var enlarged = key
            enlarged.isPressed = false
            enlarged.frame = key.frame.insetBy(dx: -key.frame.width / 4, dy: 0).offsetBy(dx: 0, dy: -key.frame.height)
            enlarged.frame.origin.x = max(min(enlarged.frame.minX, keyboard.frame.width - enlarged.frame.width), 0)
            return enlarged
        }

        /// During a slide, each layout of the window moves the widget that contains the keys.
        ///
        /// The layout does not change the keys.
        private func slide() {
            guard let window, let widget = unsafe window.window else { return }
            unsafe gtk_widget_queue_allocate(widget)
            keys.drawAsPicture(keyboard.isSliding)
            guard keyboard.isSliding else { return }
            _ = window.clock?.requestFrame { [weak self] in self?.slide() }
        }

        private func updateStyle() {
            let size = keyboard.keys.first?.frame.size ?? .zero
            guard let style = unsafe style, size != styledSize else { return }
            styledSize = size
            let fontSize = { (height: CGFloat, width: CGFloat) in Int(min(size.height * height, size.width * width)) }
            // `shade` makes the keys white in a light theme, and keeps the letters readable in a dark theme.
            unsafe keyboard_gtk_load_css(
                style,
                """
                .keyboard-keys, .keyboard-popup { background: mix(@theme_bg_color, black, 0.26); }
                .keyboard-popup {
                    border-radius: 8px;
                    box-shadow: 0 0 0 1px alpha(currentColor, 0.2), 0 2px 6px alpha(black, 0.4);
                }
                .keyboard-key {
                    padding: 0; min-width: 0; min-height: 0; border-radius: 6px; box-shadow: none;
                    font-weight: normal; transition: none;
                    font-size: \(fontSize(0.48, 0.6))px;
                }
                .keyboard-key:not(.suggested-action) { background: shade(@theme_bg_color, 1.8); }
                .keyboard-function-key:not(.suggested-action) { background-image: image(alpha(black, 0.1)); }
                .keyboard-key:active { background-image: image(alpha(currentColor, 0.2)); }
                .keyboard-word { font-size: \(fontSize(0.38, 0.45))px; }
                .keyboard-popup .keyboard-key { font-size: \(fontSize(0.6, 0.75))px; }
                .keyboard-key:checked, .keyboard-popup .keyboard-key:active {
                    background: @theme_selected_bg_color; color: @theme_selected_fg_color;
                }
                """
            )
        }

        // MARK: The touches

        private func eventOccurred(_ event: OpaquePointer) -> Bool {
            let type = unsafe gdk_event_get_event_type(event)
            // An event of the mouse has no sequence, so the mouse is finger 0.
            let finger = unsafe Int(bitPattern: gdk_event_get_event_sequence(event))
            if [GDK_TOUCH_CANCEL, GDK_GRAB_BROKEN].contains(type) {
                keyboard.touchCancelled(finger)
                return true
            }
            guard let widget = unsafe keys.widget, let point = unsafe PointerPlace(of: event)?.point(in: widget) else {
                return false
            }
            switch type {
            case GDK_BUTTON_PRESS:
                if unsafe gdk_button_event_get_button(event) == 1 { keyboard.touchBegan(finger, at: point) }
            case GDK_TOUCH_BEGIN: keyboard.touchBegan(finger, at: point)
            case GDK_MOTION_NOTIFY, GDK_TOUCH_UPDATE: keyboard.touchMoved(finger, to: point)
            case GDK_BUTTON_RELEASE:
                if unsafe gdk_button_event_get_button(event) == 1 { keyboard.touchEnded(finger, at: point) }
            case GDK_TOUCH_END: keyboard.touchEnded(finger, at: point)
            default: return false
            }
            return true
        }
    }

    extension UnsafeMutablePointer<GtkWidget> {
        fileprivate var monitor: OpaquePointer? {
            guard let surface = unsafe surface, let display = unsafe gdk_surface_get_display(surface)
            else { return nil }
            return unsafe gdk_display_get_monitor_at_surface(display, surface)
        }
    }
#endif
