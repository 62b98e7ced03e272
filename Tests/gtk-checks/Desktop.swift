import CGTKChecks
import Foundation
import InAppKeyboard
import KeyboardGTK
import KeyboardObservation
import KeyboardSimulation

typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

/// A screen with a simulated keyboard, and the manager of the app.
@safe
final class Desktop {
    let screen = SimulatedScreen(.phone375x667)
    let keyboard: SimulatedKeyboard
    private(set) var manager: KeyboardManager
    private var stopped: [KeyboardManager] = []
    private(set) var windows: [WidgetPointer] = unsafe []
    /// The number of counted objects that are alive.
    private(set) var livingCount = 0

    init() {
        MainQueueLoop.attachToGLib()
        keyboard = SimulatedKeyboard(on: screen)
        KeyboardObserverPool.current.listen()
        manager = KeyboardManager(of: keyboard)
        keyboard.start(postingTo: .default)
    }

    /// Opens a window that fills the screen.
    func open(_ child: WidgetPointer) -> WidgetPointer {
        let window = unsafe gtk_window_new()!
        unsafe windows.append(window)
        unsafe gtk_window_set_decorated(window.as(), 0)
        unsafe gtk_window_set_child(window.as(), child)
        unsafe gtk_window_set_default_size(window.as(), CInt(screen.size.width), CInt(screen.size.height))
        unsafe gtk_window_maximize(window.as())
        unsafe gtk_window_present(window.as())
        let isOpen = wait {
            unsafe gtk_window_is_active(window.as()) != 0 && child.height == CInt(self.screen.size.height)
        }
        Check.that(isOpen, "the window fills the screen and is active")
        return unsafe window
    }

    /// Closes all windows and hides the keyboard.
    func reset() {
        manager.options = KeyboardManager.Options()
        unsafe windows.forEach { unsafe gtk_window_destroy($0.as()) }
        unsafe windows = unsafe []
        wait { self.keyboard.phase == .hidden }
    }

    /// Stops the manager, and creates another manager.
    func restartManager() {
        manager.stop()
        Check.that(keyboard.phase != .shown, "the keyboard is asked to disappear before the manager has stopped")
        Check.that(wait { self.isHidden }, "the keyboard disappears when the manager stops")
        // An app may keep a manager that it has stopped.
        stopped.append(manager)
        manager = KeyboardManager(of: keyboard)
    }

    /// Creates another manager, and releases the previous manager without stopping it.
    func replaceManager() {
        manager = KeyboardManager(of: keyboard)
        stopped = []
    }

    /// Replaces the simulated keyboard by the keyboard that the manager draws, and calls a closure.
    func draw(_ body: (AppKeyboard) -> Void) {
        manager.stop()
        wait { self.isHidden }
        keyboard.stop()
        var options = KeyboardManager.Options()
        options.drawsKeyboard = true
        manager = KeyboardManager.start(options)
        if let appKeyboard = manager.appKeyboard { body(appKeyboard) }
        manager.stop()
        Check.that(wait { self.phase == .hidden }, "the drawn keyboard disappears when the manager stops")
        manager = KeyboardManager(of: keyboard)
        keyboard.start(postingTo: .default)
    }

    /// Stops the manager that draws a keyboard, and immediately starts another one.
    func restartDrawingManager() {
        let options = manager.options
        manager.stop()
        manager = KeyboardManager.start(options)
    }

    var phase: KeyboardState.Phase { KeyboardObserverPool.current.keyboard.phase }

    func closed(_ window: WidgetPointer) {
        unsafe windows.removeAll { unsafe $0 == window }
        unsafe gtk_window_destroy(window.as())
    }

