#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connections and the settings that the sessions of a source share.
    ///
    /// The sessions share one connection to the session bus, one to the X server and one to the Wayland compositor. A
    /// connection is opened when the first session needs it, and is closed when the source stops.
    @MainActor
    final class DesktopConnections {
        typealias WindowCompletion = (Result<XWindowObserver, KeyboardSourceError>) -> Void

        /// The longest time that a session waits for the X server or for the Wayland compositor.
        ///
        /// Replies of the session bus have the same time limit. Xwayland needs 0.3 seconds to start.
        nonisolated static let answerTimeout = BusConnection.replyTimeout

        let environment: [String: String]
        let scheduler: any KeyboardScheduler
        /// The area that the app has reported.
        let area = UsableArea()
        /// The window that the app keeps in place; `nil` if the desktop may move the window.
        var fixedWindow: CGRect?
        /// Whether the machine has a touch screen.
        ///
        /// The kernel lists a touch screen as a direct device.
        lazy var hasTouchScreen = BoundedFile.text("/proc/bus/input/devices", limit: 1 << 16).split(separator: "\n")
            .contains { $0.hasPrefix("B: PROP=") && (UInt64($0.dropFirst(8), radix: 16) ?? 0) & 2 != 0 }
        /// One closure for each requester of the app; the closure returns whether the requester has a focused field.
        var requesters: [ObjectIdentifier: @MainActor () -> Bool] = [:]
        private let keyboards: [XKeyboard: (XWindowTexts) -> Bool]
        private(set) var bus: BusConnection?
        private var probe: LayerProbe?
        private var windows: XWindowObserver?
        private var request: XDisplayRequest?
        private var timeout: KeyboardScheduledAction?
        private var waiting: [WindowCompletion] = []

        /// Creates an object without connections.
        ///
        /// - Parameters:
        ///   - environment: The variables that name the bus and the display.
        ///   - scheduler: The scheduler that supplies the time.
        ///   - keyboards: One closure for each keyboard that has a window. The closure returns whether a given window
        ///     belongs to the keyboard.
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
        /// A completion that still waits for the X server is not called.
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

        /// Returns the connection to the session bus; opens a connection if there is none.
        func openBus() throws(KeyboardSourceError) -> BusConnection {
            if let bus, !bus.isLost { return bus }
            let bus = try BusConnection(environment: environment, scheduler: scheduler)
            self.bus = bus
            return bus
        }

        /// Returns the probe of the Wayland compositor; connects to the compositor if there is no connection.
        func openProbe() throws(KeyboardSourceError) -> LayerProbe {
            if let probe, probe.isOpen { return probe }
            let probe = try LayerProbe(environment: environment, scheduler: scheduler)
            self.probe = probe
            return probe
        }

        /// Passes the observer of the X server to a closure.
        ///
        /// If the observer exists, the closure receives the observer at once. If the environment names no display, the
        /// closure receives an error at once. If the server refuses the connection, the closure receives an error
        /// later. The closure also receives an error if the server does not answer within ``answerTimeout``.
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
        /// The error that reports the loss of an open connection.
        static func lost(_ service: String) -> KeyboardSourceError {
            .notConnected(service: service, reason: "the connection was lost")
        }
    }
#endif
