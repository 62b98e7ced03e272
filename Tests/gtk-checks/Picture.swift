import CGTKChecks
import Foundation

/// The pixels of a window, as GTK draws the window.
@safe
final class Picture {
    private let texture: OpaquePointer
    private let width: Int
    private var bytes: [UInt8]

    init?(of window: WidgetPointer) {
        let paintable = unsafe gtk_widget_paintable_new(window)
        defer { unsafe g_object_unref(gpointer(paintable)) }
        let snapshot = unsafe gtk_snapshot_new()
        let (width, height) = unsafe (gtk_widget_get_width(window), gtk_widget_get_height(window))
        unsafe gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = unsafe gtk_snapshot_free_to_node(snapshot),
            let renderer = unsafe gtk_native_get_renderer(OpaquePointer(window)),
            let texture = unsafe gsk_renderer_render_texture(renderer, node, nil)
        else { return nil }
        unsafe gsk_render_node_unref(node)
        unsafe self.texture = unsafe texture
        self.width = unsafe Int(gdk_texture_get_width(texture))
        bytes = unsafe Array(repeating: 0, count: self.width * Int(gdk_texture_get_height(texture)) * 4)
        unsafe gdk_texture_download(texture, &bytes, gsize(self.width * 4))
    }

    isolated deinit { unsafe g_object_unref(gpointer(texture)) }

    /// Returns the brightness of a pixel, from 0 to 255.
    func brightness(at point: CGPoint) -> Int {
        let start = (Int(point.y) * width + Int(point.x)) * 4
        guard bytes.indices.contains(start + 3) else { return 0 }
        return bytes[start..<start + 3].reduce(0) { $0 + Int($1) } / 3
    }

    func brightnesses(in frame: CGRect) -> [Int] {
        (Int(frame.minY)..<Int(frame.maxY)).flatMap { y in
            (Int(frame.minX)..<Int(frame.maxX)).map { brightness(at: CGPoint(x: $0, y: y)) }
        }
    }

    /// Saves the picture in the folder `GTK_CHECKS_PICTURES` of the environment, if there is one.
    func save(_ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["GTK_CHECKS_PICTURES"] else { return }
        unsafe gdk_texture_save_to_png(texture, "\(folder)/\(name).png")
    }
}

/// The pointer of the X server.
enum Pointer {
    static func move(to point: CGPoint) {
        // Safe: this is the type that the library declares.
        typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, CUnsignedLong) -> CInt
        unsafe perform("XTestFakeMotionEvent") { display, function in
            _ = unsafe unsafeBitCast(function, to: Move.self)(display, -1, CInt(point.x), CInt(point.y), 0)
        }
    }

    static func setPressed(_ isPressed: Bool, button: CUnsignedInt = 1) {
        typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, CUnsignedLong) -> CInt
        unsafe perform("XTestFakeButtonEvent") { display, function in
            _ = unsafe unsafeBitCast(function, to: Press.self)(display, button, isPressed ? 1 : 0, 0)
        }
    }

    static func click(at point: CGPoint) {
        move(to: point)
        for isPressed in [true, false] { setPressed(isPressed) }
    }

    /// Turns the wheel by one notch.
    static func turnWheel(up: Bool) { for isPressed in [true, false] { setPressed(isPressed, button: up ? 4 : 5) } }

    /// Presses the shift key, because this key changes no text and moves no focus.
    static func pressKey() {
        typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, CUnsignedLong) -> CInt
        unsafe perform("XTestFakeKeyEvent") { display, function in
            let key = unsafe CUnsignedInt(XKeysymToKeycode(display, KeySym(XK_Shift_L)))
            for isPressed in [1, 0] as [CInt] {
                _ = unsafe unsafeBitCast(function, to: Press.self)(display, key, isPressed, 0)
            }
        }
    }

    private static func perform(_ name: String, _ body: (OpaquePointer, UnsafeMutableRawPointer) -> Void) {
        guard let library = unsafe dlopen("libXtst.so.6", RTLD_NOW), let function = unsafe dlsym(library, name),
            let display = unsafe default_x_display()
        else { return Check.that(false, "libXtst.so.6 can be loaded") }
        unsafe body(display, function)
        unsafe XFlush(display)
    }
}

/// Counts the changes of properties of widgets.
@safe
final class ChangeCount {
    private(set) var count = 0
    private var handlers: [(WidgetPointer, gulong)] = unsafe []

    init(of widgets: [WidgetPointer]) {
        unsafe widgets.forEach { widget in
            let callback: @convention(c) (gpointer, gpointer, gpointer) -> Void = { _, _, data in
                unsafe Unmanaged<ChangeCount>.fromOpaque(data).takeUnretainedValue().count += 1
            }
            // Safe: `deinit` disconnects the handler.
            let data = unsafe Unmanaged.passUnretained(self).toOpaque()
            let handler = unsafe g_signal_connect_data(
                widget,
                "notify",
                unsafeBitCast(callback, to: GCallback.self),
                data,
                nil,
                GConnectFlags(rawValue: 0)
            )
            unsafe handlers.append((widget, handler))
        }
    }

    isolated deinit { unsafe handlers.forEach { unsafe g_signal_handler_disconnect($0, $1) } }
}
