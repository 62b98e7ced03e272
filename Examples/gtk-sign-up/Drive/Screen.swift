import Foundation

/// A private desktop with an on-screen keyboard.
protocol Screen: AnyObject {
    var children: Children { get }
    /// The number of pixels in a point.
    var scale: Double { get }
    func picture() throws -> Picture
    /// The frame of the keyboard's window in points; `nil` if it is hidden.
    func keyboardFrame() throws -> CGRect?
    /// Clicks at a position, in points.
    func click(_ point: CGPoint) throws
    func type(_ text: String) throws
    /// Presses a key that has a name in X11, such as `Return`.
    func press(_ key: String) throws
    /// Closes the window that has the focus, as the window manager does.
    func closeWindow() throws
    func killKeyboard()
}

/// A desktop with X11, openbox and Onboard.
final class OnboardScreen: Screen {
    let children: Children
    let scale: Double

    init(scale: Int = 1, theme: String? = nil) throws {
        children = try Children()
        self.scale = Double(scale)
        children.environment["GTK_THEME"] = theme
        if scale != 1 { children.environment["GDK_SCALE"] = "\(scale)" }
        try children.startBus()
        let size = "\(1_280 * scale)x\(800 * scale)x24"
        let number = try children.startAndRead(["Xvfb", "-screen", "0", size, "-nolisten", "tcp", "-displayfd", "1"])
        children.environment["DISPLAY"] = ":\(number)"
        _ = try children.startAndRead(["openbox", "--sm-disable", "--startup", "echo ready"])
        try set("auto-show", "enabled", "false")
        try children.run("gsettings", "set", "org.onboard", "start-minimized", "true")
        try startKeyboard(isDocked: true)
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
        return try Picture(ofDisplay: children.environment["DISPLAY"] ?? "")
    }

    func keyboardFrame() throws -> CGRect? {
        try windowFrame("Onboard")
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

    func moveWindow(_ name: String, to point: CGPoint) throws {
        let place = "\(Int(point.x * scale)) \(Int(point.y * scale))"
        try children.run("bash", "-c", "xdotool search --onlyvisible --name '^\(name)$' windowmove \(place)")
    }

    func click(_ point: CGPoint) throws {
        try children.run("xdotool", "mousemove", "\(Int(point.x * scale))", "\(Int(point.y * scale))", "click", "1")
    }

    /// Turns the wheel by one notch.
    func scrollDown(at point: CGPoint) throws {
        try children.run("xdotool", "mousemove", "\(Int(point.x * scale))", "\(Int(point.y * scale))", "click", "5")
    }

    func type(_ text: String) throws {
        try children.run("xdotool", "type", "--delay", "15", text)
    }

    func press(_ key: String) throws {
        try children.run("xdotool", "key", key)
    }

    func closeWindow() throws {
        try press("alt+F4")
    }

    func killKeyboard() {
        children.kill("onboard")
    }
}
