#if SystemKeyboards
    import Foundation
    import Testing

    @testable import LinuxKeyboards

    /// A Wayland compositor that offers chosen globals, and configures layer surfaces as a test states.
    @MainActor
    final class FakeCompositor {
        nonisolated static let wlroots = [
            "wl_compositor", "zwlr_layer_shell_v1", "zwp_input_method_manager_v2", "wl_output",
        ]

        let environment: [String: String]
        /// The requests of all clients, as "interface.opcode".
        private(set) var requests: [String] = []
        private let path = FileManager.default.temporaryDirectory.appending(path: "w-\(UUID().uuidString)").path
        private var globals: [String]
        private let listener: CInt
        private var watch: DescriptorWatch?
        private var clients: [Client] = []
        private var sizes: [String: Sizes] = [:]
        /// Whether a new surface of the overlay layer precedes the older surfaces of this layer.
        ///
        /// If the value is `true`, only surfaces that are older than a keyboard measure the keyboard. Otherwise, only
        /// newer surfaces measure it.
        var insertsFirst = false
        /// The number of surfaces and keyboards that were created.
        private var creations = 0
        /// The position of the overlay layer's keyboard among all creations; `nil` without such a keyboard.
        private var keyboardCreation: Int?

        private struct Sizes {
            let size, free, overlay: CGSize
        }

        init(_ globals: [String] = FakeCompositor.wlroots) throws {
            self.globals = globals
            environment = ["WAYLAND_DISPLAY": path]
            listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &name.sun_path) { bytes in
                unsafe bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
            }
            let result = unsafe withUnsafePointer(to: &name) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0)
            try #require(listen(listener, 10) == 0)
            watch = DescriptorWatch(listener) { [weak self] in self?.accept() }
        }

        isolated deinit {
            close()
        }

        func close() {
            watch = nil
            clients = []
            try? FileManager.default.removeItem(atPath: path)
        }

        /// Configures the layer surfaces of an output.
        ///
        /// - Parameters:
        ///   - size: The size of the output.
        ///   - free: The size that all layers leave free.
        ///   - overlay: The size that the overlay layer leaves free; `nil` if it leaves the whole output free.
        ///   - output: The output.
        func configure(_ size: CGSize, free: CGSize, overlay: CGSize? = nil, output: String = "wl_output") {
            if overlay == nil {
                keyboardCreation = nil
            } else if keyboardCreation == nil {
                keyboardCreation = nextCreation()
            }
            let new = Sizes(size: size, free: free, overlay: overlay ?? size)
            sizes[output] = new
            for client in clients { client.configure(output, new) }
        }

        private func nextCreation() -> Int {
            creations += 1
            return creations
        }

        /// Returns whether a surface of the overlay layer follows the keyboard in its layer.
        private func measuresKeyboard(_ creation: Int) -> Bool {
            guard let keyboardCreation else { return false }
            return insertsFirst ? creation < keyboardCreation : creation > keyboardCreation
        }

        /// Returns whether each client has four surfaces on an output, and has acknowledged and committed all their sizes.
        func isMeasured(_ output: String) -> Bool {
            !clients.isEmpty && clients.allSatisfy { $0.isMeasured(output) }
        }

        /// Adds an output, or another global.
        func add(_ global: String) {
            globals.append(global)
            for client in clients { client.sendGlobal(globals.count - 1, global) }
        }

        func remove(_ global: String) {
            guard let index = globals.firstIndex(of: global) else { return }
            for client in clients { client.send(1, to: client.registry, [.number(UInt32(index))]) }
        }

        /// Sends bytes, which can be a malformed message.
        func send(_ bytes: [UInt8]) {
            for client in clients { client.send(bytes) }
        }

        func endConnections() {
            clients = []
        }

        private func accept() {
            let descriptor = Foundation.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            clients.append(Client(descriptor, self))
        }

        /// A connection, with the objects that its client has created.
        @MainActor
        private final class Client {
            private let descriptor: CInt
            private unowned let compositor: FakeCompositor
            private var watch: DescriptorWatch?
            private var interfaces: [UInt32: String] = [1: "wl_display"]
            private(set) var registry: UInt32 = 0
            /// The output and the exclusive zone of each layer surface.
            private var layerSurfaces: [UInt32: LayerSurface] = [:]

            private struct LayerSurface {
                let surface: UInt32
                let output: String
                let creation: Int
                var zone: Int32 = 0
                /// The number of sizes that the client has not acknowledged.
                var waitingCount = 0
                /// Whether the client has committed its first state and all acknowledged sizes; `nil` before its first
                /// commit.
                var isCommitted: Bool?
            }

            init(_ descriptor: CInt, _ compositor: FakeCompositor) {
                (self.descriptor, self.compositor) = (descriptor, compositor)
                let close = { @MainActor in
                    // A program that another test has started could hold the socket open after `close`.
                    _ = shutdown(descriptor, CInt(SHUT_RDWR))
                    _ = Foundation.close(descriptor)
                }
                watch = DescriptorWatch(descriptor, close: close) { [weak self] in self?.receive() }
            }

            func send(_ bytes: [UInt8]) {
                _ = unsafe Foundation.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
            }

            func send(_ opcode: UInt16, to object: UInt32, _ arguments: [WaylandArgument]) {
                send(WaylandArgument.request(opcode, to: object, arguments))
            }

            func sendGlobal(_ index: Int, _ global: String) {
                // The global of a second output has a suffix, as in "wl_output 2". A global can have a version, as in
                // "phosh_private:7".
                let parts = global.split { " :".contains($0) }.map(String.init)
                let version = global.contains(":") ? UInt32(parts[1]) ?? 4 : 4
                send(0, to: registry, [.number(UInt32(index)), .text(parts[0]), .number(version)])
            }

            /// Configures the surfaces of an output, from the overlay layer to the background.
            func configure(_ output: String, _ sizes: Sizes) {
                for object in layerSurfaces.keys.sorted(by: >) where layerSurfaces[object]?.output == output {
                    configure(object, sizes)
                }
            }

            func isMeasured(_ output: String) -> Bool {
                let surfaces = layerSurfaces.values.filter { $0.output == output }
                return surfaces.count == 4 && surfaces.allSatisfy { $0.waitingCount == 0 && $0.isCommitted == true }
            }

            private func configure(_ object: UInt32, _ sizes: Sizes) {
                guard let layer = layerSurfaces[object] else { return }
                layerSurfaces[object]?.waitingCount += 1
                let size =
                    switch layer.zone {
                    case -1: sizes.size
                    case 0: sizes.free
                    default: compositor.measuresKeyboard(layer.creation) ? sizes.overlay : sizes.size
                    }
                let numbers = [7, UInt32(size.width), UInt32(size.height)]
                send(0, to: object, numbers.map(WaylandArgument.number))
            }

            private func receive() {
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
                guard count > 0 else {
                    watch?.pause()
                    return
                }
                var rest = bytes[..<count]
                while rest.count >= 8 {
                    var words = WaylandArguments(rest)
                    guard let object = words.number(), let word = words.number() else { return }
                    let size = Int(word >> 16)
                    serve(object, UInt16(truncatingIfNeeded: word), WaylandArguments(rest.prefix(size).dropFirst(8)))
                    rest = rest.dropFirst(size)
                }
            }

            private func serve(_ object: UInt32, _ opcode: UInt16, _ arguments: WaylandArguments) {
                var arguments = arguments
                let interface = interfaces[object] ?? "unknown"
                compositor.requests.append("\(interface).\(opcode)")
                func number() -> UInt32 { arguments.number() ?? 0 }
                switch (interface, opcode) {
                case ("wl_display", 0): send(0, to: number(), [.number(1)])
                case ("wl_display", 1):
                    registry = number()
                    interfaces[registry] = "wl_registry"
                    for (index, global) in compositor.globals.enumerated() { sendGlobal(index, global) }
                case ("wl_registry", 0):
                    let name = Int(number())
                    _ = arguments.text()
                    _ = number()
                    interfaces[number()] = compositor.globals[name]
                case ("wl_compositor", 0): interfaces[number()] = "wl_surface"
                case ("zwlr_layer_shell_v1", 0):
                    let (layer, surface, output) = (number(), number(), number())
                    interfaces[layer] = "zwlr_layer_surface_v1"
                    layerSurfaces[layer] = LayerSurface(
                        surface: surface,
                        output: interfaces[output] ?? "",
                        creation: compositor.nextCreation()
                    )
                case ("zwlr_layer_surface_v1", 2): layerSurfaces[object]?.zone = Int32(bitPattern: number())
                case ("zwlr_layer_surface_v1", 6) where layerSurfaces[object] == nil:
                    compositor.requests.append("acknowledged a destroyed surface")
                case ("zwlr_layer_surface_v1", 6):
                    layerSurfaces[object]?.waitingCount -= 1
                    layerSurfaces[object]?.isCommitted = false
                case ("zwlr_layer_surface_v1", 7): layerSurfaces[object] = nil
                case ("wl_surface", 6):
                    guard let layer = layerSurfaces.first(where: { $0.value.surface == object }) else { return }
                    layerSurfaces[layer.key]?.isCommitted = true
                    guard layer.value.isCommitted == nil, let sizes = compositor.sizes[layer.value.output]
                    else { return }
                    // sway 1.7 sends each size twice.
                    for _ in 0..<2 { configure(layer.key, sizes) }
                default: break
                }
            }
        }
    }
#endif
