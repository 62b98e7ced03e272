#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    @MainActor
    final class OSK0Session: KeyboardSession {
        private static let keyboardName = "squeekboard or stevia"

        let service: BusService
        private let keyboard: LayerKeyboard
        var measuresFrame: Bool { keyboard.measuresFrame }

        init(to sink: @escaping KeyboardSink, _ connections: DesktopConnections) throws(KeyboardSourceError) {
            keyboard = LayerKeyboard(to: sink, connections)
            service = BusService(.osk0, on: try connections.openBus())
        }

        override func start() {
            keyboard.onCapabilitiesChange = { [weak self] in self?.onCapabilitiesChange($0) }
            keyboard.start()
            service.onLoss = { [weak self] in self?.lose(.lost("the session bus")) }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onPropertiesChange = { [weak self] in
                if let isVisible = $0["Visible"] { self?.keyboard.transitions.visibilityChanged(to: isVisible) }
            }
        }

        override func close() {
            super.close()
            keyboard.close()
            service.close()
        }

        override func areaChanged(to area: CGRect?, isFullScreen: Bool) {
            keyboard.transitions.areaChanged(to: area, isFullScreen: isFullScreen)
        }

        override func keyboardEnded() {
            keyboard.transitions.visibilityChanged(to: false)
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
                return report(isRunning: false, Self.keyboardName)
            }
            keyboard.openProbe()
            // The source chooses between keyboards by their visibility, so the session reads the visibility before it
            // reports the status of the keyboard.
            service.readProperty("Visible") { [weak self] answer in
                if case .success(let isVisible) = answer {
                    self?.keyboard.transitions.visibilityChanged(to: isVisible)
                }
                self?.report(answer, Self.keyboardName)
            }
        }
    }
#endif
