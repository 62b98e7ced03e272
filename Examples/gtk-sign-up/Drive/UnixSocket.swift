import Foundation

/// A connection to the Unix socket of a program.
final class UnixSocket: Sendable {
    private let path: String
    let descriptor: CInt

    /// Connects to a socket.
    ///
    /// Some programs print no line when they are ready. Therefore, the drive tries the socket until the socket accepts
    /// a connection.
    init(_ path: String) throws {
        self.path = path
        let end = Date.now + 20
        while Date.now < end {
            let descriptor = Self.create()
            if try Self.withAddress(path, { connect(descriptor, $0, $1) }) == 0 {
                // Without this limit, the drive would wait forever for a server that does not answer.
                var limit = timeval(tv_sec: 20, tv_usec: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                self.descriptor = descriptor
                return
            }
            close(descriptor)
            // A Unix socket does not report when its server begins to listen, and the drive has no run loop. The method
            // therefore waits, and then tries again.
            usleep(10_000)
        }
        throw Failure("no program listens at \(path)")
    }

    deinit { close(descriptor) }

    /// Returns the descriptor of a socket that listens at a path.
    static func listen(at path: String) throws -> CInt {
        let descriptor = create()
        guard try withAddress(path, { bind(descriptor, $0, $1) }) == 0, Foundation.listen(descriptor, 8) == 0 else {
            throw Failure("no socket can be made at \(path)")
        }
        return descriptor
    }

    private static func create() -> CInt {
        socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func withAddress(
        _ path: String,
        _ use: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure("the path \(path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    /// Reads a number of bytes.
    ///
    /// The bytes can arrive in parts. The method waits at most 20 seconds for each part.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let next = bytes.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress?.advanced(by: length), count - length)
            }
            guard next > 0 else { throw Failure("\(path) has closed the connection, or does not answer") }
            length += next
        }
        return bytes
    }

    /// Writes bytes that fit into the socket's buffer.
    func write(_ bytes: [UInt8]) throws {
        // Without `MSG_NOSIGNAL`, a closed connection would end the process.
        guard Foundation.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure("the connection to \(path) was closed")
        }
    }
}
