#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection of a started ``OSK0Keyboard``.
    @MainActor
    final class OSK0Session: KeyboardSession {
        static let keyboardName = "squeekboard"

        var onStatusChange: (KeyboardSourceStatus) -> Void = { _ in }
        var onLoss: (KeyboardUnavailability) -> Void = { _ in }

        let bus: BusConnection
        let service: BusService
        private let tracker: UsableAreaTracker
        private var isClosed = false

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

        func start() {
            tracker.start()
            bus.onLoss = { [weak self] in self?.lose() }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onPropertiesChange = { [weak self] in self?.visibilityChanged(to: $0["Visible"]) }
        }

        func close() {
            isClosed = true
            tracker.stop()
            bus.close()
        }

        func areaChanged(to area: CGRect) {
            tracker.areaChanged(to: area)
        }

        func setVisible(_ isVisible: Bool) {
            service.call("SetVisible", [.boolean(isVisible)])
        }

        private func ownerChanged(isRunning: Bool) {
            if isRunning {
                read()
            } else {
                tracker.visibilityChanged(to: false)
            }
            guard !isClosed else { return }
            onStatusChange(isRunning ? .available : .unavailable(.notRunning(keyboard: Self.keyboardName)))
        }

        private func read() {
            service.getProperty("Visible") { [weak self] in
                switch $0 {
                case .success(let value): self?.visibilityChanged(to: value)
                // The keyboard hangs, and may answer later.
                case .failure(.timedOut): self?.read()
                case .failure: break
                }
            }
        }

        private func visibilityChanged(to value: BusValue?) {
            if case .boolean(let isVisible)? = value { tracker.visibilityChanged(to: isVisible) }
        }

        private func lose() {
            tracker.visibilityChanged(to: false)
            guard !isClosed else { return }
            let onLoss = onLoss
            close()
            onLoss(.notConnected(service: "the session bus", reason: "the connection was lost"))
        }
    }
#endif
