import Foundation

/// A phone or a desktop with a headless Wayland compositor and an on-screen keyboard.
final class PhoneScreen: Screen {
    enum Compositor: String {
        case sway, phoc, phosh, labwc
    }

    enum Keyboard: String {
        case squeekboard, onboard
        case stub = "phosh-osk-stub"
        case stevia = "phosh-osk-stevia"
        case wvkbd = "wvkbd-mobintl"
    }

    /// The installed keyboard of phosh: stevia or phosh-osk-stub.
    static var phoshKeyboard: Keyboard {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(Keyboard.stevia.rawValue)") ? .stevia : .stub
    }

    let children: Children
    let scale: Double
    /// The size of the screen in points.
    private(set) var size: CGSize
    private let compositor: Compositor
    private let keyboard: Keyboard
    /// The virtual pointer for phoc, which has no seat without an input device.
    private var pointer: VirtualPointer?
    private var input: RemoteInput?

    /// Starts the compositor and the keyboard.
    ///
    /// `setting` is a line of sway's configuration, such as `gaps outer 8`.
    init(
        _ compositor: Compositor = .sway,
        _ keyboard: Keyboard = .squeekboard,
        size: CGSize = CGSize(width: 720, height: 1_440),
        scale: Double = 1,
        setting: String = ""
    ) throws {
        children = try Children()
        (self.compositor, self.keyboard) = (compositor, keyboard)
        (self.size, self.scale) = (size, scale)
        children.environment["GDK_BACKEND"] = "wayland"
        try children.startBus()
        switch compositor {
        case .sway: try startSway(setting)
        case .phoc: try startPhoc()
        case .phosh:
            try startPhoc()
            try children.start(["/usr/libexec/phosh", "--unlocked"])
            // No event reports when the shell has covered the screen.
            try children.run("sleep", "8")
        case .labwc: try startLabwc()
        }
        input = try RemoteInput(on: children, screen: self.size)
        try startKeyboard()
    }

    private static let withoutDevices = [
        "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
    ]

