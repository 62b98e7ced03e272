#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection to a keyboard with the bus name `sm.puri.OSK0`.
    @MainActor
    final class OSK0Session: KeyboardSession {
        let bus: BusConnection
        let service: BusService
        private let transitions: AreaTransitions
        private let environment: [String: String]
        /// The probe that measures the frame; `nil` without a Wayland compositor.
        private var probe: LayerProbe?
        /// Whether the probe measures the frame of the keyboard.
        private(set) var measuresFrame = false

        init(
            postingTo center: NotificationCenter,
            environment: [String: String],
            connections: DesktopConnections,
            area: UsableArea,
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            bus = try connections.openBus()
            transitions = AreaTransitions(postingTo: center, area: area, scheduler: scheduler)
            self.environment = environment
            service = BusService(.osk0, on: bus)
        }

        override func start() {
            openProbe()
            transitions.start()
            service.onLoss = { [weak self] in self?.lose(.lost("the session bus")) }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onPropertiesChange = { [weak self] in
                if let isVisible = $0["Visible"] { self?.transitions.visibilityChanged(to: isVisible) }
            }
        }

        override func close() {
            super.close()
            transitions.stop()
            probe?.close()
            service.close()
        }

        override func areaChanged(to area: CGRect?, isFullScreen: Bool) {
            transitions.areaChanged(to: area, isFullScreen: isFullScreen)
        }

        override func keyboardEnded() {
            transitions.visibilityChanged(to: false)
        }

        override func requestShow() {
            service.call("SetVisible", [.boolean(true)])
        }

        override func requestHide() {
            service.call("SetVisible", [.boolean(false)])
        }

        /// Connects to the compositor if there is no connection.
        ///
        /// squeekboard ends together with its compositor. The session therefore connects again when squeekboard runs
        /// again.
        private func openProbe() {
            guard probe == nil, let probe = try? LayerProbe(environment: environment) else { return }
            self.probe = probe
            transitions.canMeasureOutput = true
            probe.onLoss = { [weak self] in self?.probeEnded() }
            probe.onChange = { [weak self] in self?.outputChanged() }
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

        private func ownerChanged(isRunning: Bool) {
            guard isRunning else {
                keyboardEnded()
                return report(isRunning: false, SystemKeyboard.Kind.osk0.description)
            }
            openProbe()
            // The source chooses between keyboards by their visibility, so the session first reads the visibility.
            service.readProperty("Visible") { [weak self] answer in
                if case .success(let isVisible) = answer { self?.transitions.visibilityChanged(to: isVisible) }
                self?.report(answer, SystemKeyboard.Kind.osk0.description)
            }
        }
    }
#endif
