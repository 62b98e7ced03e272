import CGTKChecks
import Foundation

/// The pixels of a window, as GTK draws the window.
@safe
final class Picture {
    private let texture: OpaquePointer
    private let width: Int
    /// The width of the border that the theme draws around a window.
    private let border: Int
    private var bytes: [UInt8]

    init?(of window: WidgetPointer) {
        let paintable = unsafe gtk_widget_paintable_new(window)
        defer { unsafe g_object_unref(gpointer(paintable)) }
        let snapshot = unsafe gtk_snapshot_new()
        let (width, height) = unsafe (
            gdk_paintable_get_intrinsic_width(paintable), gdk_paintable_get_intrinsic_height(paintable)
        )
        border = unsafe Int(width - gtk_widget_get_width(window)) / 2
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

    private func start(of point: CGPoint) -> Int { ((Int(point.y) + border) * width + Int(point.x) + border) * 4 }

    /// Returns the brightness of a pixel, from 0 to 255.
    func brightness(at point: CGPoint) -> Int {
        let start = start(of: point)
        guard bytes.indices.contains(start + 3) else { return 0 }
        return bytes[start..<start + 3].reduce(0) { $0 + Int($1) } / 3
    }

    func brightnesses(in frame: CGRect) -> [Int] {
        (Int(frame.minY)..<Int(frame.maxY)).flatMap { y in
            (Int(frame.minX)..<Int(frame.maxX)).map { brightness(at: CGPoint(x: $0, y: y)) }
        }
    }

    /// Returns the relative luminance of a pixel, as WCAG defines it.
    func luminance(at point: CGPoint) -> Double {
        let start = start(of: point)
        guard bytes.indices.contains(start + 3) else { return 0 }
        // The bytes of a pixel are blue, green, red and alpha.
        return zip(bytes[start..<start + 3], [0.0722, 0.7152, 0.2126]).reduce(0) { sum, part in
            let value = Double(part.0) / 255
            return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        }
    }

    func luminances(in frame: CGRect) -> [Double] {
        (Int(frame.minY)..<Int(frame.maxY)).flatMap { y in
            (Int(frame.minX)..<Int(frame.maxX)).map { luminance(at: CGPoint(x: $0, y: y)) }
        }
    }

    /// Saves the picture in the folder `GTK_CHECKS_PICTURES` of the environment, if there is one.
    func save(_ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["GTK_CHECKS_PICTURES"] else { return }
        unsafe gdk_texture_save_to_png(texture, "\(folder)/\(name).png")
    }
}

/// The pointer and the keys of the X server.
enum Input {
    /// Moves the pointer to a point of the screen.
    static func move(x: CInt, y: CInt) {
        typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, CUnsignedLong) -> CInt
        // Safe: this is the type that the library declares.
        unsafe send("XTestFakeMotionEvent") { unsafe _ = unsafeBitCast($0, to: Move.self)($1, -1, x, y, 0) }
    }

    static func button(_ number: CUnsignedInt = 1, isPressed: Bool) { press("XTestFakeButtonEvent", number, isPressed) }

    /// Moves the pointer to a point of the screen, and clicks.
    static func click(x: CInt, y: CInt) {
        move(x: x, y: y)
        for isPressed in [true, false] { button(isPressed: isPressed) }
    }

    /// Presses keys together, and releases them.
    ///
    /// The shift key, which is the default, changes no text and moves no focus.
    static func pressKey(_ symbols: CInt...) {
        guard let display = unsafe default_x_display() else { return }
        let keys = (symbols.isEmpty ? [XK_Shift_L] : symbols).map {
            unsafe CUnsignedInt(XKeysymToKeycode(display, KeySym($0)))
        }
        for key in keys { press("XTestFakeKeyEvent", key, true) }
        for key in keys.reversed() { press("XTestFakeKeyEvent", key, false) }
    }

    private static func press(_ name: String, _ number: CUnsignedInt, _ isPressed: Bool) {
        typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, CUnsignedLong) -> CInt
        // Safe: this is the type that the library declares.
        unsafe send(name) { unsafe _ = unsafeBitCast($0, to: Press.self)($1, number, isPressed ? 1 : 0, 0) }
    }

    private static func send(_ name: String, _ call: (UnsafeMutableRawPointer, OpaquePointer) -> Void) {
        guard let library = unsafe dlopen("libXtst.so.6", RTLD_NOW), let function = unsafe dlsym(library, name),
            let display = unsafe default_x_display()
        else { return Check.that(false, "libXtst.so.6 can be loaded") }
        unsafe call(function, display)
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
