#if GTK4
    import CKeyboardGTK
    import Foundation
    public import InAppKeyboard
    import KeyboardForms
    public import KeyboardObservation
    import LinuxKeyboards

    /// Keeps the focused text widget of every window of a GTK app above the on-screen keyboard.
    ///
    /// ```swift
    /// KeyboardManager.start()
    /// ```
    ///
    /// Call ``start(_:)`` once, on the main thread. Your windows, scrolled windows and text widgets need no further
    /// code. The manager watches all top-level windows of the process. If a tap or a key gives the focus to a text
    /// widget, the manager asks the keyboard of the desktop to appear. The content of the scrolled window around the
    /// text widget moves together with the keyboard, frame by frame. When the keyboard disappears, the manager restores
    /// the content.
    ///
    /// A *text widget* is an editable `GtkText` or an editable `GtkTextView`. A widget that edits its text with a
    /// `GtkText` or a `GtkTextView`, such as a `GtkEntry`, is also a text widget. A text widget outside a scrolled
    /// window does not move. Each widget retains the objects that the manager creates for the widget.
    @MainActor
    @safe
    public final class KeyboardManager {
        private static var running: KeyboardManager?

        /// The options of the manager.
        public var options: Options { didSet { refresh() } }

        /// The keyboard that the manager asks to appear.
        ///
        /// The `status` shows whether a keyboard was found. The `status` is also `available` while the manager draws
        /// the keyboard.
        public let keyboard: any KeyboardSource

        /// The keyboard that the manager draws; `nil` without the option ``Options/drawsKeyboard``.
        ///
        /// Use this object to set the layouts and the closures of the keyboard, for example a closure that plays a
        /// sound. The manager sets the place of the keyboard and the closure `onChange`.
        public let appKeyboard: AppKeyboard?

        let keyboardView: KeyboardView?
        let pool: KeyboardObserverPool
        private let requester: KeyboardRequester
        private let windows: OpaquePointer?
        private var windowsConnection: SignalConnection?
        private let frameSource: (any KeyboardFrameSource)?
        /// The window whose frame clock is the frame source of `pool`.
        private weak var clockedWindow: ManagedWindow?
        private weak var current: FocusedText?
        private weak var currentWindow: ManagedWindow?
        private weak var requested: FocusedText?
        /// The window of the latest tap; `nil` after the desktop has activated a window.
        weak var tappedWindow: ManagedWindow?
        private var panel: KWinPanel?
        private(set) var room: ShellRoom?
        /// The text widget that had the focus when KWin reported a visible keyboard; `nil` while the keyboard is
        /// hidden.
        private weak var panelText: FocusedText?
        private var appearance: KeyboardObservationToken?
        private var hasAppeared = false
        private var fullScreenReturn: KeyboardScheduledAction?
        /// Whether the keyboard has ignored the latest request to appear.
        ///
        /// After an ignored request, the windows stay full screen until the next tap.
        var isUnanswered = false
        private var disappearance: KeyboardObservationToken?

        /// Starts a manager for the keyboard of the desktop.
        ///
        /// `start(_:)` initializes GTK, and lets GLib's loop run the main queue. If GTK cannot open the display, GTK
        /// prints an error and ends the process. The library retains the manager. If a manager is already running,
        /// `start(_:)` sets the options of this manager and returns this manager.
        ///
        /// - Parameter options: The options of the manager.
        /// - Returns: The manager.
        @discardableResult
        public static func start(_ options: Options = Options()) -> KeyboardManager {
            if let running {
                running.options = options
                return running
            }
            MainQueueLoop.attachToGLib()
            gtk_init()
            let appKeyboard = options.drawsKeyboard ? AppKeyboard(screenBounds: .zero, center: FocusedText.center) : nil
            let keyboard = SystemKeyboard(scale: scaleOfFirstMonitor, reconnects: true, fallback: appKeyboard)
            KeyboardObserverPool.current.listen()
            let manager = KeyboardManager(of: keyboard, options: options)
            // Without a drawn keyboard, `start(postingTo:)` throws an error if the environment names no bus, X server
            // or Wayland compositor. After the error, the `status` of the keyboard is `stopped`.
            try? keyboard.start(postingTo: .default)
            running = manager
            return manager
        }

        /// Creates a manager for a keyboard that the app starts itself, such as a simulated keyboard.
        ///
        /// Initialize GTK before you create the manager. Your app must retain the manager. When the manager is
        /// deallocated, the manager asks the keyboard to disappear and stops watching the windows.
        ///
        /// - Parameters:
        ///   - keyboard: The keyboard, which the manager retains.
        ///   - pool: The pool that receives the events of the keyboard. Pass `nil` to use
        ///     ``/KeyboardObservation/KeyboardObserverPool/current``.
        ///   - options: The options of the manager.
        public init(
            of keyboard: any KeyboardSource,
            pool: KeyboardObserverPool? = nil,
            options: Options = Options()
        ) {
            let pool = pool ?? .current
            self.options = options
            self.keyboard = keyboard
            let fallback = (keyboard as? SystemKeyboard)?.fallbackSource as? AppKeyboard
            appKeyboard = options.drawsKeyboard ? fallback : nil
            keyboardView = appKeyboard.map { KeyboardView(of: $0) }
            self.pool = pool
            requester = KeyboardRequester(of: keyboard, pool: pool)
            // A former manager may have left the frame clock of a window in the pool.
            frameSource = pool.frameSource is FrameClock ? nil : pool.frameSource
            unsafe windows = unsafe gtk_window_get_toplevels()
            if let keyboard = keyboard as? SystemKeyboard {
                room = ShellRoom(for: keyboard, pool: pool)
                panel = KWinPanel { [weak self, weak keyboard] isVisible, frame in
                    // KWin itself moves a window away from the keyboard, but not a full-screen window.
                    let isCovered = self?.currentWindow?.isFullScreen == true
                    keyboard?.reportKeyboardFrame(isCovered ? frame : nil)
                    self?.panelDidChange(isVisible: isVisible)
                }
            }
            appearance = pool.observeState { [weak self] in self?.keyboardDidChange($0) }
            guard let windows = unsafe windows else { return }
            windowsConnection = unsafe SignalConnection(windows, "items-changed") { [weak self] _ in
                self?.watchWindows()
            }
            watchWindows()
        }

        isolated deinit { end() }

        /// Stops the manager, and asks the keyboard to disappear.
        ///
        /// While the keyboard disappears, the manager restores the windows. The manager retains itself until the
        /// keyboard has disappeared.
        public func stop() {
            options.isEnabled = false
            end()
            if Self.running === self { Self.running = nil }
            guard ![.unknown, .hidden].contains(pool.keyboard.phase) else { return }
            // The closure retains the manager, so that `keyboard` can post its last events.
            disappearance = pool.observeState { [self] in
                if $0.phase == .hidden { disappearance = nil }
            }
        }

        private func end() {
            windowsConnection = nil
            (panel, room) = (nil, nil)
            appearance = nil
            requester.endAllFocus()
            current?.setUsesInputMethod(true)
            // Another manager can have its own app keyboard for the same text widgets.
            appKeyboard?.ignoreFocus()
            returnToFullScreen(includesInactive: true)
            stopClock()
        }

        private func stopClock() {
            guard let window = clockedWindow else { return }
            clockedWindow = nil
            // If the window now belongs to another manager, that manager still uses the frame clock of the window.
            if window.manager == nil || window.manager === self { pool.frameSource = frameSource }
        }

        private static var scaleOfFirstMonitor: Double {
            // Onboard reports frames in pixels, and GTK reports frames in points.
            guard let display = unsafe gdk_display_get_default(),
                let monitors = unsafe gdk_display_get_monitors(display),
                let monitor = unsafe g_list_model_get_item(monitors, 0)
            else { return 1 }
            defer { unsafe g_object_unref(monitor) }
            return unsafe Double(gdk_monitor_get_scale_factor(OpaquePointer(monitor)))
        }

        private func watchWindows() {
            let windows = unsafe toplevels.map { unsafe ManagedWindow.of($0, self) }
            for window in windows where window.isActive { focusDidChange(in: window) }
            // The process can end right after its last window closes, so the request to disappear must not be delayed.
            if windows.isEmpty { requester.endAllFocus() }
        }

        /// GTK retains the top-level windows of the app.
        private var toplevels: [WidgetPointer] {
            guard let windows = unsafe windows else { return unsafe [] }
            let count = unsafe g_list_model_get_n_items(windows)
            return unsafe (0..<count).compactMap { index in
                guard let item = unsafe g_list_model_get_item(windows, index) else { return nil }
                defer { unsafe g_object_unref(item) }
                return unsafe WidgetPointer(widget: item)
            }
        }

        // MARK: Windows and widgets that are excluded

        private static let isDisabled = "keyboard-gtk-is-disabled"

        /// Sets whether the manager is active for a widget and for all widgets inside this widget.
        ///
        /// If the widget is inside an excluded widget, the value `true` has no effect.
        ///
        /// - Parameters:
        ///   - isEnabled: Pass `false` to exclude the text widgets in `widget`. The manager does not keep an excluded
        ///     text widget visible, and does not ask the keyboard to appear for it.
        ///   - widget: A pointer to a window or another widget. Any binding of GTK can create the pointer.
        public func setEnabled(_ isEnabled: Bool, for widget: UnsafeMutableRawPointer) {
            let object = unsafe widget.assumingMemoryBound(to: GObject.self)
            unsafe g_object_set_data(object, Self.isDisabled, isEnabled ? nil : widget)
            refresh()
        }

        func isEnabled(for widget: WidgetPointer) -> Bool {
            func isDisabled(_ widget: WidgetPointer) -> Bool {
                unsafe g_object_get_data(widget.as(), Self.isDisabled) != nil
            }
            return unsafe options.isEnabled && !isDisabled(widget) && !widget.ancestors.contains(where: isDisabled)
        }

        // MARK: The focus

        var isKeyboardWanted: Bool { pool.keyboard.isOnScreen || requested != nil }

        /// While a pointer is down on the window, the manager does not follow the focus.
        ///
        /// It only tells GNOME Shell the new focus, so that the shell does not lift the window.
        ///
        /// The window calls this method again when the pointer goes up, and the content then moves.
        func focusDidChange(in window: ManagedWindow) {
            guard !window.isPressed else {
                // The manager does not report the frame of another window to the keyboard, because this report would
                // change the keyboard frames that all observers receive.
                if window === currentWindow { updateRoom() }
                return
            }
            room?.pointerWentUp()
            guard window.isActive else {
                // When a keyboard appears, the keyboard's own window can become active and stay active. The manager
                // then keeps its request for this keyboard.
                let isAnswer = window.isMapped && requester.awaitsKeyboard
                if window === currentWindow, !isAnswer { focus(nil, in: window) }
                return
            }
            if let clock = window.clock, window !== clockedWindow {
                clockedWindow = window
                pool.frameSource = clock
            }
            focus(window.text, in: window)
            // A window that becomes maximized has its new size only after the next layout. `windowDidLayOut(_:)`
            // reports the new size to the keyboard.
            window.requestLayout()
            if window.wasMaximized != nil { returnToFullScreen(after: Self.grace) }
        }

        func windowWasHidden(_ window: ManagedWindow) {
            keyboardView?.leave(window)
            if window === currentWindow {
                focus(nil, in: window)
                report(Array(window.withParents.dropFirst()))
            }
            if window === clockedWindow { stopClock() }
        }

        func refresh() {
            guard let currentWindow else {
                watchWindows()
                return
            }
            focusDidChange(in: currentWindow)
            applyOptions()
        }

        private func focus(_ text: FocusedText?, in window: ManagedWindow) {
            let (old, oldWindow) = (current, currentWindow)
            guard text !== old || window !== oldWindow else { return }
            (current, currentWindow) = (text, window)
            updateRoom()
            // If a person dismissed the keyboard while a pointer was down, the text widget still has GTK's simple input
            // method.
            text?.setUsesInputMethod(true)
            if let text, isKeyboardWanted || window.isAsked(text, orAny: !options.waitsForInput) { request(text) }
            if let old, old !== text {
                if requested === old { requested = nil }
                old.setUsesInputMethod(true)
                requester.focusEnded(in: old)
                old.endTyping()
                returnToFullScreen(after: Self.grace)
            }
            if oldWindow !== window { oldWindow?.updateBar() }
            let new = text.flatMap(pane(of:))
            let last = old.flatMap(pane(of:))
            if last !== new || old !== text { last?.focusedContent = nil }
            if let new {
                window.add(new)
                // Setting `focusedContent` moves the content, so the margin is set first.
                new.avoider?.margin = options.margin
                new.focusedContent = { [weak text] in text?.content(in: $0) }
            }
            applyOptions()
        }

        private func request(_ text: FocusedText) {
            requested = text
            unsafe keyboard_gtk_debug("The keyboard is asked to appear. Its status: \(keyboard.status)")
            if let keyboardView, let currentWindow {
                keyboardView.move(to: currentWindow)
                text.beginTyping()
            }
            if text.wantsKeyboard { leaveFullScreenForRequest() }
            room?.textTapped()
            requester.focusBegan(in: text, wantsKeyboard: text.wantsKeyboard)
        }

        func traitsDidChange(of text: FocusedText) {
            if text.isFirstResponder { text.readTraits() }
            if text === requested { requester.focusBegan(in: text, wantsKeyboard: text.wantsKeyboard) }
        }

        func focusedTextTapped(_ text: FocusedText, in window: ManagedWindow) {
            guard text === current else { return }
            text.setUsesInputMethod(true)
            guard requested === text else { return request(text) }
            if text.wantsKeyboard { leaveFullScreenForRequest() }
            room?.textTapped()
            requester.fieldTapped()
        }

        func textDidChange(_ text: FocusedText) {
            guard text === current else { return }
            currentWindow?.textDidChange()
            room?.caretDidMove()
            if text.isFirstResponder { appKeyboard?.followText() }
        }

        private func pane(of text: FocusedText) -> ScrolledPane? {
            unsafe text.widget.flatMap { unsafe ScrolledContent(around: $0) }.map {
                unsafe ScrolledPane.of($0.scrolled, pool: pool)
            }
        }

        private func applyOptions() {
            currentWindow?.updateBar()
            if let current, current.isFirstResponder { current.readTraits() }
            guard let avoider = current.flatMap(pane(of:))?.avoider else { return }
            avoider.margin = options.margin
            avoider.barHeight = hasBar ? KeyboardBar.height : 0
        }

        private func report(_ windows: [ManagedWindow]) {
            (keyboard as? SystemKeyboard)?.reportUsableArea(
                windows.last?.usableArea,
                isFullScreen: windows.contains(where: \.isFullScreen)
            )
        }

        func windowDidLayOut(_ window: ManagedWindow) {
            guard let windows = currentWindow?.withParents, windows.contains(where: { $0 === window }) else { return }
            report(windows)
            updateRoom()
        }

        private func updateRoom() {
            // While a pointer is down, `current` can be out of date.
            let isPressed = pool.keyboard.isOnScreen && currentWindow?.isPressed == true
            room?.focusDidChange(to: isPressed ? currentWindow?.text : current, in: currentWindow)
        }

        /// If KWin's keyboard disappears while a text widget keeps the focus, a person has dismissed the keyboard.
        private func panelDidChange(isVisible: Bool) {
            // While a pointer is down, `current` can be out of date.
            let text = currentWindow?.text
            if !isVisible, let panelText, panelText === text, pool.keyboard.isOnScreen {
                panelText.setUsesInputMethod(false)
            }
            panelText = isVisible ? text : nil
        }

        // MARK: Full screen

        /// The delay between a change of the focus and the return of the windows to full screen.
        ///
        /// When a dialog opens or closes, there is no focused text widget for about 2 ms.
        private static let grace = Duration.milliseconds(100)

        /// The longest time that the manager waits for a keyboard to appear.
        ///
        /// Under the compositor phoc without phosh, the keyboard stevia needs up to 1.7 seconds.
        private static let patience = Duration.seconds(3)

        private func keyboardDidChange(_ state: KeyboardState) {
            room?.keyboardDidChange(state)
            // The app itself can ask the drawn keyboard to appear, without the manager.
            if appKeyboard?.isShown == true, requested == nil, let current { request(current) }
            if state.isOnScreen, !hasAppeared {
                (hasAppeared, isUnanswered) = (true, false)
                current?.setUsesInputMethod(true)
                // The keyboard can appear without a request from the manager.
                if requested != nil {
                    leaveFullScreen()
                    currentWindow?.keyboardDidAppear()
                }
            } else if state.phase == .hidden, hasAppeared {
                hasAppeared = false
                if current != nil { currentWindow?.keyboardWasDismissed() }
                currentWindow?.requestLayout()
                returnToFullScreen()
            }
        }

        private func leaveFullScreenForRequest() {
            guard !isUnanswered, keyboard.status == .available, keyboard.capabilities.contains(.visibilityRequests)
            else { return }
            leaveFullScreen()
            returnToFullScreen(after: Self.patience)
        }

        private func leaveFullScreen() {
            fullScreenReturn?.cancel()
            guard options.leavesFullScreen, !isKeyboardAboveFullScreen else { return }
            for window in currentWindow?.withParents ?? [] { window.leaveFullScreen() }
        }

        /// An inactive full-screen window would cover the window that a person uses.
        private func returnToFullScreen(includesInactive: Bool = false) {
            fullScreenReturn?.cancel()
            let windows = unsafe toplevels.compactMap { unsafe ManagedWindow.existing($0) }
            for window in windows where includesInactive || window.isActive && !window.isPressed {
                window.returnToFullScreen()
            }
        }

        private func returnToFullScreen(after delay: Duration) {
            fullScreenReturn?.cancel()
            fullScreenReturn = MainQueueScheduler.shared.schedule(after: delay) { [weak self] in
                guard let self, !pool.keyboard.isOnScreen else { return }
                if requested != nil, delay < Self.patience { return returnToFullScreen(after: Self.patience) }
                if requested != nil { isUnanswered = true }
                returnToFullScreen()
            }
        }

        private var isKeyboardAboveFullScreen: Bool {
            let kind = (keyboard as? SystemKeyboard)?.kind
            return appKeyboard?.isShown == true || kind == .gnomeShell || kind == .kwin && panel?.isConnected == true
        }

        // MARK: Moves of the focus

        func returnKeyTapped(in text: FocusedText) {
            let type = text.field?.formState.returnKeyType ?? .default
            guard options.returnKeyMovesFocus, text === current, type == .default else { return }
            perform(canMove(.next) ? .next : .done)
        }

        var returnKeyType: ReturnKeyType {
            guard options.returnKeyMovesFocus else { return .default }
            return canMove(.next) ? .next : .done
        }

        private var hasBar: Bool {
            guard options.showsBar, current != nil, let window = unsafe currentWindow?.window else { return false }
            return unsafe window.reachableTexts.count > 1
        }

        func barItems(in window: ManagedWindow) -> Set<KeyboardBar.Action>? {
            guard window === currentWindow, hasBar else { return nil }
            return Set([.previous, .next].filter(canMove)).union([.done])
        }

        private func canMove(_ direction: KeyboardBar.Action) -> Bool {
            guard let order = current?.field?.formState.leadingOrder else { return unsafe neighbor(direction) != nil }
            return direction == .next ? order.canMoveFocus(.next) : order.canMoveFocus(.previous)
        }

        func perform(_ action: KeyboardBar.Action) {
            let field = current?.field
            if action == .done {
                guard let window = unsafe currentWindow?.window else { return }
                unsafe gtk_window_set_focus(window.as(), nil)
            } else if field?.moveFocus(action == .next ? .next : .previous) != true,
                field?.formState.leadingOrder == nil,
                let text = unsafe neighbor(action)
            {
                unsafe gtk_widget_grab_focus(text)
            }
        }

        private func neighbor(_ direction: KeyboardBar.Action) -> WidgetPointer? {
            guard let window = unsafe currentWindow?.window, let widget = unsafe current?.widget else { return nil }
            let texts = unsafe window.reachableTexts
            guard let index = unsafe texts.firstIndex(of: widget) else { return nil }
            let next = index + (direction == .next ? 1 : -1)
            return unsafe texts.indices.contains(next) ? texts[next] : nil
        }
    }
#else
    /// Keeps the focused text widget of every window of a GTK app above the on-screen keyboard.
    @available(*, unavailable, message: "Enable the trait GTK4 of the package KeyboardObservation.")
    public final class KeyboardManager {
        /// Starts a manager for the keyboard of the desktop.
        @available(*, unavailable, message: "Enable the trait GTK4 of the package KeyboardObservation.")
        public static func start() {}
    }
#endif
