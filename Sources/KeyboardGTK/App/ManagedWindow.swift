#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardObservation

    @safe
    final class ManagedWindow: PaneWindow, Attachment {
        private static let name = "keyboard-gtk-window"

        private(set) var window: WidgetPointer?
        private(set) var clock: FrameClock?
        private var moves: SignalConnection?
        private var bar: KeyboardBar?
        private(set) weak var manager: KeyboardManager?
        /// The focused text widget for which a person wants the keyboard.
        private weak var askedText: FocusedText?
        private weak var dismissedText: FocusedText?
        private var isHandlingInput = false
        /// For each finger and the mouse, the place where it went down on the app's widgets.
        private var pointers: [Int: CGPoint] = [:]
        /// The focused text widget on which a pointer went down.
        private weak var pressedText: FocusedText?
        /// The scheduled check of whether a person still scrolls; `nil` if nobody scrolls.
        private var scrolling: KeyboardScheduledAction?
        private let panes = WeakList<ScrolledPane>()
        /// Whether the window was maximized before `leaveFullScreen()`; `nil` if the window does not return to full
        /// screen.
        private(set) var wasMaximized: Bool?

        static func of(_ window: WidgetPointer, _ manager: KeyboardManager) -> ManagedWindow {
            let managed = unsafe attachment(of: window, name) { unsafe ManagedWindow(window) }
            if managed.manager !== manager { managed.manager?.keyboardView?.leave(managed) }
            managed.manager = manager
            return managed
        }

        static func existing(_ window: WidgetPointer) -> ManagedWindow? {
            unsafe existingAttachment(of: window, name)
        }

        private init(_ window: WidgetPointer) {
            unsafe self.window = unsafe window
            unsafe connect(window, "notify::focus-widget") { [weak self] in self?.focusWidgetDidChange() }
            unsafe connect(window, "map") { [weak self] in
                if let self { manager?.focusDidChange(in: self) }
            }
            unsafe connect(window, "unmap") { [weak self] in self?.unmapped() }
            unsafe connect(window, "notify::is-active") { [weak self] in self?.activationDidChange() }
            unsafe connect(window, "notify::fullscreened") { [weak self] in
                if let self, isFullScreen { wasMaximized = nil }
            }
            unsafe connect(window, "notify::maximized") { [weak self] in
                if let self, !isMaximized { wasMaximized = nil }
            }
            unsafe connect(window, "realize") { [weak self] in self?.startClock() }
            unsafe connect(window, "unrealize") { [weak self] in self?.end() }
            if unsafe gtk_widget_get_realized(window) != 0 { startClock() }
            unsafe window.onEvent { [weak self] in unsafe self?.eventOccurred($0) == true }
        }

        func detach() {
            end()
            unsafe window = nil
        }

        private func end() {
            endScrolling()
            bar?.remove()
            bar = nil
            manager?.windowWasHidden(self)
            clock?.end()
            clock = nil
            moves = nil
        }

        private func startClock() {
            guard let window = unsafe window, clock == nil else { return }
            // If a text input is created after its window has become active, sway ignores the text input until the
            // window becomes active again. GTK creates the text input when the first text widget takes the focus. With
            // sway 1.10 and GTK 4.18, the typed text is then lost. Resetting an input context creates the text input at
            // once. With sway 1.12 and GTK 4.24, a reset is unnecessary. With these versions, a reset even did harm:
            // after a person had dismissed the keyboard, a full-screen window had no focused field. Other versions of
            // sway and GTK were not tried.
            if unsafe getenv("SWAYSOCK") != nil, gtk_get_minor_version() < 20,
                let context = unsafe gtk_im_multicontext_new()
            {
                unsafe gtk_im_context_set_client_widget(context, window)
                unsafe gtk_im_context_reset(context)
                unsafe gtk_im_context_set_client_widget(context, nil)
                unsafe g_object_unref(context)
            }
            clock = unsafe FrameClock(of: window) { [weak self] in self?.layoutDidChange(updatesPanes: $0) ?? false }
            moves = unsafe window.onMove { [weak self] in
                if let window = unsafe self?.window { unsafe gtk_widget_queue_allocate(window) }
            }
        }

        // MARK: The focus

        /// Whether the window is active.
        ///
        /// On Wayland, no window becomes active if the seat has no keyboard device.
        ///
        /// The window that was tapped last then counts as active.
        var isActive: Bool { isMapped && (hasActivation || manager?.tappedWindow === self) }

        var isMapped: Bool { unsafe window.map { unsafe $0.isMapped } == true }

        private var hasActivation: Bool { unsafe window.map { unsafe gtk_window_is_active($0.as()) != 0 } ?? false }

        private func activationDidChange() {
            if hasActivation {
                manager?.tappedWindow = nil
            } else {
                unsafe closePopovers()
            }
            manager?.focusDidChange(in: self)
        }

        var text: FocusedText? {
            guard let window = unsafe window, let manager, let widget = unsafe gtk_window_get_focus(window.as()),
                unsafe widget.isMapped,
                unsafe widget.isEditableText, unsafe gtk_widget_is_sensitive(widget) != 0,
                unsafe manager.isEnabled(for: widget)
            else { return nil }
            return unsafe FocusedText.of(widget, manager)
        }

        /// Returns whether the manager may ask the keyboard to appear for a text widget.
        func isAsked(_ text: FocusedText, orAny isAny: Bool) -> Bool {
            askedText === text || isAny && dismissedText !== text
        }

        func keyboardDidAppear() { (askedText, dismissedText) = (text, nil) }

        /// Keeps a dismissed keyboard hidden when the window becomes active again.
        func keyboardWasDismissed() { (askedText, dismissedText) = (nil, text) }

        private func focusWidgetDidChange() {
            endScrolling()
            askedText = isHandlingInput || manager?.isKeyboardWanted == true ? text : nil
            dismissedText = nil
            manager?.focusDidChange(in: self)
        }

        // MARK: Taps and keys

        private func eventOccurred(_ event: OpaquePointer) -> Bool {
            // An event of the mouse has no sequence, so the mouse gets the number 0.
            let pointer = unsafe Int(bitPattern: gdk_event_get_event_sequence(event))
            switch unsafe gdk_event_get_event_type(event) {
            case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN:
                inputOccurred()
                endScrolling()
                guard let place = unsafe PointerPlace(of: event),
                    let widget = unsafe gtk_widget_pick(place.native, place.point.x, place.point.y, GTK_PICK_DEFAULT),
                    unsafe !isKeyboard(widget)
                else { break }
                // A scroll bar moves the content at once, without a drag threshold.
                let isInBar = unsafe widget.ancestors.contains { unsafe $0.isA(gtk_scrollbar_get_type()) }
                if isInBar { personScrolls() }
                if unsafe closePopovers(except: widget) { return true }
                pointers[pointer] = place.point
                holdPanes(true)
                unsafe tapOccurred(on: widget)
                takeOverPopovers()
            case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL:
                inputOccurred()
                pointerWentUp(pointer)
            // The compositor phoc sends the release of a mouse button to a keyboard that has appeared under the mouse.
            case GDK_GRAB_BROKEN where unsafe gdk_device_get_source(gdk_event_get_device(event)) != GDK_SOURCE_KEYBOARD:
                pointerWentUp(pointer)
            case GDK_KEY_PRESS:
                inputOccurred()
                endScrolling()
                if text == nil { takeOverPopovers() }
            case GDK_KEY_RELEASE: inputOccurred()
            case GDK_MOTION_NOTIFY:
                if unsafe gdk_event_get_modifier_state(event).rawValue & Self.buttons != 0 {
                    unsafe pointerMoved(pointer, event)
                } else {
                    // At the end of a drag, the drop target can receive the release of the button, and the window does
                    // not receive it.
                    pointerWentUp(pointer)
                }
            case GDK_TOUCH_UPDATE: unsafe pointerMoved(pointer, event)
            case GDK_SCROLL: personScrolls()
            default: break
            }
            return false
        }

        private static let buttons =
            GDK_BUTTON1_MASK.rawValue | GDK_BUTTON2_MASK.rawValue | GDK_BUTTON3_MASK.rawValue

        /// Whether a pointer is down on the app's widgets in this window.
        ///
        /// While a pointer is down, the manager does not move the content, and does not follow the focus.
        ///
        /// Moving the content would make GTK select text under the pointer.
        var isPressed: Bool { !pointers.isEmpty }

        private func pointerMoved(_ pointer: Int, _ event: OpaquePointer) {
            guard let window = unsafe window, let start = pointers[pointer],
                let end = unsafe PointerPlace(of: event)?.point
            else { return }
            // A compositor that makes the window smaller can send a motion event, although the pointer has not moved.
            let (from, to) = ((x: CInt(start.x), y: CInt(start.y)), (x: CInt(end.x), y: CInt(end.y)))
            let isDrag = unsafe gtk_drag_check_threshold(window, from.x, from.y, to.x, to.y) != 0
            if isDrag || isScrolling { personScrolls() }
        }

        private func pointerWentUp(_ pointer: Int) {
            guard pointers.removeValue(forKey: pointer) != nil, pointers.isEmpty else { return }
            // The widget under the pointer handles the release before this closure runs.
            whenIdle { [self] in
                guard !isPressed else { return }
                manager?.focusDidChange(in: self)
                holdPanes(false)
                if let text = pressedText { manager?.focusedTextTapped(text, in: self) }
                pressedText = nil
            }
        }

        private func unmapped() {
            // An unmapped window receives no event when the fingers and the mouse button go up.
            pointers = [:]
            pressedText = nil
            holdPanes(false)
            manager?.focusDidChange(in: self)
        }

        private func holdPanes(_ isHeld: Bool) {
            for pane in panes.live() { pane.setHeld(isHeld) }
        }

        func inputOccurred() {
            guard !isHandlingInput else { return }
            isHandlingInput = true
            whenIdle { [self] in isHandlingInput = false }
        }

        private func tapOccurred(on widget: WidgetPointer) {
            guard let manager, let window = unsafe window else { return }
            if !hasActivation { manager.tappedWindow = self }
            manager.isUnanswered = false
            if let text, unsafe text.contains(widget) {
                (askedText, pressedText) = (text, text)
            } else if manager.options.dismissesOnTapOutside, text != nil, unsafe !isText(widget) {
                unsafe gtk_window_set_focus(window.as(), nil)
            }
        }

        private func isKeyboard(_ widget: WidgetPointer) -> Bool {
            unsafe bar?.contains(widget) == true || manager?.keyboardView?.contains(widget) == true
        }

        private func isText(_ widget: WidgetPointer) -> Bool {
            unsafe widget.isEditableText || widget.ancestors.contains { unsafe $0.innermostText.isEditableText }
        }

        // MARK: Popovers

        private static let closesOnTap = "keyboard-gtk-closes-on-tap"

        /// A tap on the keyboard would close a popover whose `autohide` is `TRUE`.
        ///
        /// GTK also does not pass the taps in such a popover to the window. The method therefore sets `autohide` to
        /// `FALSE`, and the window itself closes the popovers.
        private func takeOverPopovers() {
            guard let manager, let window = unsafe window else { return }
            let popovers = unsafe window.descendants(gtk_popover_get_type()).filter {
                unsafe gtk_widget_get_visible($0) == 0 && gtk_popover_get_autohide($0.as()) != 0
                    && manager.isEnabled(for: $0) && $0.containsEditableText
            }
            unsafe popovers.forEach { popover in
                unsafe gtk_popover_set_autohide(popover.as(), 0)
                guard unsafe g_object_get_data(popover.as(), Self.closesOnTap) == nil else { return }
                unsafe g_object_set_data(popover.as(), Self.closesOnTap, popover)
                // GTK moves the focus only into a popover whose `autohide` is `TRUE`.
                unsafe connect(popover, "show") { _ = unsafe gtk_widget_child_focus(popover, GTK_DIR_TAB_FORWARD) }
            }
        }

        /// Returns whether the method has closed a popover.
        @discardableResult
        private func closePopovers(except widget: WidgetPointer? = nil) -> Bool {
            guard let window = unsafe window else { return false }
            let popovers = unsafe window.descendants(gtk_popover_get_type()).filter { popover in
                unsafe popover.isMapped && g_object_get_data(popover.as(), Self.closesOnTap) != nil
                    && widget.map { unsafe $0 == popover || gtk_widget_is_ancestor($0, popover) != 0 } != true
            }
            unsafe popovers.forEach { unsafe gtk_popover_popdown($0.as()) }
            return unsafe !popovers.isEmpty
        }

        // MARK: Full screen

        var isFullScreen: Bool { unsafe window.map { unsafe $0.isFullScreen } ?? false }

        private var isMaximized: Bool { unsafe window.map { unsafe gtk_window_is_maximized($0.as()) != 0 } ?? false }

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

        func leaveFullScreen() {
            guard let window = unsafe window, unsafe window.fillsScreen else { return }
            wasMaximized = isMaximized
            unsafe gtk_window_unfullscreen(window.as())
            unsafe gtk_window_maximize(window.as())
        }

        /// The method has no effect if a person or the app has changed the window since `leaveFullScreen()`.
        func returnToFullScreen() {
            guard let window = unsafe window, let wasMaximized else { return }
            self.wasMaximized = nil
            if !wasMaximized { unsafe gtk_window_unmaximize(window.as()) }
            unsafe gtk_window_fullscreen(window.as())
        }

        // MARK: The panes and the bar

        var isScrolling: Bool { scrolling != nil }

        func personScrolls() { awaitRest(frames: 3) }

        /// After a key press, a swipe or a turn of the wheel, GTK moves the content in several frames.
        ///
        /// The movement does not always begin in the first frame.
        private func awaitRest(frames: Int) {
            scrolling?.cancel()
            scrolling = clock?.requestFrame { [weak self] in
                guard let self else { return }
                requestLayout()
                if frames == 0 { endScrolling() } else { awaitRest(frames: isPressed ? frames : frames - 1) }
            }
        }

        private func endScrolling() {
            scrolling?.cancel()
            scrolling = nil
        }

        func add(_ pane: ScrolledPane) {
            if !panes.live().contains(where: { $0 === pane }) { panes.append(pane) }
            pane.window = self
        }

        /// GTK does not lay out the window when the caret moves.
        func textDidChange() {
            endScrolling()
            requestLayout()
        }

        func requestLayout() { clock?.requestLayout() }

        func barInset(of frame: CGRect) -> CGFloat { bar?.inset(of: frame) ?? 0 }

        func updateBar() {
            guard let window = unsafe window, let manager else { return }
            // While GTK destroys a window, `barItems(in:)` returns `nil`, so the window gets no new bar.
            if bar?.labels != manager.options.barLabels {
                bar?.remove()
                bar = nil
            }
            if bar == nil, manager.barItems(in: self) != nil {
                bar = unsafe KeyboardBar(in: window, manager) { [weak self] in
                    self.flatMap { $0.manager?.barItems(in: $0) }
                }
            }
            bar?.updateItems()
        }

        /// Returns whether a pane has changed the layout.
        private func layoutDidChange(updatesPanes: Bool) -> Bool {
            manager?.windowDidLayOut(self)
            manager?.keyboardView?.windowDidLayOut(self)
            bar?.windowDidLayOut()
            // When this method ends, the `ShellRoom` sets the place of the caret, before GTK reports this place to the
            // input method.
            defer { manager?.room?.layoutDidChange() }
            guard updatesPanes else { return false }
            return panes.live().reduce(false) { $1.windowDidLayOut() || $0 }
        }
    }
#endif
