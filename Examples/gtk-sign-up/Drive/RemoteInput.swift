import Foundation

/// A virtual pointer and a virtual keyboard, which wayvnc creates for its client.
///
/// A headless compositor has no input devices. This class is the client of wayvnc, and speaks RFB 3.8 (RFC 6143).
final class RemoteInput {
    /// The X11 keysyms for each key name.
    ///
    /// wayvnc sets the modifiers that the last keysym of a list needs.
    static let keys: [String: [UInt32]] = [
        "Return": [0xFF0D], "Tab": [0xFF09], "shift+Tab": [0xFFE1, 0xFE20], "Escape": [0xFF1B], "BackSpace": [0xFF08],
        "ctrl+End": [0xFFE3, 0xFF57], "ctrl+Home": [0xFFE3, 0xFF50], "Down": [0xFF54],
    ]

    private let socket: UnixSocket
    /// The number of pixels in a point.
    private let scale: Double

    /// Starts wayvnc, and connects to its socket.
    ///
    /// `screen` is the size of the screen in points.
    init(on children: Children, screen: CGSize) throws {
        let path = children.folder.appending(path: "vnc").path
        try children.start(["wayvnc", "--unix-socket", path])
        socket = try UnixSocket(path)
        _ = try socket.read(12)
        try socket.write(Array("RFB 003.008\n".utf8))
        let types = try socket.read(1)
        _ = try socket.read(Int(types[0]))
        // Security type 1 has no authentication.
        try socket.write([1])
        guard try socket.read(4) == [0, 0, 0, 0] else { throw Failure("wayvnc refuses its client") }
        // The desktop is shared with other clients.
        try socket.write([1])
        let answer = try socket.read(24).map(Int.init)
        scale = Double(answer[0] << 8 | answer[1]) / screen.width
        _ = try socket.read(answer[20] << 24 | answer[21] << 16 | answer[22] << 8 | answer[23])
    }

    /// Moves the pointer to a point, presses the left button, and releases it.
    func click(_ point: CGPoint) throws {
        // wvkbd ignores the position at which the pointer enters its surface, and uses the position of the next move.
        try movePointer(to: CGPoint(x: point.x, y: point.y + 2), 0)
        for buttons in [0, 1, 0] as [UInt8] { try movePointer(to: point, buttons) }
    }

    /// Presses the button at the first point, moves through all points, and releases the button after some seconds.
    func drag(_ points: [CGPoint], seconds: Double) throws {
        // After a keyboard under the pointer has disappeared, phoc 0.46 gives the pointer to the app only when the
        // pointer moves. A person's hand always moves the pointer.
        try movePointer(to: CGPoint(x: points[0].x, y: points[0].y + 2), 0)
        try movePointer(to: points[0], 0)
        for point in points {
            try movePointer(to: point, 1)
            usleep(UInt32(seconds * 1_000_000) / UInt32(points.count))
        }
        try movePointer(to: points[points.count - 1], 0)
    }

    /// Turns the wheel down, or up if the number of notches is negative.
    func turnWheel(_ notches: Int, at point: CGPoint) throws {
        try movePointer(to: point, 0)
        for _ in 0..<abs(notches) {
            for buttons in [notches > 0 ? 16 : 8, 0] as [UInt8] { try movePointer(to: point, buttons) }
        }
    }

    private func movePointer(to point: CGPoint, _ buttons: UInt8) throws {
        let x = UInt16(max(point.x * scale, 0))
        let y = UInt16(max(point.y * scale, 0))
        try socket.write([5, buttons, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
    }

    /// Presses the keys of ASCII characters.
    ///
    /// The X11 keysym of an ASCII character is equal to its character code.
    func type(_ text: String) throws {
        for character in text.unicodeScalars { try press([character.value]) }
    }

    /// Presses a key, such as `Return` or `shift+Tab`.
    func press(_ name: String) throws {
        guard let keys = Self.keys[name] else { throw Failure("no key is named \(name)") }
        try press(keys)
    }

    private func press(_ keys: [UInt32]) throws {
        for key in keys { try send(key, isDown: true) }
        for key in keys.reversed() { try send(key, isDown: false) }
    }

    private func send(_ key: UInt32, isDown: Bool) throws {
        let number = [24, 16, 8, 0].map { UInt8(key >> UInt32($0) & 255) }
        try socket.write([4, isDown ? 1 : 0, 0, 0] + number)
    }
}
