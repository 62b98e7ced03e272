import Foundation

/// A phone with Wayland and squeekboard, under sway without a screen.
final class SqueekboardScreen: Screen {
    /// The user that runs sway, because sway refuses to run as root.
    private static let unprivilegedUser = 65_534

    let children: Children
    let scale: Double
    /// The size of the screen in points.
    let size: CGSize
    private var input: RemoteInput?

    /// Starts sway and squeekboard.
    ///
    /// `setting` is a line of sway's configuration, such as `gaps outer 8`.
    init(size: CGSize = CGSize(width: 720, height: 1_440), scale: Double = 1, setting: String = "") throws {
        children = try Children()
        (self.size, self.scale) = (size, scale)
        children.environment["GDK_BACKEND"] = "wayland"
        do {
            try children.startBus()
            try startCompositor(setting)
            input = try RemoteInput(on: children, screen: size)
            try startKeyboard()
        } catch {
            children.stop()
            throw error
        }
    }

    private func startCompositor(_ setting: String) throws {
        // The name of the socket is absolute, because the clients have another folder for their sockets.
        let configuration = """
            xwayland disable
            default_border none
            default_floating_border normal
            seat * hide_cursor 100
            output HEADLESS-1 resolution \(Int(size.width * scale))x\(Int(size.height * scale)) scale \(scale)
            \(setting)
            exec sh -c 'echo $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY $SWAYSOCK'

            """
        let file = children.folder.appending(path: "sway.conf")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        let runtime = try children.folder("sway")
        var command = ["sway", "-c", file.path]
        if geteuid() == 0 {
            let user = Self.unprivilegedUser
            command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + command
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o711], ofItemAtPath: children.folder.path)
            try manager.setAttributes([.ownerAccountID: user, .groupOwnerAccountID: user], ofItemAtPath: runtime.path)
        }
        let variables = [
            "XDG_RUNTIME_DIR": runtime.path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1",
        ]
        let sockets = try children.startAndRead(command, variables: variables).split(separator: " ").map(String.init)
        guard sockets.count == 2 else { throw Failure("sway has no sockets; its log is in \(children.folder.path)") }
        children.environment["WAYLAND_DISPLAY"] = sockets[0]
        children.environment["SWAYSOCK"] = sockets[1]
    }

    /// Starts squeekboard, which is shown while a text field has the focus.
    func startKeyboard() throws {
        let setting = "org.gnome.desktop.a11y.applications"
        try children.run("gsettings", "set", setting, "screen-keyboard-enabled", "true")
        try children.start(["squeekboard"])
        try children.run("gdbus", "wait", "--session", "--timeout", "20", "sm.puri.OSK0")
    }

    func picture() throws -> Picture {
        let file = children.folder.appending(path: "screen.png")
        try children.run("grim", file.path)
        return try Picture(contentsOf: file)
    }

    /// The frame of the keyboard: the strip below the area that sway leaves to windows.
    func keyboardFrame() throws -> CGRect? {
        struct Workspace: Decodable { var rect: Rectangle }
        let answer = try children.run("swaymsg", "--raw", "--type", "get_workspaces")
        guard let area = try JSONDecoder().decode([Workspace].self, from: Data(answer.utf8)).first?.rect.frame else {
            throw Failure("sway has no workspace")
        }
        guard area.maxY < size.height else { return nil }
        return CGRect(x: 0, y: area.maxY, width: size.width, height: size.height - area.maxY)
    }

    /// Returns the position of a window's content in points; `nil` if no window has this title.
    func windowOrigin(_ name: String) throws -> CGPoint? {
        struct Node: Decodable {
            var name: String?
            var rect: Rectangle
            /// The position of the content in `rect`.
            var window_rect: Rectangle
            var nodes: [Node], floating_nodes: [Node]

            func first(_ title: String) -> Node? {
                if name == title { return self }
                return (nodes + floating_nodes).lazy.compactMap { $0.first(title) }.first
            }
        }
        let answer = try children.run("swaymsg", "--raw", "--type", "get_tree")
        guard let node = try JSONDecoder().decode(Node.self, from: Data(answer.utf8)).first(name) else { return nil }
        return CGPoint(x: node.rect.x + node.window_rect.x, y: node.rect.y + node.window_rect.y)
    }

    private struct Rectangle: Decodable {
        var x: Double, y: Double, width: Double, height: Double

        var frame: CGRect { CGRect(x: x, y: y, width: width, height: height) }
    }

    func click(_ point: CGPoint) throws {
        try input?.click(point)
    }

    func type(_ text: String) throws {
        try input?.type(text)
    }

    func press(_ key: String) throws {
        try input?.press(key)
    }

    func closeWindow() throws {
        try children.run("swaymsg", "kill")
    }

    func killKeyboard() {
        children.kill("squeekboard")
    }
}
