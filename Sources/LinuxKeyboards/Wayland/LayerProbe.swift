#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Measures the area that panels and keyboards leave free on the outputs of a Wayland compositor.
    ///
    /// Compositors that use wlroots, such as sway, phoc and labwc, send each layer surface a size in points. The probe
    /// creates four layer surfaces on each output, and never maps them. One surface receives the size of the output.
    /// Another surface receives the size of the free area. A keyboard with an exclusive zone makes the free area
    /// smaller. Two further surfaces receive the size of the area that the overlay layer leaves free.
    ///
    /// KWin never tells a layer surface that the free area has become smaller. The probe therefore requires the
    /// interface `zwp_input_method_manager_v2`, which KWin does not offer.
    @MainActor
    final class LayerProbe {
        struct Handlers {
            weak var session: AnyObject?
            /// Called when ``isSupported``, ``outputs`` or a seat has changed.
            ///
            /// A seat without a keyboard changes when a program creates a virtual keyboard.
            var onChange: () -> Void
            /// Called once when the connection to the compositor is lost, or when the compositor does not answer.
            var onLoss: (KeyboardSourceError) -> Void
        }

        var handlers: [Handlers] = []

        var isOpen: Bool { connection.isOpen }

        /// Whether the probe can measure the outputs; `nil` until the compositor has answered.
        private(set) var isSupported: Bool?

        var outputs: [MeasuredOutput] {
            registry.globals.compactMap { surfaces[$0.name]?.output }
        }

        private static let maximumCount = 8

        private struct Surfaces {
            /// The identifier of the object `wl_output`.
            let object: UInt32
            let version: UInt32
            var size: CGSize?
            var freeArea: CGSize?
            /// The area that the overlay layer leaves free, measured by the first surface and by the newest surface.
            ///
            /// `newest` is `nil` during a new measurement.
            var overlayAreas: (first: CGSize?, newest: CGSize?)
            /// The surfaces that the probe keeps until the output disappears.
            var permanent: [Surface] = []
            /// The newest surface that the probe has in the overlay layer of the output.
            var newest: Surface?
            /// The latest complete measurement.
            var output: MeasuredOutput?
        }

        private struct Surface {
            let surface: UInt32
            let layerSurface: UInt32
        }

        private let connection: WaylandConnection
        private let registry: WaylandRegistry
        /// Each key is the number that identifies an output in the registry.
        ///
        /// Wayland calls this number a name.
        private var surfaces: [UInt32: Surfaces] = [:]
        private var reported: [MeasuredOutput] = []
        private var compositor: UInt32 = 0
        private var shell: UInt32 = 0
        /// The action that ends the wait for the globals.
        private var timeout: KeyboardScheduledAction?

        init(environment: [String: String], scheduler: any KeyboardScheduler) throws(KeyboardSourceError) {
            connection = try WaylandConnection(environment: environment)
            registry = try WaylandRegistry(of: connection)
            timeout = scheduler.schedule(after: BusConnection.replyTimeout) { [weak self] in
                self?.lose(WaylandConnection.notConnected("it does not answer"))
            }
            connection.onLoss = { [weak self] in self?.lose(.lost("the Wayland compositor")) }
            registry.onComplete = { [weak self] in self?.begin() }
            registry.onChange = { [weak self] in self?.outputsChanged() }
            // After a rotation of an output, several events arrive together, and the probe handles them as one change.
            connection.onDelivery = { [weak self] in self?.report() }
        }

        func add(_ owner: AnyObject, _ change: @escaping () -> Void, onLoss: @escaping (KeyboardSourceError) -> Void) {
            handlers.append(Handlers(session: owner, onChange: change, onLoss: onLoss))
        }

        func remove(_ session: AnyObject) {
            handlers.removeAll { $0.session === session }
        }

        func close() {
            timeout?.cancel()
            connection.close()
        }

        private func lose(_ error: KeyboardSourceError) {
            close()
            for handlers in handlers { handlers.onLoss(error) }
        }

        private func changed() {
            for handlers in handlers { handlers.onChange() }
        }

        private func begin() {
            timeout?.cancel()
            let globals = registry.globals
            guard globals.contains(where: { $0.interface == "zwp_input_method_manager_v2" }),
                let compositor = globals.first(where: { $0.interface == "wl_compositor" }),
                let shell = globals.first(where: { $0.interface == "zwlr_layer_shell_v1" })
            else {
                isSupported = false
                return changed()
            }
            self.compositor = registry.bind(compositor, version: min(compositor.version, 4))
            self.shell = registry.bind(shell, version: 1)
            isSupported = true
            if let seat = globals.first(where: { $0.interface == "wl_seat" }) {
                _ = registry.bind(seat, version: 1) { [weak self] _, _ in self?.changed() }
            }
            measureNewOutputs()
            changed()
        }

        private func outputsChanged() {
            guard isSupported == true else { return }
            for name in surfaces.keys where !registry.globals.contains(where: { $0.name == name }) { remove(name) }
            measureNewOutputs()
        }

        private func remove(_ name: UInt32) {
            guard let removed = surfaces.removeValue(forKey: name) else { return }
            for surface in removed.permanent { destroy(surface) }
            if let newest = removed.newest { destroy(newest) }
            if removed.version >= 3 { connection.send(0, to: removed.object) }  // release
        }

        private func destroy(_ surface: Surface) {
            // Until the request `destroy` reaches the compositor, the compositor can send further events of the
            // surface.
            connection.ignoreEvents(of: surface.layerSurface)
            connection.ignoreEvents(of: surface.surface)
            connection.send(7, to: surface.layerSurface)  // destroy
            connection.send(0, to: surface.surface)  // destroy
        }

        /// Whether the top layer is in front of a full-screen window that has a focused text field.
        ///
        /// With phoc 0.46, which has version 7 of `phosh_private`, the layer is in front of the window. With phoc 0.58,
        /// which has version 8, the layer is behind the window.
        private var revealsTopLayer: Bool {
            registry.globals.contains { $0.interface == "phosh_private" && $0.version == 7 }
        }

        private func report() {
            for (name, measured) in surfaces {
                guard let size = measured.size, let freeArea = measured.freeArea,
                    let first = measured.overlayAreas.first, let newest = measured.overlayAreas.newest
                else { continue }
                let overlayArea = revealsTopLayer ? freeArea : first.height < newest.height ? first : newest
                surfaces[name]?.output = MeasuredOutput(
                    name: name,
                    size: size,
                    freeArea: freeArea,
                    overlayArea: overlayArea
                )
            }
            guard outputs != reported else { return }
            reported = outputs
            changed()
        }

        private func measureNewOutputs() {
            for global in registry.globals where global.interface == "wl_output" && surfaces[global.name] == nil {
                guard surfaces.count < Self.maximumCount else { return }
                let (name, version) = (global.name, min(global.version, 3))
                let output = registry.bind(global, version: version)
                surfaces[name] = Surfaces(object: output, version: version)
                // An exclusive zone of -1 asks for the whole output. An exclusive zone of 0 asks for the free area.
                surfaces[name]?.permanent = [
                    measure(output, layer: 0, exclusiveZone: -1) { [weak self] in self?.surfaces[name]?.size = $0 },
                    measure(output, layer: 0, exclusiveZone: 0) { [weak self] in self?.freeAreaChanged(name, to: $0)
                    },
                    measureOverlay(of: output) { [weak self] in self?.surfaces[name]?.overlayAreas.first = $0 },
                ]
                measureOverlayAgain(of: name)
            }
        }

        private func freeAreaChanged(_ name: UInt32, to area: CGSize) {
            let isFirst = surfaces[name]?.freeArea == nil
            surfaces[name]?.freeArea = area
            if !isFirst { measureOverlayAgain(of: name) }
        }

        /// A surface measures the panels and keyboards that precede it in its layer.
        ///
        /// In phoc and in sway 1.10 or later, a new surface comes last. So a surface measures a keyboard only if the
        /// surface is newer than the keyboard. In sway 1.9 or earlier, a new surface comes first. So a surface measures
        /// a keyboard only if the surface is older than the keyboard. In sway 1.9 or earlier, the probe cannot measure
        /// a keyboard that is older than the probe.
        private func measureOverlayAgain(of name: UInt32) {
            guard let output = surfaces[name]?.object else { return }
            if let newest = surfaces[name]?.newest { destroy(newest) }
            surfaces[name]?.overlayAreas.newest = nil
            surfaces[name]?.newest = measureOverlay(of: output) { [weak self] in
                self?.surfaces[name]?.overlayAreas.newest = $0
            }
        }

        /// With an exclusive zone of 1, the surface receives the area that the preceding surfaces in its layer leave
        /// free.
        ///
        /// The surface reserves no space itself, because it is anchored to all edges.
        private func measureOverlay(of output: UInt32, _ store: @escaping (CGSize) -> Void) -> Surface {
            measure(output, layer: 3, exclusiveZone: 1, store)
        }

        /// Without a buffer, the surface is never mapped.
        ///
        /// The interface `zwlr_layer_shell_v1` defines the numbers of the layers: 0 is the background, and 3 is the
        /// overlay.
        private func measure(
            _ output: UInt32,
            layer: UInt32,
            exclusiveZone: Int32,
            _ store: @escaping (CGSize) -> Void
        ) -> Surface {
            let surface = connection.makeObject()
            connection.send(0, to: compositor, [.number(surface)])  // create_surface
            var layerSurface: UInt32 = 0
            var last: CGSize?
            layerSurface = connection.makeObject { [weak self] opcode, arguments in
                guard let self else { return }
                var arguments = arguments
                // The registry reports a removed output, so the event `closed`, with the opcode 1, needs no handling.
                guard opcode == 0, let serial = arguments.number(), let width = arguments.number(),
                    let height = arguments.number()
                else { return }
                connection.send(6, to: layerSurface, [.number(serial)])  // ack_configure
                // If an acknowledged size is not committed, phoc delays all windows by 3 seconds.
                connection.send(6, to: surface)  // commit
                let size = CGSize(width: Double(width), height: Double(height))
                // sway 1.7 repeats sizes that have not changed.
                guard size != last else { return }
                last = size
                store(size)
            }
            let namespace = WaylandArgument.text("keyboard-observation")
            connection.send(
                0,
                to: shell,
                [.number(layerSurface), .number(surface), .number(output), .number(layer), namespace]
            )  // get_layer_surface
            connection.send(1, to: layerSurface, [.number(0b1111)])  // set_anchor: all edges
            connection.send(2, to: layerSurface, [.number(UInt32(bitPattern: exclusiveZone))])  // set_exclusive_zone
            connection.send(6, to: surface)  // commit
            return Surface(surface: surface, layerSurface: layerSurface)
        }
    }
#endif
