#if SystemKeyboards
    import KeyboardObservation

    @testable import LinuxKeyboards

    /// Calls methods of Onboard on a connection of its own, as another app does.
    @MainActor
    final class OnboardClient {
        private let service: BusService

        init(on desktop: RealDesktop) async throws {
            service = try await BusService(
                name: "org.onboard.Onboard",
                path: "/org/onboard/Onboard/Keyboard",
                interface: "org.onboard.Onboard.Keyboard",
                environment: desktop.environment
            )
        }

        func call(_ method: String) {
            service.call(method)
        }
    }
#endif
