import Foundation

/// A headless GNOME Shell with its own keyboard.
///
/// The shell evaluates JavaScript that moves a pointer, presses keys, and returns the positions of windows.
final class ShellScreen: Screen {
    private static let start = """
        imports.gi.St.Settings.get().uninhibit_animations();
        // Without a schema of ibus, the keyboard of GNOME Shell 43 does not close.
        try { imports.misc.ibusManager.getIBusManager()._oskCompletion = false; } catch {}
        Main.messageTray.bannerBlocked = true;
        // GNOME Shell 50 shows its overview after it has started.
        Main.overview.connect('shown', () => Main.overview.hide());
        const { Clutter } = imports.gi;
        const create = type => Clutter.get_default_backend().get_default_seat().create_virtual_device(type);
        globalThis.drive = {
            Clutter, low: 0, high: 0,
            pointer: create(Clutter.InputDeviceType.POINTER_DEVICE),
            keyboard: create(Clutter.InputDeviceType.KEYBOARD_DEVICE),
            move: (x, y) => drive.pointer.notify_absolute_motion(GLib.get_monotonic_time(), x, y),
            press: down => drive.pointer.notify_button(GLib.get_monotonic_time(), 1, down),
            at: (time, action) => GLib.timeout_add(0, time, () => { action(); return false; }),
        };
        // The pointer begins in a corner. In GNOME Shell 50, this corner stops the first move of the pointer.
        drive.move(640, 400);
        global.stage.connect('after-paint', () => {
            const window = global.display.focus_window, picture = window?.get_compositor_private();
            const isFixed = window?.maximized_vertically || window?.fullscreen;
            if (!picture || !isFixed && window != drive.floating) return;
            const lift = picture.y + picture.translation_y - (isFixed ? window.get_buffer_rect().y : drive.top);
            drive.low = Math.min(drive.low, isFixed ? lift : lift + Main.layoutManager.keyboardBox.height);
            drive.high = Math.max(drive.high, lift);
        });
        """

    let children: Children
    let scale = 1.0

    init() throws {
        children = try Children()
        // The shell reports its keyboard only over this bridge.
        children.environment["NO_AT_BRIDGE"] = nil
        // GTK 4.24 prints this warning if GNOME Shell 50 reports a frame late.
        children.harmlessWarning = "gdk_frame_timings_presented() called on discarded frame"
        try children.startBus()
        for (name, value) in [
            "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "GNOME", "LIBGL_ALWAYS_SOFTWARE": "1",
            "GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "wayland-0",
            "DBUS_SYSTEM_BUS_ADDRESS": children.environment["DBUS_SESSION_BUS_ADDRESS"],
        ] { children.environment[name] = value }
        let setting = ["org.gnome.desktop.a11y.applications", "screen-keyboard-enabled", "true"]
        try children.run(["gsettings", "set"] + setting)
        let options = ["--headless", "--wayland", "--no-x11", "--unsafe-mode", "--wayland-display", "wayland-0"]
        try children.start(["gnome-shell"] + options + ["--virtual-monitor", "1280x800"])
        try children.run("gdbus", "wait", "--session", "--timeout", "60", "org.gnome.Shell")
        let end = Date.now + 60
        let hasStarted = "!Main.layoutManager._startingUp && !!Main.keyboard._keyboard"
        while (try? evaluate("\(hasStarted) && (Main.overview.hide(), !Main.overview.visible)")) != "true" {
            guard Date.now < end else { throw Failure("GNOME Shell does not start") }
            usleep(50_000)
        }
        _ = try evaluate(Self.start)
    }

    /// Evaluates JavaScript in the shell, and returns the result as JSON.
    @discardableResult
    func evaluate(_ script: String) throws -> String {
        let (name, path) = ("org.gnome.Shell", "/org/gnome/Shell")
        let call = ["gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method", "\(name).Eval"]
        // The reply is "(true, 'RESULT')".
        let reply = try children.run(call + [script])
        guard reply.hasPrefix("(true, ") else { throw Failure("GNOME Shell answers \(reply) to \(script)") }
        return String(reply.dropFirst(8).dropLast(2))
    }

    func look() throws -> Picture {
        let file = children.folder.appending(path: "screen.png")
        let name = "org.gnome.Shell.Screenshot"
        try call(name, "/org/gnome/Shell/Screenshot", "\(name).Screenshot", "false", "false", file.path)
        return try Picture(contentsOf: file)
    }

    func picture() throws -> Picture { try look() }

    let letterKey = (letter: "d", place: CGPoint(x: 0.383, y: 0.49))

    func keyboardFrame() throws -> CGRect? {
        // The background of the keyboard is darker than the desktop and all windows. The window above the keyboard
        // lightens the first two rows of the keyboard.
        try keyboardAtEdge(within: 16) { $0.isDark }
    }