    /// Gives a widget the focus as a person does.
    ///
    /// A person cannot click a widget that is scrolled out of sight, but can reach it with a key.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - movesFocus: Whether the widget takes the focus. A label does not.
    func tap(_ widget: WidgetPointer, movesFocus: Bool = true) {
        guard let window = unsafe gtk_widget_get_root(widget).map({ unsafe WidgetPointer($0) }) else {
            return Check.that(false, "a tapped widget is in a window")
        }
        // Before its first layout, a new window has its widgets at other places.
        wait { unsafe gtk_widget_get_width(widget) > 0 }
        let place = unsafe widget.placeOfClick
        let tap = unsafe Tap(in: window, focused: movesFocus ? widget : nil, isKey: place == nil)
        if let place {
            Input.click(x: CInt(place.x), y: CInt(place.y))
        } else {
            Input.pressKey()
        }
        if !wait({ tap.hasEnded }) { Check.that(false, "a tap reaches its window") }
        tap.end()
        // The manager acts when the widget has handled the release.
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    /// Taps a text, and waits for the keyboard.
    func show(_ text: WidgetPointer) {
        unsafe tap(text)
        wait { phase == .shown }
    }

    /// Runs the loop until a condition is true, for at most 20 seconds.
    @discardableResult
    func wait(_ isReached: () -> Bool) -> Bool {
        let end = Date.now + 20
        let timer = unsafe g_timeout_add(20, { _ in 1 }, nil)
        defer { g_source_remove(timer) }
        while !isReached(), Date.now < end { g_main_context_iteration(nil, 1) }
        return isReached()
    }

    /// Runs the loop for some display frames, so that an unwanted change would happen before the next check.
    func settle() {
        var frames = 0
        _ = wait {
            frames += 1
            return frames > 30
        }
    }

    /// Runs the loop until the keyboard and the content of a scrolled window rest.
    func rest(_ port: WidgetPointer) {
        wait { KeyboardObserverPool.current.keyboard.transition == nil }
        var last = -1.0
        wait {
            settle()
            defer { last = unsafe value(port) }
            return unsafe value(port) == last
        }
    }

    /// Counts a widget or another object until it is freed.
    func countLife(of object: UnsafeMutableRawPointer) {
        livingCount += 1
        let desktop = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe g_object_weak_ref(
            object.assumingMemoryBound(to: GObject.self),
            { desktop, _ in
                // Safe: the desktop lives as long as the program.
                unsafe desktop.map {
                    unsafe Unmanaged<Desktop>.fromOpaque($0).takeUnretainedValue().livingCount -= 1
                }
            },
            desktop
        )
    }

    /// The number of activations of counted entries.
    private(set) var activationCount = 0

    func countActivations(of entry: WidgetPointer) {
        let callback: @convention(c) (gpointer, gpointer) -> Void = { _, desktop in
            // Safe: the desktop lives as long as the program.
            unsafe Unmanaged<Desktop>.fromOpaque(desktop).takeUnretainedValue().activationCount += 1
        }
        let desktop = unsafe Unmanaged.passUnretained(self).toOpaque()
        let handler = unsafe unsafeBitCast(callback, to: GCallback.self)
        unsafe g_signal_connect_data(entry, "activate", handler, desktop, nil, GConnectFlags(rawValue: 0))
    }

    var isShown: Bool { keyboard.phase == .shown }
    var isHidden: Bool { keyboard.phase == .hidden }

    /// Whether a widget is inside its window, and ends above the place of the keyboard at rest.
    func isVisible(_ widget: WidgetPointer, margin: CGFloat = 12) -> Bool {
        let frame = unsafe widget.frameInWindow
        return frame.height > 0 && frame.minY >= 0 && frame.maxY <= keyboard.frame.minY - margin + 1
    }

    /// Taps a widget, and checks that the keyboard appears and the widget becomes visible.
    func checkTap(_ widget: WidgetPointer, _ name: String) {
        unsafe tap(widget)
        let isDone = wait { unsafe self.isShown && self.isVisible(widget) }
        let place = isDone ? "" : unsafe ": \(widget.frameInWindow), \(keyboard.phase)"
        Check.that(isDone, "\(name) is above the keyboard\(place)")
    }

    /// Takes the focus from a window, and waits until the keyboard has disappeared.
    func dismiss(_ window: WidgetPointer) {
        unsafe gtk_window_set_focus(window.as(), nil)
        Check.that(wait { self.isHidden }, "the keyboard disappears with the focus")
    }
}

extension UnsafeMutablePointer<GtkWidget> {
    func `as`<Other>() -> UnsafeMutablePointer<Other> {
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }

