#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connections and the settings that the sessions of a source share.
    ///
    /// Each connection is opened at its first use, and is closed when the source stops.
    @MainActor
    final class DesktopConnections {
        typealias WindowCompletion = (Result<XWindowObserver, KeyboardSourceError>) -> Void

        /// Xwayland needs 0.3 seconds to start.
        nonisolated static let answerTimeout = BusConnection.replyTimeout

        let environment: [String: String]
        let scheduler: any KeyboardScheduler
        let area = UsableArea()
        /// The window that the app keeps in place; `nil` if the desktop may move the window.
        var fixedWindow: CGRect?
        /// The kernel lists a touch screen as a direct device.
        lazy var hasTouchScreen = BoundedFile.text("/proc/bus/input/devices", limit: 1 << 16).split(separator: "\n")
            .contains { $0.hasPrefix("B: PROP=") && (UInt64($0.dropFirst(8), radix: 16) ?? 0) & 2 != 0 }
        /// Each closure returns whether its requester has a focused field.
        var requesters: [ObjectIdentifier: @MainActor () -> Bool] = [:]
        private let keyboards: [XKeyboard: (XWindowTexts) -> Bool]
        private(set) var bus: BusConnection?
        private var probe: LayerProbe?
        private var windows: XWindowObserver?
        private var request: XDisplayRequest?
        private var timeout: KeyboardScheduledAction?
        private var waiting: [WindowCompletion] = []

        init(
            environment: [String: String],
            scheduler: any KeyboardScheduler,
            keyboards: [XKeyboard: (XWindowTexts) -> Bool]
        ) {
            self.environment = environment
            self.scheduler = scheduler
            self.keyboards = keyboards
        }

        isolated deinit {
            close()
        }

        /// Closes the connections.
        ///
        /// The method does not call the pending completions of `openWindows(_:)`.
        func close() {
            bus?.close()
            bus = nil
            probe?.close()
            probe = nil
            windows?.close()
            windows = nil
            endRequest()
            waiting = []
        }

        func openBus() throws(KeyboardSourceError) -> BusConnection {
            if let bus, !bus.isLost { return bus }
            let bus = try BusConnection(environment: environment, scheduler: scheduler)
            self.bus = bus
            return bus
        }

        func openProbe() throws(KeyboardSourceError) -> LayerProbe {
            if let probe, probe.isOpen { return probe }
            let probe = try LayerProbe(environment: environment, scheduler: scheduler)
            self.probe = probe
            return probe
        }

        /// If no answer of the server is needed, the closure is called at once.
        func openWindows(_ completion: @escaping WindowCompletion) {
            if let windows, !windows.isClosed { return completion(.success(windows)) }
            guard let name = environment["DISPLAY"], !name.isEmpty else {
                let reason = "DISPLAY is not set"
                return completion(.failure(.notConnected(service: "the X server", reason: reason)))
            }
            waiting.append(completion)
            guard request == nil else { return }
            timeout = scheduler.schedule(after: Self.answerTimeout) { [weak self] in
                self?.finishRequest(.failure(XDisplay.notConnected(name, "it does not answer")))
            }
            request = XDisplayRequest(name) { [weak self] in self?.displayOpened($0) }
        }

        private func displayOpened(_ result: Result<XDisplay, KeyboardSourceError>) {
            finishRequest(
                result.flatMap { display in
                    let windows = XWindowObserver(display, keyboards: keyboards)
                    // The X server may have ended while the observer read the windows.
                    return windows.isClosed ? .failure(.lost("the X server")) : .success(windows)
                }
            )
        }

        private func finishRequest(_ result: Result<XWindowObserver, KeyboardSourceError>) {
            endRequest()
            windows = try? result.get()
            let completions = waiting
            waiting = []
            for completion in completions { completion(result) }
        }

        private func endRequest() {
            timeout?.cancel()
            request?.cancel()
            request = nil
        }
    }

    extension KeyboardSourceError {
        static func lost(_ service: String) -> KeyboardSourceError {
            .notConnected(service: service, reason: "the connection was lost")
        }
    }
#endif
