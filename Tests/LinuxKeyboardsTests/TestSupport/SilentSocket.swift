#if SystemKeyboards
    import Foundation
    import Testing

    /// A socket that accepts connections and never answers.
    final class SilentSocket {
        /// The address of the socket for a bus; empty for a display.
        let address: String
        /// The name of the socket for a display; empty for a bus.
        let display: String
        /// The path of the socket in the file system; `nil` for a display.
        let path: String?
        private var descriptor: CInt

        /// Creates a socket in the file system, like the socket of a bus.
        init() throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString)").path
            (self.path, address, display) = (path, "unix:path=\(path)", "")
            descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            try listen(at: Array(path.utf8))
        }

        /// Creates an abstract socket, like the socket of an X server.
        init(display number: Int) throws {
            (path, address, display) = (nil, "", ":\(number)")
            descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            try listen(at: [0] + Array("/tmp/.X11-unix/X\(number)".utf8))
        }

        deinit {
            close()
            if let path { try? FileManager.default.removeItem(atPath: path) }
        }

        private func listen(at bytes: [UInt8]) throws {
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
            let isAbstract = path == nil
            let prefix = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
            let size = isAbstract ? prefix + bytes.count : MemoryLayout<sockaddr_un>.size
            let result = unsafe withUnsafePointer(to: &name) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe bind(descriptor, address, socklen_t(size))
                }
            }
            try #require(result == 0)
            try #require(Foundation.listen(descriptor, 10) == 0)
        }

        /// Whether a connection waits to be accepted.
        var hasConnection: Bool {
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&readable, 1, 0) == 1
        }

        /// Accepts the connection that waits, and ends it.
        func endFirstConnection() {
            let connection = accept(descriptor, nil, nil)
            #expect(connection >= 0)
            // A program that another test has just started can have inherited the descriptor. In this case, closing the
            // descriptor here would not end the connection.
            shutdown(connection, CInt(SHUT_RDWR))
            _ = Foundation.close(connection)
        }

        /// Waits for a connection, and ends it.
        @MainActor
        func endConnection() async {
            await waitUntil { hasConnection }
            if hasConnection { endFirstConnection() }
        }

        /// Refuses further connections.
        func close() {
            guard descriptor >= 0 else { return }
            _ = Foundation.close(descriptor)
            descriptor = -1
        }
    }
#endif
