import Foundation

/// A private desktop with an on-screen keyboard.
protocol Screen: AnyObject {
    var children: Children { get }
    /// The number of pixels in a point.
    var scale: Double { get }
    /// A letter, and the position of its on-screen key as fractions of the keyboard's width and height.
    var letterKey: (letter: String, place: CGPoint) { get }
    /// Whether the keys of the on-screen keyboard type.
    var canTypeByKeyboard: Bool { get }
    func picture() throws -> Picture
    /// Takes a picture without moving the pointer.
    func look() throws -> Picture
    /// The frame of the keyboard in points; `nil` if the keyboard is hidden.
    func keyboardFrame() throws -> CGRect?
    /// Clicks at a position, in points.
    func click(_ point: CGPoint) throws
    /// Presses the button at the first point, moves through all points, and releases the button after some seconds.
    ///
    /// The method performs several drags without a pause.
    func drag(_ points: [CGPoint], seconds: Double, times: Int) throws
    /// Turns the wheel down, or up if the number of notches is negative.
    func turnWheel(_ notches: Int, at point: CGPoint) throws
    func type(_ text: String) throws
    /// Presses a key that has a name in X11, such as `Return`.
    func press(_ key: String) throws
    /// Closes the window that has the focus, as the window manager does.
    func closeWindow() throws
    func killKeyboard()
    /// Hides the keyboard while a field keeps the focus.
    ///
    /// - Returns: `false` if a person cannot hide the keyboard; otherwise `true`.
    func dismissKeyboard() throws -> Bool
    /// The actions that change a window's size. The window must not be full screen.
    var resizes: [() throws -> Void] { get }
    /// Shows the keyboard if an app cannot ask the keyboard to appear.
    ///
    /// - Returns: Whether a person must then tap the field again.
    func showKeyboard() throws -> Bool
}

extension Screen {
    var canTypeByKeyboard: Bool { true }
    func showKeyboard() throws -> Bool { false }
    var resizes: [() throws -> Void] { [] }

    /// Calls a method on the session bus.
    func call(_ name: String, _ path: String, _ method: String, _ arguments: String...) throws {
        let call = ["gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method", method]
        try children.run(call + arguments)
    }

    /// Returns the frame of a keyboard at the lower edge of the screen, or above a bar at this edge.
    ///
    /// The lower left corner of the keyboard must show the background of the keyboard.
    func keyboardAtEdge(
        above bar: Double = 0,
        within distance: Int = 3,
        where isGround: (Picture.Color) -> Bool = { !Checks.isApp($0) }
    ) throws -> CGRect? {
        let picture = try look()
        let end = picture.height - Int(bar * scale)
        let ground = picture[1, end - 1]
        guard isGround(ground) else { return nil }
        let rows = (0..<end).reversed().prefix { picture[1, $0].distance(to: ground) < distance }.count
        let size = CGSize(width: Double(picture.width) / scale, height: Double(rows) / scale)
        return CGRect(origin: CGPoint(x: 0, y: Double(end) / scale - size.height), size: size)
    }
}

/// A screen of a headless X server, on which a Wayland compositor can draw its desktop.
protocol ScreenOnX: Screen {
    var display: String { get }
}

extension ScreenOnX {
    func look() throws -> Picture {
        try Picture(ofDisplay: display)
    }

    /// Lets xdotool perform actions.
    func drive(_ actions: [String]) throws {
        try children.run(["env", "DISPLAY=\(display)", "xdotool"] + actions)
    }

    func move(to point: CGPoint) -> [String] {
        ["mousemove", "\(Int(point.x * scale))", "\(Int(point.y * scale))"]
    }

    func click(_ point: CGPoint) throws {
        try drive(move(to: point) + ["click", "1"])
    }

    func drag(_ points: [CGPoint], seconds: Double, times: Int) throws {
        let pause = ["sleep", "\(seconds / Double(points.count))"]
        let path = points.dropFirst().flatMap { pause + move(to: $0) }
        let gesture = move(to: points[0]) + ["mousedown", "1"] + path + pause + ["mouseup", "1"]
        try drive(Array(repeating: gesture, count: times).flatMap(\.self))
    }

    func turnWheel(_ notches: Int, at point: CGPoint) throws {
        let button = notches > 0 ? "5" : "4"
        try drive(move(to: point) + ["click", "--repeat", "\(abs(notches))", "--delay", "20", button])
    }

    func type(_ text: String) throws {
        try drive(["type", "--delay", "15", text])
    }

    func press(_ key: String) throws {
        let parts = key.split(separator: "+").map(String.init)
        guard parts.count == 2 else { return try drive(["key", key]) }
        // plasma-keyboard passes the keys on, but loses a modifier key that is pressed only briefly.
        let pause = ["sleep", "0.1"]
        try drive(["keydown", parts[0]] + pause + ["key", parts[1]] + pause + ["keyup", parts[0]])
    }
}
