import Foundation

/// A kiosk with the compositor cage, which shows one app and has no keyboard.
///
/// The app draws its keyboard. cage offers no virtual pointer, so the drive runs cage in a window of a headless X
/// server.
final class KioskScreen: Screen {
    let children: Children
    let scale = 1.0
    private let display: String

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
        children.environment["WAYLAND_DISPLAY"] = socket
        children.environment["GDK_BACKEND"] = "wayland"
    }

    func picture() throws -> Picture {
        let file = children.folder.appending(path: "screen.png")
        try children.run("grim", file.path)
        return try Picture(contentsOf: file)
    }

    /// The frame of the drawn keyboard: the rows of pixels that begin with the background color of the keyboard.
    func keyboardFrame() throws -> CGRect? {
        let picture = try picture()
        let ground = picture[1, picture.height - 1]
        guard !Checks.isApp(ground) else { return nil }
        let rows = (0..<picture.height).reversed().prefix { picture[1, $0].distance(to: ground) < 3 }.count
        return CGRect(x: 0, y: picture.height - rows, width: picture.width, height: rows)
    }

    func click(_ point: CGPoint) throws {
        try drive(["mousemove", "\(Int(point.x))", "\(Int(point.y))", "click", "1"])
    }

    func type(_ text: String) throws {
        try drive(["type", "--delay", "15", text])
    }

    func press(_ key: String) throws {
        try drive(["key", key])
    }

    private func drive(_ actions: [String]) throws {
        try children.run(["env", "DISPLAY=\(display)", "xdotool"] + actions)
    }

    func closeWindow() throws {
        throw Failure("cage has no key that closes a window")
    }

    func killKeyboard() {}
}
