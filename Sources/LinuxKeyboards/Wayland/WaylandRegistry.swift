#if SystemKeyboards
    import KeyboardObservation

    @MainActor
    final class WaylandRegistry {
        struct Global: Hashable {
            /// The number that identifies the global in this registry.
            let name: UInt32
            let interface: String
            let version: UInt32
        }

        /// Compositors offer fewer than 100 globals.
        private static let maximumCount = 512

        /// Called once when the compositor has announced all its globals.
        var onComplete: () -> Void = {}
        /// Called when a global appears or disappears after the call of ``onComplete``.
        var onChange: () -> Void = {}

        private(set) var globals: [Global] = []

        private let connection: WaylandConnection
        private var registry: UInt32 = 0
        private var isComplete = false

        init(of connection: WaylandConnection) throws(KeyboardSourceError) {
            self.connection = connection
            registry = connection.makeObject { [weak self] in self?.receive($0, $1) }
            connection.send(1, to: WaylandConnection.display, [.number(registry)])  // get_registry
            let callback = connection.makeObject { [weak self] _, _ in self?.complete() }
            connection.send(0, to: WaylandConnection.display, [.number(callback)])  // sync
            guard connection.isOpen else { throw .lost("the Wayland compositor") }
        }

        /// Returns the identifier of the new object.
        func bind(
            _ global: Global,
            version: UInt32,
            _ handler: @escaping (UInt16, WaylandArguments) -> Void = { _, _ in }
        ) -> UInt32 {
            let object = connection.makeObject(handler)
            let arguments: [WaylandArgument] = [
                .number(global.name), .text(global.interface), .number(version), .number(object),
            ]
            connection.send(0, to: registry, arguments)
            return object
        }

        private func receive(_ opcode: UInt16, _ arguments: WaylandArguments) {
            var arguments = arguments
            guard let name = arguments.number() else { return }
            switch opcode {
            case 0:
                guard globals.count < Self.maximumCount, let interface = arguments.text(),
                    let version = arguments.number()
                else { return }
                globals.append(Global(name: name, interface: interface, version: version))
            case 1: globals.removeAll { $0.name == name }
            default: return
            }
            if isComplete { onChange() }
        }

        private func complete() {
            isComplete = true
            onComplete()
        }
    }
#endif
