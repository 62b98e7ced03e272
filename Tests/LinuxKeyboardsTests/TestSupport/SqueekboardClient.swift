#if SystemKeyboards
    import KeyboardObservation

    @testable import LinuxKeyboards

    /// Calls methods of squeekboard on a connection of its own, as another app does.
    @MainActor
    final class SqueekboardClient {
        static let name = "sm.puri.OSK0"

        private let service: BusService

        init(on phone: RealPhone) async throws {
            service = try await BusService(
                name: Self.name,
                path: "/sm/puri/OSK0",
                interface: Self.name,
                environment: phone.environment
            )
        }

        func setVisible(_ isVisible: Bool) {
            service.call("SetVisible", [.boolean(isVisible)])
        }
    }
#endif
