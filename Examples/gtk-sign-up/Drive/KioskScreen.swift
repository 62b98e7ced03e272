import Foundation

/// A kiosk with the compositor cage, which shows one app and has no keyboard.
///
/// The app draws its keyboard. cage offers no virtual pointer, so the drive runs cage in a window of a headless X
/// server.
final class KioskScreen: ScreenOnX {
    let children: Children
    let scale = 1.0
    let display: String
    /// The socket that turns the pointer into a touch screen.
    private let touch: TouchProxy

    init() throws {
        children = try Children()
        try children.startBus()
        // The screen of the X server is as large as cage's window. The window is at the origin of this screen.
        let server = ["Xvfb", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset", "-displayfd", "1"]
        display = try ":" + children.startAndRead(server)
        // cage ends when its first client ends. This script is the first client, and ends after cage was killed.
        let script = "echo $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY; while [ -e /proc/$PPID/exe ]; do sleep 0.2; done"
        let socket = try children.startUnprivileged(
            ["cage", "-d", "--", "sh", "-c", script],
            variables: ["DISPLAY": display, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"]
        )
        touch = try TouchProxy(at: children.folder.appending(path: "run/touch").path, to: socket)
        children.environment["WAYLAND_DISPLAY"] = touch.path
        children.environment["GDK_BACKEND"] = "wayland"
    }

    let letterKey = (letter: "d", place: CGPoint(x: 0.3, y: 0.375))

    func picture() throws -> Picture {
        try look()
    }

    /// The ground between the keys of the drawn keyboard.
    private static let ground = Picture.Color(0xB6, 0xB6, 0xB5)

    /// The frame of the drawn keyboard, which is at the lower edge of the screen or inside a dialog.
    func keyboardFrame() throws -> CGRect? {
        if let frame = try keyboardAtEdge(besides: []) { return frame }
        // The border of a popover also has this color.
        return try look().frames { $0 == Self.ground ? 0 : nil }[0].flatMap { $0.height > 100 ? $0 : nil }
    }

    func closeWindow() throws {
        throw Failure("cage has no key that closes a window")
    }

    func killKeyboard() {}
}
