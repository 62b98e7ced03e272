#if SystemKeyboards
    import Foundation
    import Glibc
    import KeyboardObservation

    /// Receives the messages of a compositor on the main queue.
    ///
    /// The connection transmits no file descriptors, so it can use only interfaces without file descriptors.
    @MainActor
    final class WaylandConnection {
        /// The identifier of the object `wl_display`.
        static let display: UInt32 = 1

        /// Called once when the connection is lost, or when the compositor has reported an error.
        var onLoss: () -> Void = {}

        /// Called each time the connection has read data from the socket, after the handlers have received the events.
        var onDelivery: () -> Void = {}

        private let descriptor: CInt
        private var watch: DescriptorWatch?
        private var received: [UInt8] = []
        private var lastIdentifier = WaylandConnection.display
        private var handlers: [UInt32: (UInt16, WaylandArguments) -> Void] = [:]

        init(environment: [String: String]) throws(KeyboardSourceError) {
            guard let path = Self.path(in: environment) else {
                throw Self.notConnected("WAYLAND_DISPLAY and XDG_RUNTIME_DIR do not name its socket")
            }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
                throw Self.notConnected("the name of its socket is too long")
            }
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
            let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
            descriptor = socket(AF_UNIX, type, 0)
            guard descriptor >= 0 else { throw Self.notConnected(unsafe String(cString: strerror(errno))) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isConnected = unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, size) == 0
                }
            }
            guard isConnected else {
                let reason = unsafe String(cString: strerror(errno))
                Glibc.close(descriptor)
                throw Self.notConnected(reason)
            }
            handlers[Self.display] = { [weak self] opcode, _ in if opcode == 0 { self?.lose() } }  // error
            watch = DescriptorWatch(descriptor) { [weak self] in self?.receive() }
        }

        var isOpen: Bool { watch != nil }

        /// After this call, the connection calls no closures.
        func close() {
            watch = nil
            handlers = [:]
        }

        /// Your next request must create the object with the returned identifier, because identifiers must ascend.
        ///
        /// The handler receives the opcode and the arguments of each event of the object.
        func makeObject(_ handler: @escaping (UInt16, WaylandArguments) -> Void = { _, _ in }) -> UInt32 {
            lastIdentifier += 1
            handlers[lastIdentifier] = handler
            return lastIdentifier
        }

        func ignoreEvents(of object: UInt32) {
            handlers[object] = nil
        }

        /// If the socket does not accept the whole request, the connection is lost.
        ///
        /// By default, a socket of Linux stores more than 200 requests that the compositor has not read yet.
        func send(_ opcode: UInt16, to object: UInt32, _ arguments: [WaylandArgument] = []) {
            guard watch != nil else { return }
            let request = WaylandArgument.request(opcode, to: object, arguments)
            let sent = unsafe request.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if sent != request.count { lose() }
        }

        private func lose() {
            guard watch != nil else { return }
            let onLoss = onLoss
            close()
            onLoss()
        }

        /// After the compositor has closed the socket, Dispatch calls this method only once.
        ///
        /// So the method reads all waiting bytes.
        private func receive() {
            // A compositor never sends 16 chunks of 65,536 bytes at once. `received` stays smaller than two chunks,
            // because an incomplete message has less than 65,535 bytes.
            for _ in 0..<16 {
                var chunk = [UInt8](repeating: 0, count: 65_536)
                let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
                guard count > 0 else {
                    if count == 0 || (errno != EAGAIN && errno != EINTR) { lose() }
                    return
                }
                received += chunk[..<count]
                deliver()
                guard watch != nil else { return }
            }
            lose()
        }

        private func deliver() {
            var rest = received[...]
            while true {
                var header = WaylandArguments(rest)
                guard let object = header.number(), let word = header.number() else { break }
                let size = Int(word >> 16)
                // A header has eight bytes.
                guard size >= 8 else { return lose() }
                guard rest.count >= size else { break }
                handlers[object]?(UInt16(truncatingIfNeeded: word), WaylandArguments(rest.prefix(size).dropFirst(8)))
                rest = rest.dropFirst(size)
                // The handler may have closed the connection.
                guard watch != nil else { return }
            }
            received = Array(rest)
            onDelivery()
        }

        /// Returns `false` if `environment` or `other` does not name an existing socket.
        ///
        /// The paths in `environment` are relative to the folder `root`.
        static func isOtherCompositor(
            in environment: [String: String],
            root: String = "",
            than other: [String: String]
        ) -> Bool {
            let paths = [path(in: environment).map { root + $0 }, path(in: other)]
            let files = paths.compactMap(\.self).compactMap { path -> [UInt64]? in
                var status = stat()
                guard unsafe stat(path, &status) == 0 else { return nil }
                return [UInt64(status.st_dev), UInt64(status.st_ino)]
            }
            return files.count == 2 && files[0] != files[1]
        }

        private static func path(in environment: [String: String]) -> String? {
            guard let name = environment["WAYLAND_DISPLAY"], !name.isEmpty, !name.utf8.contains(0) else { return nil }
            if name.hasPrefix("/") { return name }
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
            return "\(folder)/\(name)"
        }

        static func notConnected(_ reason: String) -> KeyboardSourceError {
            .notConnected(service: "the Wayland compositor", reason: reason)
        }
    }
#endif
