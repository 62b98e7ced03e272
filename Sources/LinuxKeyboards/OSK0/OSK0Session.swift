#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection to a keyboard with the bus name `sm.puri.OSK0`.
    @MainActor
    final class OSK0Session: KeyboardSession {
        let bus: BusConnection
        let service: BusService
        private let tracker: UsableAreaTracker

        init(
            postingTo center: NotificationCenter,
            environment: [String: String],
            area: UsableArea,
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            bus = try BusConnection(environment: environment, scheduler: scheduler)
            tracker = UsableAreaTracker(postingTo: center, area: area, scheduler: scheduler)
            service = BusService(name: "sm.puri.OSK0", path: "/sm/puri/OSK0", interface: "sm.puri.OSK0", on: bus)
        }

        override func start() {
            tracker.start()
            bus.onLoss = { [weak self] in self?.lose("the session bus") }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onPropertiesChange = { [weak self] in
                if let isVisible = $0["Visible"] { self?.tracker.visibilityChanged(to: isVisible) }
            }
        }

        override func close() {
            super.close()
            tracker.stop()
            bus.close()
        }

        func areaChanged(to area: CGRect) {
            tracker.areaChanged(to: area)
        }

        override func keyboardEnded() {
            tracker.visibilityChanged(to: false)
        }

        override func requestShow() {
            service.call("SetVisible", [.boolean(true)])
        }

        override func requestHide() {
            service.call("SetVisible", [.boolean(false)])
        }

        private func ownerChanged(isRunning: Bool) {
            isRunning ? read() : keyboardEnded()
            report(isRunning: isRunning, "squeekboard")
        }

        private func read() {
            service.getProperty("Visible") { [weak self] in
                switch $0 {
                case .success(let isVisible): self?.tracker.visibilityChanged(to: isVisible)
                // The keyboard hangs, and may answer later.
                case .failure(.timedOut): self?.read()
                case .failure: break
                }
            }
        }
    }
#endif
