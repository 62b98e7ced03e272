#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// A keyboard that reports its visibility on the session bus, and occupies a strip of a Wayland output.
    @MainActor
    final class LayerKeyboard {
        let transitions: AreaTransitions
        private(set) var measuresFrame = false
        /// The handler must call the closure that it receives, because this closure changes ``measuresFrame``.
        var onCapabilitiesChange: (() -> Void) -> Void = { $0() }
        private let connections: DesktopConnections
        /// `nil` without a Wayland compositor.
        private var probe: LayerProbe?

        init(to sink: @escaping KeyboardSink, _ connections: DesktopConnections) {
            self.connections = connections
            transitions = AreaTransitions(to: sink, area: connections.area, scheduler: connections.scheduler)
        }

        func start() {
            openProbe()
            transitions.start()
        }

        func close() {
            transitions.stop()
            probe?.remove(self)
        }

        /// If the compositor ends, the keyboard and the probe end too.
        ///
        /// When the keyboard has started again, the session calls this method again.
        func openProbe() {
            guard probe == nil, let probe = try? connections.openProbe() else { return }
            self.probe = probe
            probe.add(self, { [weak self] in self?.outputChanged() }, onLoss: { [weak self] _ in self?.probeEnded() })
            outputChanged()
        }

        private func probeEnded() {
            probe = nil
            onCapabilitiesChange { measuresFrame = false }
            transitions.outputEnded()
        }

        private func outputChanged() {
            transitions.canMeasureOutput = probe?.isSupported != false
            guard let outputs = probe?.outputs, !outputs.isEmpty else { return }
            if !measuresFrame { onCapabilitiesChange { measuresFrame = true } }
            transitions.outputsChanged(to: outputs)
        }
    }
#endif
