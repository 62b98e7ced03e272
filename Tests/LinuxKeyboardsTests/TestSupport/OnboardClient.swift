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

        /// Waits until Onboard has answered, after the earlier calls, or until the bus reports that it does not run.
        func waitForAnswer() async {
            await service.waitForAnswer()
        }
    }

    extension BusService {
        /// Waits until the service has answered, after the earlier calls, or until the bus reports that it does not run.
        func waitForAnswer() async {
            _ = await result(within: timeLimit) { finish in ask(finish) }
        }

        private func ask(_ finish: @escaping @MainActor (Bool) -> Void) {
            getProperty("Visible") { [weak self] in
                if case .failure(.timedOut) = $0 { self?.ask(finish) } else { finish(true) }
            }
        }
    }
#endif
