#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards

    /// Keeps a maximized or full-screen window in place while GNOME Shell shows its keyboard under Wayland.
    ///
    /// The toolkit reports the place of the caret to GNOME Shell. If this place is below the upper edge of the
    /// keyboard, GNOME Shell lifts the whole window by the height of the keyboard. The top of the window then leaves
    /// the screen, and the app receives no report. A lifted window comes down only when the toolkit reports a caret far
    /// above the keyboard. GTK before 4.24 reports the caret when the focus or the caret moves. The reported place is
    /// the place that the caret had at the last layout. GTK 4.24 reports the caret once in each layout, even if only
    /// the content scrolls.
    ///
    /// So this object reports the caret through GTK's own input context:
    ///
    /// 1. When a person taps a text widget, the object reports a caret at the top of the window. The shell then does
    ///    not lift the window when its keyboard appears.
    /// 2. When the focus or the caret moves below the upper edge of the shown keyboard, GTK reports the new place
    ///    before the content has scrolled. The object then also reports a caret at the top of the window. The shell
    ///    draws no frame between these two reports.
    /// 3. Until the content rests, the object sets the caret to the top again in each layout. GTK 4.24 itself sets the
    ///    caret after a move of the focus. In each layout, GTK 4.24 reports the place that was set last. If a person's
    ///    scrolling has moved the caret below the upper edge of the keyboard, the object also sets the caret to the
    ///    top.
    /// 4. When the content rests, the object reports the top of the window, and then the caret itself. The first report
    ///    brings a lifted window down. With GTK 4.24, step 3 has already reported the top.
    /// 5. After the keyboard has disappeared, or if it has not appeared, the object reports the real place of the
    ///    caret.
    ///
    /// The source then posts keyboard frames that overlap the window, and the content moves as on any other desktop.
    /// The place of a floating window on the screen is unknown, so the object lets the shell move such a window.
    @safe
    final class ShellRoom {
        /// The longest time between a tap and the moment when the keyboard begins to appear.
        ///
        /// This time includes the shell's wait of 0.3 seconds, the late detection of the first appearance, and the
        /// pauses of a busy shell.
        private static let longestAnswer = Duration.seconds(2)

        /// The time in which the content comes to rest.
        private static let rest = Duration.milliseconds(250)

        private let keyboard: SystemKeyboard
        private let pool: KeyboardObserverPool
        private weak var text: FocusedText?
        private weak var window: ManagedWindow?
        private var report: KeyboardScheduledAction?
        /// The value of ``coveredEnd`` when the content last came to rest.
        private var formerEnd: CGFloat?
        /// Whether the latest report was a caret at the top of the window.
        private var isAtTop = false
        /// Whether a person is swiping the keyboard onto the screen.
        ///
        /// During the swipe, the object reports no caret. If the shell received a caret at the top, the shell would
        /// leave the window at the place to which the finger has moved the window.
        private var isSwiping = false
        /// Whether `reportRest()` waits until the pointer goes up.
        private var awaitsRelease = false

        init(for keyboard: SystemKeyboard, pool: KeyboardObserverPool) {
            (self.keyboard, self.pool) = (keyboard, pool)
        }

        isolated deinit {
            report?.cancel()
            keyboard.reportFixedWindow(nil)
        }

        /// The manager also calls this method after each layout of the window.
        func focusDidChange(to text: FocusedText?, in window: ManagedWindow?) {
            keyboard.reportFixedWindow(window?.fixedFrame)
            let isNew = text !== self.text
            (self.text, self.window) = (text, window)
            if isNew, pool.keyboard.isOnScreen { beginMove() }
        }

        func textTapped() {
            guard !pool.keyboard.isOnScreen else { return }
            reportCaret(atTop: true)
            schedule(after: Self.longestAnswer)
        }

        func pointerWentUp() {
            if awaitsRelease { schedule(after: Self.rest) }
        }

        func caretDidMove() {
            if coveredEnd != nil { beginMove() }
        }

        func keyboardDidChange(_ state: KeyboardState) {
            guard keyboard.kind == .gnomeShell else { return }
            switch state.phase {
            case .appearing:
                formerEnd = nil
                isSwiping = report?.isWaiting != true
                if !isSwiping { schedule(after: Self.longestAnswer) }
            case .shown, .hidden: schedule(after: Self.rest)
            case .disappearing, .unknown: break
            }
        }

        /// Keeps the reported caret at the top while the content moves, or while the keyboard covers the caret.
        func layoutDidChange() {
            // If the reported caret moves far during a tap, some older GTK versions end the tap, and no keyboard
            // appears.
            guard pool.keyboard.isOnScreen || window?.isPressed != true else { return }
            let end = coveredEnd
            // An input method shows its candidates at the reported caret.
            let isWaiting = (report?.isWaiting == true || awaitsRelease) && text?.hasMarkedText != true
            let staysAtTop = isWaiting || end != nil && end != formerEnd
            if staysAtTop || isAtTop { reportCaret(atTop: staysAtTop, sends: false) }
        }

        private func beginMove() {
            reportCaret(atTop: true)
            schedule(after: Self.rest)
        }

        private func schedule(after delay: Duration) {
            guard keyboard.kind == .gnomeShell else { return }
            awaitsRelease = false
            report?.cancel()
            report = MainQueueScheduler.shared.schedule(after: delay) { [weak self] in self?.reportRest() }
        }

        private func reportRest() {
            if isSwiping {
                isSwiping = false
                return beginMove()
            }
            // The content moves only after the pointer has gone up.
            awaitsRelease = window?.isPressed == true
            if awaitsRelease { return formerEnd = nil }
            let end = coveredEnd
            defer { formerEnd = end }
            // A report would discard the text that an input method is composing.
            if text?.hasMarkedText == true { return schedule(after: Self.rest) }
            // While the content still moves, the shell must not lift the window. If the content cannot move, the shell
            // must lift the window.
            if let end, end != formerEnd { return schedule(after: Self.rest) }
            if pool.keyboard.isOnScreen { reportCaret(atTop: true) }
            reportCaret(atTop: false)
        }

        private func reportCaret(atTop: Bool, sends: Bool = true) {
            guard keyboard.kind == .gnomeShell, !isSwiping, let text, let widget = unsafe text.widget,
                window?.fixedFrame != nil, let corner, let caret, let surface = unsafe widget.surface,
                unsafe keyboard_gtk_is_on_x11(surface) == 0, let context = unsafe widget.inputContext
            else { return }
            // If the shell's rectangle library was built with a recent compiler, GNOME Shell 50 ignores a caret that
            // has the same left edge as the previous caret. The caret at the top is in the corner of the window. No
            // text begins there, so the real caret has a different left edge.
            let place = atTop ? CGRect(x: 2 - corner.x, y: 2 - corner.y, width: 1, height: 1) : caret
            // If the app transforms a widget, a coordinate can be infinite.
            guard let x = CInt(exactly: place.minX.rounded()), let y = CInt(exactly: place.minY.rounded()),
                let height = CInt(exactly: place.height.rounded())
            else { return }
            var rectangle = GdkRectangle(x: x, y: y, width: 1, height: height)
            unsafe gtk_im_context_set_cursor_location(context, &rectangle)
            isAtTop = atTop
            // In GTK before 4.24, setting a place does not send it. The reset of the context sends the place.
            if sends, !text.hasMarkedText { unsafe gtk_im_context_reset(context) }
        }

        /// The caret, in the coordinates of the text widget.
        private var caret: CGRect? { unsafe text?.widget.map { unsafe $0.caretInWidget } }

        /// The bottom edge of the caret, in window coordinates; `nil` if the keyboard does not cover the caret.
        private var coveredEnd: CGFloat? {
            let state = pool.keyboard
            guard keyboard.kind == .gnomeShell, state.isOnScreen, !state.isObscured, let top = state.frame?.minY,
                let caret, let corner, corner.y + caret.maxY >= top
            else { return nil }
            return corner.y + caret.maxY
        }

        /// The origin of the text widget's coordinates in the window.
        private var corner: CGPoint? {
            guard let widget = unsafe text?.widget, let window = unsafe window?.window else { return nil }
            let (outer, inner) = unsafe (widget.bounds(in: window).origin, widget.bounds(in: widget).origin)
            return CGPoint(x: outer.x - inner.x, y: outer.y - inner.y)
        }
    }

    extension ManagedWindow {
        /// The frame of a window that is full screen, maximized or tiled; `nil` for a floating window.
        fileprivate var fixedFrame: CGRect? {
            isFullScreen ? unsafe window.map { unsafe $0.frameOnScreen } : usableArea
        }
    }

    extension UnsafeMutablePointer<GtkWidget> {
        fileprivate var inputContext: UnsafeMutablePointer<GtkIMContext>? {
            guard let controllers = unsafe gtk_widget_observe_controllers(self) else { return nil }
            defer { unsafe g_object_unref(gpointer(controllers)) }
            for index in 0..<(unsafe g_list_model_get_n_items(controllers)) {
                guard let item = unsafe g_list_model_get_item(controllers, index) else { continue }
                defer { unsafe g_object_unref(item) }
                guard unsafe keyboard_gtk_is_a(item, gtk_event_controller_key_get_type()) != 0 else { continue }
                if let context = unsafe gtk_event_controller_key_get_im_context(OpaquePointer(item)) {
                    return unsafe context
                }
            }
            return nil
        }

        fileprivate var caretInWidget: CGRect {
            if unsafe isTextView {
                let corner = unsafe bounds(in: self).origin
                return unsafe caretBounds.offsetBy(dx: corner.x, dy: corner.y)
            }
            var caret = graphene_rect_t()
            let position = unsafe gtk_editable_get_position(OpaquePointer(self))
            unsafe gtk_text_compute_cursor_extents(self.as(), gsize(max(position, 0)), &caret, nil)
            let (origin, size) = (caret.origin, caret.size)
            return CGRect(x: Double(origin.x), y: Double(origin.y), width: 1, height: Double(size.height))
        }
    }
#endif
