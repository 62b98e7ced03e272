import Foundation

/// A virtual pointer and a virtual keyboard, which wayvnc creates for its client.
///
/// A compositor without a screen has no input devices. The client speaks RFB 3.8 (RFC 6143).
final class RemoteInput {
    /// The X11 numbers of the keys that each name stands for.
    ///
    /// The last number of a list sets the modifiers that it needs.
    private static let keys: [String: [UInt32]] = [
        "Return": [0xFF0D], "Tab": [0xFF09], "shift+Tab": [0xFFE1, 0xFE20], "Escape": [0xFF1B], "BackSpace": [0xFF08],
    ]

    private let connection: CInt
    /// The size of the screen in pixels.
    private let size: CGSize
    private let screen: CGSize

    /// Starts wayvnc, and connects to its socket.
    ///
    /// `screen` is the size of the screen in points.
    init(on children: Children, screen: CGSize) throws {
        self.screen = screen
        let path = children.folder.appending(path: "vnc").path
        try children.start(["wayvnc", "--unix-socket", path])
        connection = try Self.connect(to: path)
        _ = try Self.read(12, from: connection)
        try Self.write(Array("RFB 003.008\n".utf8), to: connection)
        let types = try Self.read(1, from: connection)
        _ = try Self.read(Int(types[0]), from: connection)
        // Security type 1 has no authentication.
        try Self.write([1], to: connection)
        guard try Self.read(4, from: connection) == [0, 0, 0, 0] else { throw Failure("wayvnc refuses its client") }
        // The desktop is shared with other clients.
        try Self.write([1], to: connection)
        let answer = try Self.read(24, from: connection).map(Int.init)
        size = CGSize(width: answer[0] << 8 | answer[1], height: answer[2] << 8 | answer[3])
        _ = try Self.read(answer[20] << 24 | answer[21] << 16 | answer[22] << 8 | answer[23], from: connection)
    }

    deinit { close(connection) }

    /// Moves the pointer to a point, presses the left button, and releases it.
    func click(_ point: CGPoint) throws {
        for buttons in [0, 1, 0] as [UInt8] { try movePointer(to: point, buttons) }
    }

    private func movePointer(to point: CGPoint, _ buttons: UInt8) throws {
        let x = UInt16(max(point.x * size.width / screen.width, 0))
        let y = UInt16(max(point.y * size.height / screen.height, 0))
        try send([5, buttons, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
    }

    /// Presses the keys of ASCII characters.
    ///
    /// The X11 number of such a key is the number of its character.
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
        try send([4, isDown ? 1 : 0, 0, 0] + number)
    }

    private func send(_ message: [UInt8]) throws {
        try Self.write(message, to: connection)
    }

    private static func connect(to path: String) throws -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure("the path \(path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // wayvnc prints no line when it is ready, so the drive tries its socket until the socket accepts a connection.
        let end = Date.now + 20
        while Date.now < end {
            let connection = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            let result = withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Foundation.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if result == 0 { return connection }
            close(connection)
            // The drive has no run loop, and a Unix socket does not report when its server begins to listen.
            usleep(10_000)
        }
        throw Failure("wayvnc does not listen at \(path)")
    }

    private static func read(_ count: Int, from connection: CInt) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let next = bytes.withUnsafeMutableBytes {
                Foundation.read(connection, $0.baseAddress?.advanced(by: length), count - length)
            }
            guard next > 0 else { throw Failure("wayvnc closed the connection") }
            length += next
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to connection: CInt) throws {
        // A message is shorter than the socket's buffer. Without the flag, a closed connection would end the process.
        guard Foundation.send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure("wayvnc closed the connection")
        }
    }
}
