import Foundation

/// A desktop on a headless X server, with an on-screen keyboard.
///
/// An X11 window manager runs with Onboard or xvkbd. KWin runs with its own keyboard. KWin is a Wayland compositor, and
/// draws its desktop in one window of the X server.
final class DesktopScreen: ScreenOnX {
    enum WindowManager: String {
        case openbox, metacity, mutter, xfwm4
        case kwin = "kwin_wayland"
    }

    enum Keyboard: String {
        case onboard, xvkbd
        case maliit = "maliit-keyboard"
        case plasma = "plasma-keyboard"
    }

    /// The keyboard that is installed for KWin.
    static var kwinKeyboard: Keyboard {
        FileManager.default.isExecutableFile(atPath: program(Keyboard.plasma.rawValue)) ? .plasma : .maliit
    }

    private static let xvkbdWindow = "xvkbd - Virtual Keyboard"

    private static func program(_ name: String) -> String { "/usr/bin/\(name)" }

    let children: Children
    let scale: Double
    private let windowManager: WindowManager
    private let keyboard: Keyboard

    /// Starts the X server, the window manager, and Onboard or the keyboard of KWin.
    ///
    /// An app cannot ask xvkbd to appear. ``showKeyboard()`` therefore starts xvkbd later.
    init(
        _ windowManager: WindowManager = .openbox,
        _ keyboard: Keyboard = .onboard,
        scale: Int = 1,
        theme: String? = nil
    ) throws {
        children = try Children()
        self.scale = Double(scale)
        (self.windowManager, self.keyboard) = (windowManager, keyboard)
        // On an X server without a compositor, GTK 4.24 assumes that a frame of a popover was submitted twice.
        let warning = "gdk_frame_timings_submitted() called on submitted frame"
        children.harmlessWarning = windowManager == .kwin ? nil : warning
        children.environment["GTK_THEME"] = theme
        if scale != 1 { children.environment["GDK_SCALE"] = "\(scale)" }
        try children.startBus()
        let size = "\(1_280 * scale)x\(800 * scale)x24"
        // Without `-noreset`, the server resets after its last client has disconnected. During a reset, the server
        // refuses the window manager.
        let server = ["Xvfb", "-screen", "0", size, "-nolisten", "tcp", "-noreset", "-displayfd", "1"]
        let number = try children.startAndRead(server)
        children.environment["DISPLAY"] = ":\(number)"
        try startWindowManager()
        guard keyboard == .onboard else { return }
        try set("auto-show", "enabled", "false")
        try children.run("gsettings", "set", "org.onboard", "start-minimized", "true")
        try startKeyboard(isDocked: true)
    }

    private func startWindowManager() throws {
        switch windowManager {
        case .openbox:
            _ = try children.startAndRead(["openbox", "--sm-disable", "--startup", "echo ready"])
        case .metacity, .mutter, .xfwm4:
            try children.start([windowManager.rawValue] + (windowManager == .mutter ? ["--x11"] : []))
            let property = "xprop -root _NET_SUPPORTING_WM_CHECK"
            try children.run("timeout", "20", "bash", "-c", "until \(property) | grep -q '#'; do sleep 0.02; done")
        case .kwin: try startKWin()
        }
    }

    /// Starts KWin, which starts its keyboard.
    private func startKWin() throws {
        // KWin's package gives a file capability to the program. Some containers refuse to execute such a file. The
        // drive therefore starts a copy without the capability.
        let name = WindowManager.kwin.rawValue
        let program = children.folder.appending(path: name).path
        try children.run("cp", "--no-preserve=all", Self.program(name), program)
        try children.run("chmod", "700", program)
        // KWin 6.7 needs this mode to show its keyboard after a click.
        let settings = children.folder.appending(path: "home/.config/kwinrc")
        try Data("[Wayland]\nVirtualKeyboardMode=2\n".utf8).write(to: settings)
        children.environment["WAYLAND_DISPLAY"] = "wayland-0"
        children.environment["GDK_BACKEND"] = "wayland"
        let options = [
            "--x11-display", children.environment["DISPLAY"] ?? "", "--width", "1280", "--height", "800",
            "--socket", "wayland-0", "--no-lockscreen", "--no-global-shortcuts",
            "--inputmethod", Self.program(keyboard.rawValue),
        ]
        // Without the first variable, KWin before 6.7 shows its keyboard only after a touch. Without the other
        // variables, KWin and the keyboard need a graphics card.
        let variables = ["KWIN_IM_SHOW_ALWAYS": "1", "KWIN_COMPOSE": "Q", "QT_QUICK_BACKEND": "software"]
        try children.start([program] + options, variables: variables)
        try children.run("gdbus", "wait", "--session", "--timeout", "30", "org.kde.KWin")
    }

    /// Starts Onboard, which is hidden at first.
    func startKeyboard(isDocked: Bool) throws {
        try set("window", "docking-enabled", "\(isDocked)")
        try children.start(["onboard"])
        try children.run("gdbus", "wait", "--session", "--timeout", "30", "org.onboard.Onboard")
    }

    private func set(_ group: String, _ key: String, _ value: String) throws {
        try children.run("gsettings", "set", "org.onboard.\(group)", key, value)
    }

    func picture() throws -> Picture {
        // While the pointer is over a button, the button has another color.
        try children.run("xdotool", "mousemove", "2", "2", "sleep", "0.3")
        return try look()
    }

