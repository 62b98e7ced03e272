import Foundation

/// A kiosk with the compositor cage or sway, which shows one app and has no on-screen keyboard.
///
/// The app draws its keyboard. cage offers no virtual pointer, so the drive runs the compositor in a window of a
/// headless X server.
final class KioskScreen: ScreenOnX {
    enum Compositor: String {
        case cage, sway
    }

    let children: Children
    let scale = 1.0
    let display: String
    /// The socket that turns the pointer into a touch screen; `nil` if the app gets the pointer and a keyboard.
    private let touch: TouchProxy?

    init(_ compositor: Compositor = .cage, isTouch: Bool) throws {
        children = try Children()
        // cage 0.1.4 and sway 1.7 have an old version of `xdg_popup`, so GTK prints a warning when a popover moves.
        children.harmlessWarning = "Compositor doesn't support moving popups"
        try children.startBus()
        // The screen of the X server is as large as the compositor's window, which is at the origin of this screen.
        let server = ["Xvfb", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset", "-displayfd", "1"]
        display = try ":" + children.startAndRead(server)
        var command: [String]
        switch compositor {
        case .cage:
            // cage ends when its first client ends. This script is the first client, and ends after cage was killed.
            let script = "echo $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY; while [ -e /proc/$PPID/exe ]; do sleep 0.2; done"
            command = ["cage", "-d", "--", "sh", "-c", script]
        case .sway:
            let configuration = """
                xwayland disable
                default_border none
                output X11-1 resolution 1024x768
                exec sh -c 'echo $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY'

                """
            let file = children.folder.appending(path: "sway.conf")
            try configuration.write(to: file, atomically: true, encoding: .utf8)
            command = ["sway", "-c", file.path]
        }
        let variables = ["DISPLAY": display, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"]
        let socket = try children.startUnprivileged(command, variables: variables)
        let path = children.folder.appending(path: "run/touch").path
        touch = isTouch ? try TouchProxy(at: path, to: socket) : nil
        children.environment["WAYLAND_DISPLAY"] = isTouch ? path : socket
        children.environment["GDK_BACKEND"] = "wayland"
    }

    let letterKey = (letter: "d", place: CGPoint(x: 0.3, y: 0.375))

    func picture() throws -> Picture {
        try look()
    }

    /// The color between the keys of the drawn keyboard.
    private static let ground = Picture.Color(0xB6, 0xB6, 0xB5)

    /// The frame of the drawn keyboard, which is at the lower edge of the screen or inside a dialog.
    func keyboardFrame() throws -> CGRect? {
        if let frame = try keyboardAtEdge() { return frame }
        // The border of a popover also has this color.
        return try look().frames { $0 == Self.ground ? 0 : nil }[0].flatMap { $0.height > 100 ? $0 : nil }
    }

    func dismissKeyboard() throws -> Bool {
        guard let frame = try keyboardFrame() else { return false }
        let key = CGPoint(x: frame.minX + frame.width * 0.8, y: frame.minY + frame.height * 0.875)
        try drag([key], seconds: 0.1, times: 1)
        return true
    }

    func closeWindow() throws {
        throw Failure("cage has no key that closes a window")
    }

    func killKeyboard() {}
}
