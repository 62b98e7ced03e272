#if SystemKeyboards
    import Foundation
    import Testing

    /// A socket that accepts connections and never answers.
    final class SilentSocket {
        let address: String
        private let path = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString)").path
        private var descriptor: CInt

        init() throws {
            address = "unix:path=\(path)"
            descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &name.sun_path) { bytes in
                unsafe bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
            }
            let result = unsafe withUnsafePointer(to: &name) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0)
            try #require(listen(descriptor, 10) == 0)
        }

        deinit {
            close()
            try? FileManager.default.removeItem(atPath: path)
        }

        /// Accepts the connection that waits, and ends it.
        func endFirstConnection() {
            let connection = accept(descriptor, nil, nil)
            #expect(connection >= 0)
            _ = Foundation.close(connection)
        }

        /// Refuses further connections.
        func close() {
            guard descriptor >= 0 else { return }
            _ = Foundation.close(descriptor)
            descriptor = -1
        }
    }
#endif