    var display: String { children.environment["DISPLAY"] ?? "" }

    var letterKey: (letter: String, place: CGPoint) {
        switch keyboard {
        case .onboard: ("d", CGPoint(x: 0.2656, y: 0.5))
        case .xvkbd: ("d", CGPoint(x: 0.2257, y: 0.585))
        case .maliit, .plasma: ("d", CGPoint(x: 0.3, y: 0.385))
        }
    }

    func keyboardFrame() throws -> CGRect? {
        switch keyboard {
        case .onboard: return try windowFrame("Onboard")
        case .xvkbd: return try contentFrame(Self.xvkbdWindow)
        // KWin does not report frames to other programs. Without a wallpaper, its desktop is black.
        case .maliit, .plasma: return try keyboardAtEdge { !Checks.isApp($0) && $0 != Picture.Color(0, 0, 0) }
        }
    }

    /// The frame of a window in points; `nil` if no window of this name is visible.
    func windowFrame(_ name: String) throws -> CGRect? {
        let script = "xdotool search --onlyvisible --name '^\(name)$' getwindowgeometry --shell 2>/dev/null || true"
        var values: [Substring: Double] = [:]
        for line in try children.run("bash", "-c", script).split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { values[parts[0]] = Double(parts[1]) }
        }
        guard let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"]
        else {
            return nil
        }
        return CGRect(x: x / scale, y: y / scale, width: width / scale, height: height / scale)
    }

    /// The frame of a window without its decoration; `nil` if no window of this name is visible.
    private func contentFrame(_ name: String) throws -> CGRect? {
        // xdotool adds the decoration to the position.
        let answer = try children.run("bash", "-c", "xwininfo -name '\(name)' 2>/dev/null || true")
        var values: [Substring: Double] = [:]
        for line in answer.split(separator: "\n") {
            let parts = line.drop { $0 == " " }.split(separator: ":")
            if parts.count == 2 { values[parts[0]] = Double(parts[1].drop { $0 == " " }) }
        }
        guard answer.contains("IsViewable"), let x = values["Absolute upper-left X"],
            let y = values["Absolute upper-left Y"], let width = values["Width"], let height = values["Height"]
        else {
            return nil
        }
        return CGRect(x: x, y: y, width: width, height: height)
    }

    var resizes: [() throws -> Void] {
        switch windowManager {
        case .openbox, .xfwm4: [{ try self.toggleMaximized(at: 640) }]
        // A client of KWin does not know the position of its unmaximized window. The keyboard can therefore cover the
        // last field.
        case .kwin: [{ for x in [640.0, 300] { try self.toggleMaximized(at: x) } }]
        case .metacity, .mutter:
            [CGSize(width: 800, height: 400), CGSize(width: 500, height: 650)].map { size in
                { try self.resizeWindow("form", to: size) }
            }
        }
    }

    /// Double-clicks on the title bar.
    private func toggleMaximized(at x: CGFloat) throws {
        func isMaximized() throws -> Bool { try Checks.isApp(look()[1_275, 300]) }
        let wasMaximized = try isMaximized()
        try drag([CGPoint(x: x, y: 8)], seconds: 0.05, times: 2)
        let end = Date.now + 10
        while try isMaximized() == wasMaximized {
            guard Date.now < end else { throw Failure("a double click at the top changes no window") }
        }
    }

    func moveWindow(_ name: String, to point: CGPoint) throws {
        let place = "\(Int(point.x * scale)) \(Int(point.y * scale))"
        try children.run("bash", "-c", "xdotool search --onlyvisible --name '^\(name)$' windowmove \(place)")
    }

    private func resizeWindow(_ name: String, to size: CGSize) throws {
        let size = "\(Int(size.width * scale)) \(Int(size.height * scale))"
        try children.run("bash", "-c", "xdotool search --onlyvisible --name '^\(name)$' windowsize --sync \(size)")
    }

    func closeWindow() throws {
        try press("alt+F4")
    }

    func dismissKeyboard() throws -> Bool {
        switch keyboard {
        case .onboard:
            let interface = "org.onboard.Onboard.Keyboard"
            try call("org.onboard.Onboard", "/org/onboard/Onboard/Keyboard", "\(interface).Hide")
        case .xvkbd: return false
        case .maliit, .plasma:
            let interface = "org.kde.kwin.VirtualKeyboard"
            let method = "org.freedesktop.DBus.Properties.Set"
            try call("org.kde.KWin", "/VirtualKeyboard", method, interface, "active", "<false>")
        }
        return true
    }

    func killKeyboard() {
        children.kill(keyboard.rawValue)
    }

    func showKeyboard() throws -> Bool {
        guard keyboard == .xvkbd else { return false }
        try children.start(["xvkbd", "-xrm", "*input: False", "-geometry", "+280+587"])
        // A title bar could cover a field, because the keyboard's frame does not include it. metacity draws no title
        // bar for a dock.
        let change = "xprop -name '\(Self.xvkbdWindow)' -f _NET_WM_WINDOW_TYPE 32a"
        let script = "until \(change) -set _NET_WM_WINDOW_TYPE _NET_WM_WINDOW_TYPE_DOCK; do sleep 0.1; done"
        try children.run("timeout", "20", "bash", "-c", script)
        return true
    }
}