    /// The shell opens its keyboard for a field only after a touch.
    func showKeyboard() throws -> Bool {
        try evaluate("Main.keyboard._keyboard.open(); 1")
        return false
    }

    func dismissKeyboard() throws -> Bool {
        try evaluate("Main.keyboard.close(); 1")
        return true
    }

    /// Checks the positions of the windows in all drawn frames.
    ///
    /// A maximized or full-screen window must not move. A floating window may move up by at most the height of the
    /// keyboard.
    func expectWindowsInPlace() throws {
        let lifts = try evaluate(
            "const lifts = [drive.low, drive.high].map(Math.round); drive.low = drive.high = 0; lifts.join()"
        )
        try expect(lifts == "\"0,0\"", "the shell has moved a window: \(lifts)")
    }

    /// Returns whether the shell distinguishes two carets, one above the other.
    ///
    /// In Debian testing, the library for rectangles sets only some bits of the result, but GNOME Shell 50 reads more
    /// bits. Therefore, the shell does not move a floating window.
    func distinguishesCarets() throws -> Bool {
        let places = "const [a, b] = [1, 2].map(y => new imports.gi.Graphene.Rect().init(1, y, 1, 1));"
        return try evaluate("\(places) a.equal(b)") == "false"
    }

    /// The origin of the window with the focus.
    func windowOrigin() throws -> CGPoint {
        let numbers = try evaluate("const { x, y } = global.display.focus_window.get_frame_rect(); [x, y]")
            .filter { "-0123456789,".contains($0) }.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2 else { throw Failure("no window has the focus") }
        return CGPoint(x: numbers[0], y: numbers[1])
    }

    /// Makes the window with the focus float.
    func float(at y: Int) throws {
        let window = "const window = global.display.focus_window;"
        try evaluate("drive.floating = null; \(window) window.unmaximize(3); 1")
        // The shell places the smaller window after the app has drawn it. Then the window glides to its place.
        let isMoving = "window.get_frame_rect().width == 1280 || window.get_compositor_private().translation_y != 0"
        let end = Date.now + 20
        while try evaluate("\(window) \(isMoving)") == "true" {
            guard Date.now < end else { throw Failure("the window stays maximized") }
            usleep(50_000)
        }
        let place = "window.move_frame(true, 300, \(y)); drive.top = window.get_buffer_rect().y"
        try evaluate("\(window) \(place); drive.floating = window; 1")
    }

    /// Performs each action at its time, in milliseconds from now.
    private func perform(_ actions: [(time: Int, action: String)]) throws {
        try evaluate(actions.map { "drive.at(\($0.time), () => \($0.action));" }.joined() + "1")
        usleep(UInt32((actions.last?.time ?? 0) + 30) * 1_000)
    }

    func click(_ point: CGPoint) throws {
        try drag([point], seconds: 0.02, times: 1)
    }

    func drag(_ points: [CGPoint], seconds: Double, times: Int) throws {
        let length = Int(seconds * 1_000)
        var actions: [(Int, String)] = []
        for turn in 0..<times {
            let start = turn * (length + 20)
            for (index, point) in points.enumerated() {
                actions.append((start + length * index / points.count, "drive.move(\(point.x), \(point.y))"))
                if index == 0 { actions.append((start + 10, "drive.press(1)")) }
            }
            actions.append((start + length + 10, "drive.press(0)"))
        }
        try perform(actions)
    }

    func turnWheel(_ notches: Int, at point: CGPoint) throws {
        // The last 1 stands for a wheel.
        let arguments = "GLib.get_monotonic_time(), drive.Clutter.ScrollDirection.\(notches > 0 ? "DOWN" : "UP"), 1"
        let turn = "drive.pointer.notify_discrete_scroll(\(arguments))"
        try perform([(0, "drive.move(\(point.x), \(point.y))")] + (1...abs(notches)).map { ($0 * 20, turn) })
    }

    func type(_ text: String) throws {
        for character in text.unicodeScalars { try press([character.value]) }
    }

    func press(_ key: String) throws {
        guard let keys = RemoteInput.keys[key] else { throw Failure("no key is named \(key)") }
        try press(keys)
    }

    private func press(_ keys: [UInt32]) throws {
        let changes = keys.map { ($0, 1) } + keys.reversed().map { ($0, 0) }
        try perform(
            changes.enumerated().map { index, change in
                (index * 10, "drive.keyboard.notify_keyval(GLib.get_monotonic_time(), \(change.0), \(change.1))")
            }
        )
    }

    func closeWindow() throws {
        try evaluate("global.display.focus_window.delete(global.get_current_time()); 1")
    }

    func killKeyboard() {}
}