    var height: CInt { unsafe gtk_widget_get_height(self) }

    /// The frame on the X server's screen, in points.
    var frameOnScreen: CGRect {
        guard let root = unsafe gtk_widget_get_root(self).map({ unsafe WidgetPointer($0) }),
            let surface = unsafe gtk_native_get_surface(OpaquePointer(root))
        else { return .zero }
        let corner = unsafe corner(of: root, surface)
        return unsafe frameInWindow.offsetBy(dx: corner.x, dy: corner.y)
    }

    private func corner(of native: WidgetPointer, _ surface: OpaquePointer) -> CGPoint {
        var (left, top, x, y): (CInt, CInt, Double, Double) = (0, 0, 0, 0)
        unsafe get_origin(surface, &left, &top)
        unsafe gtk_native_get_surface_transform(OpaquePointer(native), &x, &y)
        return CGPoint(x: Double(left) + x, y: Double(top) + y)
    }

    /// The center on the X server's screen; `nil` if a click there does not reach the widget.
    var placeOfClick: CGPoint? {
        guard let native = unsafe gtk_widget_get_native(self), let surface = unsafe gtk_native_get_surface(native)
        else { return nil }
        let parent = unsafe WidgetPointer(native)
        let (frame, corner) = unsafe (frame(in: parent), parent.corner(of: parent, surface))
        guard let picked = unsafe gtk_widget_pick(parent, frame.midX, frame.midY, GTK_PICK_DEFAULT),
            unsafe picked == self || gtk_widget_is_ancestor(picked, self) != 0
        else { return nil }
        return CGPoint(x: frame.midX + corner.x, y: frame.midY + corner.y)
    }

    var frameInWindow: CGRect {
        unsafe gtk_widget_get_root(self).map { unsafe frame(in: WidgetPointer($0)) } ?? .zero
    }

    private func frame(in ancestor: WidgetPointer) -> CGRect {
        var bounds = graphene_rect_t()
        guard unsafe gtk_widget_compute_bounds(self, ancestor, &bounds) != 0 else { return .zero }
        return CGRect(
            x: Double(bounds.origin.x),
            y: Double(bounds.origin.y),
            width: Double(bounds.size.width),
            height: Double(bounds.size.height)
        )
    }
}

/// Creates a scrolled window around a content, with a viewport.
func scrolled(_ content: WidgetPointer, policy: GtkPolicyType = GTK_POLICY_AUTOMATIC) -> WidgetPointer {
    let scrolled = unsafe gtk_scrolled_window_new()!
    unsafe gtk_scrolled_window_set_policy(OpaquePointer(scrolled), GTK_POLICY_NEVER, policy)
    unsafe gtk_scrolled_window_set_child(OpaquePointer(scrolled), content)
    unsafe gtk_widget_set_vexpand(scrolled, 1)
    return unsafe scrolled
}

/// Creates a column of widgets.
func column(_ widgets: [WidgetPointer], spacing: CInt = 40) -> WidgetPointer {
    let box = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, spacing)!
    unsafe widgets.forEach { unsafe gtk_box_append(box.as(), $0) }
    return unsafe box
}

/// Emits a signal without arguments.
func emit(_ signal: String, from widget: WidgetPointer, _ type: GType) {
    var (instance, result) = (GValue(), GValue())
    unsafe g_value_init(&instance, type)
    unsafe g_value_set_object(&instance, widget)
    unsafe g_signal_emitv(&instance, g_signal_lookup(signal, type), 0, &result)
    unsafe g_value_unset(&instance)
}

func entries(_ count: Int) -> [WidgetPointer] { unsafe (0..<count).map { _ in unsafe gtk_entry_new() } }

func value(_ scrolled: WidgetPointer) -> Double {
    unsafe gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled)))
}

func policy(_ scrolled: WidgetPointer) -> GtkPolicyType {
    var (horizontal, vertical) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    unsafe gtk_scrolled_window_get_policy(OpaquePointer(scrolled), &horizontal, &vertical)
    return vertical
}
