#if SystemKeyboards
    import KeyboardObservation

    @testable import LinuxKeyboards

    /// Controls the virtual keyboard of KWin on a connection of its own, as the panel of a Plasma desktop does.
    @MainActor
    final class KWinClient {
        static let name = "org.kde.KWin"

        private let service: BusService

        init(on desktop: RealPlasma) async throws {
            service = try await BusService(
                name: Self.name,
                path: "/VirtualKeyboard",
                interface: "org.kde.kwin.VirtualKeyboard",
                environment: desktop.environment
            )
        }

        func setActive(_ isActive: Bool) {
            service.setProperty("active", to: isActive)
        }

        /// Whether the keyboard is visible.
        func isVisible() async -> Bool {
            await withCheckedContinuation { continuation in
                service.getProperty("visible") { continuation.resume(returning: $0 == .success(true)) }
            }
        }
    }
#endif
