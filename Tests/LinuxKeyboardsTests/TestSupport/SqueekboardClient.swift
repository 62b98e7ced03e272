#if SystemKeyboards
    import KeyboardObservation

    @testable import LinuxKeyboards

    /// Calls methods of squeekboard on a connection of its own, as another app does.
    @MainActor
    final class SqueekboardClient {
        static let name = "sm.puri.OSK0"

        /// The values of the property Visible that squeekboard has reported.
        let log = EventLog()
        private let connection: BusConnection
        private let service: BusService

        init(on phone: RealPhone) throws {
            let address = phone.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
            connection = try BusConnection(address: address, scheduler: MainQueueScheduler.shared)
            service = BusService(name: Self.name, path: "/sm/puri/OSK0", interface: Self.name, on: connection)
            service.onPropertiesChange = { [log] changed in
                if let isVisible = changed["Visible"] { log.add("\(isVisible)") }
            }
        }

        isolated deinit {
            connection.close()
        }

        func setVisible(_ isVisible: Bool) {
            service.call("SetVisible", [.boolean(isVisible)])
        }
    }
#endif
