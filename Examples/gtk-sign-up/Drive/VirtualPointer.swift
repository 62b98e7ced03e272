import Foundation

/// A virtual pointer for a compositor without input devices.
///
/// phoc has a seat only while it has an input device. The on-screen keyboards and wayvnc need a seat when they start.
/// This class is a client of phoc, and speaks Wayland's wire protocol. Each message contains an object number, the
/// opcode and the length of the message, and arguments of 32 bits.
final class VirtualPointer {
    private static let manager = "zwlr_virtual_pointer_manager_v1"

    private let socket: UnixSocket

    /// Creates a pointer on the compositor that listens at `path`, and waits until the compositor has a seat.
    init(at path: String) throws {
        socket = try UnixSocket(path)
        // Object 1 is the display. It creates the registry, which is object 2.
        try send(1, to: 1, [2])
        var hasPointer = false
        while true {
            let global = try nextGlobal()
            if global.interface == Self.manager, !hasPointer {
                // The registry binds the manager as object 3, and the manager creates the pointer as object 4.
                try send(0, to: 2, [global.name] + Self.words(of: Self.manager) + [1, 3])
                try send(0, to: 3, [0, 4])
                hasPointer = true
            }
            if global.interface == "wl_seat" { return }
        }
    }

    /// Reads messages until the registry announces a global object.
    private func nextGlobal() throws -> (name: UInt32, interface: String) {
        while true {
            let header = try words(2)
            let (length, opcode) = (Int(header[1] >> 16), header[1] & 0xFFFF)
            let body = try words(length / 4 - 2)
            guard header[0] == 2, opcode == 0, body.count > 2 else { continue }
            return (body[0], String(decoding: Self.bytes(of: body[2...]).prefix { $0 != 0 }, as: UTF8.self))
        }
    }

    private func words(_ count: Int) throws -> [UInt32] {
        try Self.words(of: socket.read(count * 4))
    }

    private func send(_ opcode: UInt32, to object: UInt32, _ arguments: [UInt32]) throws {
        let words = [object, UInt32(arguments.count + 2) << 18 | opcode] + arguments
        try socket.write(Self.bytes(of: words))
    }

    /// Returns the 32-bit words of a text: the length, and then the bytes with a final zero.
    ///
    /// The length includes the final zero.
    private static func words(of text: String) -> [UInt32] {
        let bytes = Array(text.utf8) + [0]
        return [UInt32(bytes.count)] + words(of: bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4))
    }

    private static func words(of bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func bytes(of words: some Sequence<UInt32>) -> [UInt8] {
        words.flatMap { word in [0, 8, 16, 24].map { UInt8(word >> UInt32($0) & 255) } }
    }
}
