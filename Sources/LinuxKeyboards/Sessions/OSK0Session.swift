#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection to a keyboard with the bus name `sm.puri.OSK0`.
    @MainActor
    final class OSK0Session: KeyboardSession {
        let bus: BusConnection
        let service: BusService
        private let transitions: AreaTransitions

        init(
            postingTo center: NotificationCenter,
            connections: DesktopConnections,
            area: UsableArea,
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            bus = try connections.openBus()
            transitions = AreaTransitions(postingTo: center, area: area, scheduler: scheduler)
            service = BusService(name: "sm.puri.OSK0", path: "/sm/puri/OSK0", interface: "sm.puri.OSK0", on: bus)
        }

        override func start() {
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
            service.close()
        }

        func areaChanged(to area: CGRect) {
            transitions.areaChanged(to: area)
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

        private func ownerChanged(isRunning: Bool) {
            guard isRunning else {
                keyboardEnded()
                return report(isRunning: false, "squeekboard")
            }
            // The source chooses between keyboards by their visibility, so the session first reads the visibility.
            service.readProperty("Visible") { [weak self] isVisible in
                if let isVisible { self?.transitions.visibilityChanged(to: isVisible) }
                self?.report(isRunning: true, "squeekboard")
            }
        }
    }
#endif
