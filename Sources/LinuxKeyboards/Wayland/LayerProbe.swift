#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Measures the area that panels and keyboards leave free on the outputs of a Wayland compositor.
    ///
    /// The probe creates two layer surfaces on each output, and never maps them. The compositor nevertheless reports a
    /// size to each surface. One surface receives the size of the output, and the other surface receives the size of
    /// the free area. A keyboard with an exclusive zone makes the free area smaller. The probe works with compositors
    /// that are based on wlroots, such as sway, phoc and labwc. The sizes are in points.
    ///
    /// KWin also has layer surfaces, but never reports a smaller area to a layer surface. The probe does not work with
    /// KWin, because KWin lacks `zwp_input_method_manager_v2`.
    @MainActor
    final class LayerProbe {
        /// The measurement of an output.
        struct Output: Equatable {
            /// The number of the output.
            var name: UInt32
            /// The size of the whole output.
            var size: CGSize
            /// The size of the area that panels and keyboards leave free.
            var freeArea: CGSize
        }

        /// Called when ``isSupported`` or ``output`` has changed, and when a seat has changed.
        ///
        /// A seat without a keyboard changes when a program creates a virtual keyboard.
        var onChange: () -> Void = {}
        /// Called once when the connection to the compositor is lost.
        var onLoss: () -> Void = {}

        /// Whether the compositor can be measured; `nil` until the compositor has answered.
        private(set) var isSupported: Bool?

        /// The output with the highest strip of panels and keyboards; `nil` before the first measurement.
        var output: Output? {
            let outputs = registry.globals.compactMap { surfaces[$0.name]?.output($0.name) }
            return outputs.max { $0.size.height - $0.freeArea.height < $1.size.height - $1.freeArea.height }
        }

        /// The maximum number of measured outputs.
        private static let maximumCount = 8

        /// The surfaces of an output.
        private struct Surfaces {
            var size: CGSize?
            var freeArea: CGSize?
            /// The identifiers of the surfaces, and of their layer surfaces.
            var objects: [(surface: UInt32, layerSurface: UInt32)] = []

            func output(_ name: UInt32) -> Output? {
                guard let size, let freeArea else { return nil }
                return Output(name: name, size: size, freeArea: freeArea)
            }
        }

        private let connection: WaylandConnection
        private let registry: WaylandRegistry
        /// The surfaces of each output, by the names of the outputs.
        private var surfaces: [UInt32: Surfaces] = [:]
        /// The output at the latest call of ``onChange``.
        private var reported: Output?
        private var compositor: UInt32 = 0
        private var shell: UInt32 = 0

        /// Connects to the compositor.
        ///
        /// - Throws: An error if there is no compositor.
        init(environment: [String: String]) throws(KeyboardSourceError) {
            connection = try WaylandConnection(environment: environment)
            registry = WaylandRegistry(of: connection)
            connection.onLoss = { [weak self] in self?.onLoss() }
            registry.onComplete = { [weak self] in self?.begin() }
            registry.onChange = { [weak self] in self?.outputsChanged() }
            // A turned or scaled output has a new size and a new free area, which arrive in two events.
            connection.onDelivery = { [weak self] in self?.report() }
        }

        /// Ends the connection.
        func close() {
            connection.close()
        }

        private func begin() {
            let globals = registry.globals
            guard registry.offers("zwp_input_method_manager_v2"),
                let compositor = globals.first(where: { $0.interface == "wl_compositor" }),
                let shell = globals.first(where: { $0.interface == "zwlr_layer_shell_v1" })
            else {
                isSupported = false
                return onChange()
            }
            self.compositor = registry.bind(compositor, version: min(compositor.version, 4))
            self.shell = registry.bind(shell, version: 1)
            isSupported = true
            if let seat = globals.first(where: { $0.interface == "wl_seat" }) {
                _ = registry.bind(seat, version: 1) { [weak self] _, _ in self?.onChange() }
            }
            measureNewOutputs()
            onChange()
        }

        private func outputsChanged() {
            guard isSupported == true else { return }
            for name in surfaces.keys where !registry.globals.contains(where: { $0.name == name }) { remove(name) }
            measureNewOutputs()
        }

        private func remove(_ output: UInt32) {
            for object in surfaces.removeValue(forKey: output)?.objects ?? [] {
                connection.send(7, to: object.layerSurface)  // destroy
                connection.send(0, to: object.surface)  // destroy
            }
        }

        private func report() {
            guard output != reported else { return }
            reported = output
            onChange()
        }

        private func measureNewOutputs() {
            for global in registry.globals where global.interface == "wl_output" && surfaces[global.name] == nil {
                guard surfaces.count < Self.maximumCount else { return }
                surfaces[global.name] = Surfaces()
                let output = registry.bind(global, version: 1)
                // An exclusive zone of -1 asks for the whole output, and 0 asks for the free area.
                let objects = [
                    measure(output, exclusiveZone: -1) { [weak self] in self?.surfaces[global.name]?.size = $0 },
                    measure(output, exclusiveZone: 0) { [weak self] in self?.surfaces[global.name]?.freeArea = $0 },
                ]
                surfaces[global.name]?.objects = objects
            }
        }

        /// Creates a layer surface that covers an output, and does not map the surface.
        private func measure(
            _ output: UInt32,
            exclusiveZone: Int32,
            _ store: @escaping (CGSize) -> Void
        ) -> (surface: UInt32, layerSurface: UInt32) {
            let surface = connection.makeObject()
            connection.send(0, to: compositor, [.number(surface)])  // create_surface
            var layerSurface: UInt32 = 0
            layerSurface = connection.makeObject { [weak self] opcode, arguments in
                guard let self else { return }
                var arguments = arguments
                // The event `closed`, with the opcode 1, needs no handling. The registry reports a removed output.
                guard opcode == 0, let serial = arguments.number(), let width = arguments.number(),
                    let height = arguments.number()
                else { return }
                connection.send(6, to: layerSurface, [.number(serial)])  // ack_configure
                store(CGSize(width: Double(width), height: Double(height)))
            }
            let namespace = WaylandArgument.text("keyboard-observation")
            let background = WaylandArgument.number(0)
            connection.send(
                0,
                to: shell,
                [.number(layerSurface), .number(surface), .number(output), background, namespace]
            )  // get_layer_surface
            connection.send(1, to: layerSurface, [.number(0b1111)])  // set_anchor: all edges
            connection.send(2, to: layerSurface, [.number(UInt32(bitPattern: exclusiveZone))])  // set_exclusive_zone
            connection.send(6, to: surface)  // commit
            return (surface, layerSurface)
        }
    }
#endif
