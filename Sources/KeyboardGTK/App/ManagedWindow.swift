#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardObservation

    /// A top-level window that a manager watches.
    ///
    /// The GTK window retains this object.
    @safe
    final class ManagedWindow: Attachment {
        private static let name = "keyboard-gtk-window"

        private(set) var window: WidgetPointer?
        private(set) var clock: FrameClock?
        private var moves: SignalConnection?
        private var bar: KeyboardBar?
        private(set) weak var manager: KeyboardManager?
        /// The text widget to which a tap or a key has given the focus.
        ///
        /// A tap on the focused text widget also sets `askedText`. If the keyboard is already on screen or requested,
        /// each move of the focus to a text widget also sets `askedText`.
        private weak var askedText: FocusedText?
        private var isHandlingInput = false
        private var panes: [WeakPane] = []
        /// Whether the full-screen window was also maximized; `nil` if the window does not return to full screen.
        private var fullScreenReturn: FullScreenReturn?

        private enum FullScreenReturn {
            case maximized, unmaximized
        }

        private struct WeakPane {
            weak let pane: ScrolledPane?
        }

        /// Returns the `ManagedWindow` of a GTK window.
        ///
        /// The method creates the object if there is none, and sets the manager that watches the window. The former
        /// manager removes its keyboard from the window.
        static func of(_ window: WidgetPointer, _ manager: KeyboardManager) -> ManagedWindow {
            let managed = unsafe attachment(of: window, name) { unsafe ManagedWindow(window) }
            if managed.manager !== manager { managed.manager?.keyboardView?.leave(managed) }
            managed.manager = manager
            return managed
        }

        private init(_ window: WidgetPointer) {
            unsafe self.window = unsafe window
            unsafe connect(window, "notify::focus-widget") { [weak self] in self?.focusWidgetDidChange() }
            for signal in ["notify::is-active", "map"] {
                unsafe connect(window, signal) { [weak self] in
                    if let self { manager?.focusDidChange(in: self) }
                }
            }
            unsafe connect(window, "notify::fullscreened") { [weak self] in self?.fullScreenDidChange() }
            unsafe connect(window, "notify::maximized") { [weak self] in self?.maximizationDidChange() }
            unsafe connect(window, "realize") { [weak self] in self?.startClock() }
            unsafe connect(window, "unrealize") { [weak self] in self?.end() }
            if unsafe gtk_widget_get_realized(window) != 0 { startClock() }
            guard let controller: OpaquePointer = unsafe gtk_event_controller_legacy_new() else { return }
            unsafe gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            // The controller also receives the events of text widgets in popovers.
            unsafe gtk_event_controller_set_propagation_limit(controller, GTK_LIMIT_NONE)
            unsafe connect(gpointer(controller), "event") { [weak self] event, _, _ in
                if let event = unsafe event { unsafe self?.eventOccurred(OpaquePointer(event)) }
                return false
            }
            unsafe gtk_widget_add_controller(window, controller)
        }

        func detach() {
            end()
            unsafe window = nil
        }

        /// Removes the bar, disconnects from the frame clock, and stops observing the window's position.
        ///
        /// `end()` is called when the window loses its surface, and when the window is finalized.
        private func end() {
            bar?.remove()
            bar = nil
            manager?.windowWasHidden(self)
            clock?.end()
            clock = nil
            moves = nil
        }

        private func startClock() {
            guard let window = unsafe window, clock == nil else { return }
            clock = unsafe FrameClock(of: window) { [weak self] in self?.layoutDidChange() ?? false }
            moves = unsafe window.onMove { [weak self] in
                if let window = unsafe self?.window { unsafe gtk_widget_queue_allocate(window) }
            }
        }

        // MARK: The focus

        var isActive: Bool { unsafe window.map { unsafe $0.isMapped && gtk_window_is_active($0.as()) != 0 } ?? false }

        /// The focused text widget; `nil` if no text widget has the focus.
        ///
        /// `text` is also `nil` if a person cannot edit the text widget, or if the manager is not active for the text
        /// widget.
        var text: FocusedText? {
            guard let window = unsafe window, let manager, let widget = unsafe gtk_window_get_focus(window.as()),
                unsafe widget.isMapped,
                unsafe widget.isEditableText, unsafe gtk_widget_is_sensitive(widget) != 0,
                unsafe manager.isEnabled(for: widget)
            else { return nil }
            return unsafe FocusedText.of(widget, manager)
        }

        /// Returns whether a text widget is the `askedText`.
        func isAsked(_ text: FocusedText) -> Bool { askedText === text }

        private func focusWidgetDidChange() {
            askedText = isHandlingInput || manager?.isKeyboardWanted == true ? text : nil
            manager?.focusDidChange(in: self)
        }

        // MARK: Taps and keys

        private func eventOccurred(_ event: OpaquePointer) {
            switch unsafe gdk_event_get_event_type(event) {
            case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN:
                inputOccurred()
                if let widget = unsafe widget(at: event) { unsafe tapOccurred(on: widget) }
            case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_KEY_PRESS, GDK_KEY_RELEASE: inputOccurred()
            default: break
            }
        }

        /// Sets `isHandlingInput` to `true` while the window handles a tap or a key.
        ///
        /// When GLib's loop runs again, `isHandlingInput` is set to `false`.
        func inputOccurred() {
            guard !isHandlingInput else { return }
            isHandlingInput = true
            whenIdle { [self] in isHandlingInput = false }
        }

        private func widget(at event: OpaquePointer) -> WidgetPointer? {
            guard let surface = unsafe gdk_event_get_surface(event),
                let native = unsafe gtk_native_get_for_surface(surface)
            else {
                return nil
            }
            var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
            guard unsafe gdk_event_get_position(event, &x, &y) != 0 else { return nil }
            unsafe gtk_native_get_surface_transform(native, &left, &top)
            return unsafe gtk_widget_pick(WidgetPointer(native), x - left, y - top, GTK_PICK_DEFAULT)
        }

        func tapOccurred(on widget: WidgetPointer) {
            guard let manager else { return }
            if let text, unsafe text.contains(widget) {
                askedText = text
                manager.focusedTextTapped(text, in: self)
            } else if manager.options.dismissesOnTapOutside, text != nil, unsafe !isText(widget),
                unsafe bar?.contains(widget) != true, unsafe manager.keyboardView?.contains(widget) != true,
                let window = unsafe window
            {
                unsafe gtk_window_set_focus(window.as(), nil)
            }
        }

        private func isText(_ widget: WidgetPointer) -> Bool {
            unsafe widget.isEditableText || widget.ancestors.contains { unsafe $0.innermostText.isEditableText }
        }

        // MARK: Full screen

        var isFullScreen: Bool { unsafe window.map { unsafe gtk_window_is_fullscreen($0.as()) != 0 } ?? false }

        private var isMaximized: Bool { unsafe window.map { unsafe gtk_window_is_maximized($0.as()) != 0 } ?? false }

        /// The window, its transient parent, and all further transient parents.
        var withParents: [ManagedWindow] {
            guard let window = unsafe window, let manager, let parent = unsafe gtk_window_get_transient_for(window.as())
            else { return [self] }
            return unsafe [self] + ManagedWindow.of(WidgetPointer(widget: parent), manager).withParents
        }

        /// The area that the desktop gives to a maximized or tiled window; `nil` for other windows.
        var usableArea: CGRect? {
            guard let window = unsafe window, unsafe window.fillsUsableArea else { return nil }
            return unsafe window.frameOnScreen
        }

        /// Maximizes a full-screen window until the next call of ``returnToFullScreen()``.
        ///
        /// - Returns: Whether the window was full screen.
        func leaveFullScreen() -> Bool {
            guard let window = unsafe window, isFullScreen else { return false }
            fullScreenReturn = isMaximized ? .maximized : .unmaximized
            unsafe gtk_window_unfullscreen(window.as())
            unsafe gtk_window_maximize(window.as())
            return true
        }

        /// Makes the window full screen again after ``leaveFullScreen()``.
        ///
        /// If the window was unmaximized or made full screen after `leaveFullScreen()`, the method has no effect.
        func returnToFullScreen() {
            guard let window = unsafe window, let last = fullScreenReturn else { return }
            fullScreenReturn = nil
            if last == .unmaximized { unsafe gtk_window_unmaximize(window.as()) }
            unsafe gtk_window_fullscreen(window.as())
        }

        private func fullScreenDidChange() {
            if isFullScreen { fullScreenReturn = nil }
        }

        private func maximizationDidChange() {
            if !isMaximized { fullScreenReturn = nil }
        }

        // MARK: The panes and the bar

        /// Adds the pane of a focused text widget.
        ///
        /// After each layout of the window, the pane's avoider reads the layout of the pane.
        func add(_ pane: ScrolledPane) {
            guard !panes.contains(where: { $0.pane === pane }) else { return }
            panes.removeAll { $0.pane == nil }
            panes.append(WeakPane(pane: pane))
            pane.barInset = { [weak self] in self?.bar?.inset(of: $0) ?? 0 }
        }

        /// Updates the bar after a change of the focus or of the options.
        func updateBar() {
            guard let window = unsafe window, let manager else { return }
            // While GTK destroys a window, `updateBar()` must not add a child. `barItems(in:)` returns `nil` for the
            // destroyed window.
            if bar?.labels != manager.options.barLabels {
                bar?.remove()
                bar = nil
            }
            if bar == nil, manager.barItems(in: self) != nil {
                bar = unsafe KeyboardBar(
                    in: window,
                    pool: manager.pool,
                    labels: manager.options.barLabels,
                    items: { [weak self, weak manager] in self.flatMap { manager?.barItems(in: $0) } },
                    perform: { [weak manager] in manager?.perform($0) }
                )
            }
            bar?.updateItems()
        }

        private func layoutDidChange() -> Bool {
            guard let manager else { return false }
            manager.windowDidLayOut(self)
            manager.keyboardView?.windowDidLayOut(self)
            bar?.windowDidLayOut()
            var isSet = false
            for pane in panes.compactMap(\.pane) {
                pane.isSet = false
                pane.avoider?.layoutDidChange()
                isSet = isSet || pane.isSet
            }
            return isSet
        }
    }
#endif