    private func startPhoc() throws {
        let configuration = """
            [core]
            xwayland=false
            [output:HEADLESS-1]
            mode = \(Int(size.width * scale))x\(Int(size.height * scale))
            scale = \(scale)

            """
        let file = children.folder.appending(path: "phoc.ini")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        // The line is "Running compositor on wayland display 'wayland-0'".
        let line = try children.startAndRead(["phoc", "-C", file.path], variables: Self.withoutDevices)
        let socket = children.folder.appending(path: "run/\(line.split(separator: "'").last ?? "")").path
        children.environment["WAYLAND_DISPLAY"] = socket
        pointer = try VirtualPointer(at: socket)
    }

    /// Starts labwc, whose headless output always has the same size.
    private func startLabwc() throws {
        size = CGSize(width: 1_280, height: 720)
        let print = "sh -c 'echo $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY'"
        let variables = Self.withoutDevices.merging(["WLR_HEADLESS_OUTPUTS": "1"]) { $1 }
        children.environment["WAYLAND_DISPLAY"] = try children.startAndRead(
            ["labwc", "--startup", print],
            variables: variables
        )
    }

    private func startSway(_ setting: String) throws {
        // The path of the socket is absolute, because sway and the clients use different values of `XDG_RUNTIME_DIR`.
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
        let line = try children.startUnprivileged(["sway", "-c", file.path], variables: Self.withoutDevices)
        let sockets = line.split(separator: " ").map(String.init)
        guard sockets.count == 2 else { throw Failure("sway has no sockets; its log is in \(children.folder.path)") }
        children.environment["WAYLAND_DISPLAY"] = sockets[0]
        children.environment["SWAYSOCK"] = sockets[1]
    }

    /// Starts the keyboard.
    ///
    /// The keyboards of phones are shown while a text field has the focus.
    func startKeyboard() throws {
        switch keyboard {
        case .squeekboard, .stub, .stevia:
            let setting = "org.gnome.desktop.a11y.applications"
            try children.run("gsettings", "set", setting, "screen-keyboard-enabled", "true")
            try children.start([keyboard.rawValue])
            try children.run("gdbus", "wait", "--session", "--timeout", "20", "sm.puri.OSK0")
            // If the keyboard appears immediately after its start, stevia may draw nothing, and phosh-osk-stub may send
            // a backspace of its own.
            if keyboard != .squeekboard { try children.run("sleep", "3") }
        case .wvkbd: try children.start([keyboard.rawValue, "--hidden"])
        case .onboard:
            try children.run("gsettings", "set", "org.onboard.window", "docking-enabled", "true")
            try children.start([keyboard.rawValue])
            try children.run("gdbus", "wait", "--session", "--timeout", "30", "org.onboard.Onboard")
        }
    }

    var letterKey: (letter: String, place: CGPoint) {
        switch keyboard {
        // The key is in the middle of the wide and of the narrow layout.
        case .squeekboard, .stub, .stevia: ("g", CGPoint(x: 0.5, y: 0.373))
        case .wvkbd: ("g", CGPoint(x: 0.5, y: 0.5))
        case .onboard: ("d", CGPoint(x: 0.2656, y: 0.5))
        }
    }

    /// On Wayland, Onboard types through a device of the kernel, which a container does not have.
    var canTypeByKeyboard: Bool { keyboard != .onboard }

    func look() throws -> Picture {
        try picture()
    }

    func picture() throws -> Picture {
        let file = children.folder.appending(path: "screen.png")
        // Without compression, grim and the drive need less time.
        try children.run("grim", "-l", "0", file.path)
        return try Picture(contentsOf: file)
    }

    /// The frame of the keyboard: the strip below the area that the compositor leaves to windows.
    func keyboardFrame() throws -> CGRect? {
        // phoc does not report the area that it leaves to windows.
        // At the lower edge, phosh has a bar of 15 points.
        guard compositor == .sway else { return try keyboardAtEdge(above: compositor == .phosh ? 15 : 0) }
        let end = try swayAreaEnd()
        guard end < size.height else { return nil }
        return CGRect(x: 0, y: end, width: size.width, height: size.height - end)
    }

    /// The lower end of the area that sway leaves to windows.
    private func swayAreaEnd() throws -> Double {
        struct Workspace: Decodable { var rect: Rectangle }
        let answer = try children.run("swaymsg", "--raw", "--type", "get_workspaces")
        guard let area = try JSONDecoder().decode([Workspace].self, from: Data(answer.utf8)).first?.rect.frame else {
            throw Failure("sway has no workspace")
        }
        return area.maxY
    }

    /// Returns the position of a window's content in points; `nil` if no window has this title.
    func windowOrigin(_ name: String) throws -> CGPoint? {
        struct Node: Decodable {
            var name: String?
            var rect: Rectangle
            /// The rectangle of the content, relative to the origin of `rect`.
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

    func drag(_ points: [CGPoint], seconds: Double, times: Int) throws {
        for _ in 0..<times { try input?.drag(points, seconds: seconds) }
    }

    func turnWheel(_ notches: Int, at point: CGPoint) throws {
        try input?.turnWheel(notches, at: point)
    }

    /// Turns the screen, such as by `90` or to `normal`.
    func turn(_ transform: String) throws {
        try children.run("swaymsg", "output", "HEADLESS-1", "transform", transform)
        let (short, long) = (min(size.width, size.height), max(size.width, size.height))
        let isUpright = ["normal", "180"].contains(transform)
        size = CGSize(width: isUpright ? short : long, height: isUpright ? long : short)
    }

    var resizes: [() throws -> Void] {
        guard compositor == .sway else { return [] }
        return ["pixel 40", "none"].map { border in { try self.children.run("swaymsg", "border \(border)") } }
    }

    func dismissKeyboard() throws -> Bool {
        switch keyboard {
        case .squeekboard, .stub, .stevia:
            try call("sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0.SetVisible", "false")
        case .wvkbd: children.send(SIGUSR1, to: keyboard.rawValue)
        // A docked Onboard that was hidden on Wayland never returns.
        case .onboard: return false
        }
        return true
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
        children.kill(keyboard.rawValue)
    }
}
