#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// The on-screen keyboard Onboard, on an X11 desktop.
    ///
    /// ```swift
    /// let keyboard = OnboardKeyboard()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// The source reads Onboard's announcements from the session bus, and the frames of its window from the X server. The
    /// *will* events have the end frame before the keyboard moves, the frames of the slide are posted as frames in motion,
    /// and the *did* events are posted when the window stands. A docked keyboard posts *show* and *hide* events at the
    /// bottom and at the top of a monitor; a floating keyboard posts only *frame* events.
    ///
    /// Onboard may start and end at any time: see ``status``. The source never starts it.
    ///
    /// Events are posted when the main queue runs. In an app with another event loop, see
    /// ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class OnboardKeyboard: KeyboardSource {
        /// The first pause before a lost connection is opened again; each further pause is twice as long.
        private static let firstPause = Duration.milliseconds(100)
        /// The longest pause between two attempts.
        private static let longestPause = Duration.seconds(10)

        private static let scales = 0.1...100.0

        /// Frames, *did* events, requests and frames in motion.
        public let capabilities: KeyboardSourceCapabilities = [
            .frames, .didEvents, .visibilityRequests, .framesInMotion,
        ]

        private let scale: Double
        private let reconnects: Bool
        private let scheduler: any KeyboardScheduler
        private let environment: [String: String]?
        private let registrar = ObservationRegistrar()
        private var currentStatus = KeyboardSourceStatus.stopped
        private var center: NotificationCenter?
        private var session: OnboardSession?
        private var retry: KeyboardScheduledAction?
        private var pause = firstPause

        /// Creates a stopped source.
        ///
        /// - Parameters:
        ///   - scale: The number of pixels in a point of the app. A toolkit has it as the scale factor of its windows. A
        ///     scale that is not between 0.1 and 100 is replaced with 1.
        ///   - reconnects: Whether the source opens a lost connection to the bus or to the X server again, and a missing
        ///     one at its start. The pauses between the attempts grow from 0.1 to 10 seconds.
        ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
        ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
        ///   - environment: The variables `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR` and `DISPLAY`. If it is `nil`, those
        ///     of the process are read at each connection.
        public init(
            scale: Double = 1,
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            self.scale = Self.scales.contains(scale) ? scale : 1
            self.reconnects = reconnects
            self.scheduler = scheduler ?? MainQueueScheduler.shared
            self.environment = environment
        }

        isolated deinit {
            stop()
        }

        /// Whether Onboard can be reached.
        ///
        /// The property is observable. If Onboard is not running, the status is
        /// ``/KeyboardObservation/KeyboardUnavailability/notRunning(keyboard:)``, and becomes available when Onboard starts.
        public var status: KeyboardSourceStatus {
            registrar.access(self, keyPath: \.status)
            return currentStatus
        }

        /// Starts posting to `center`.
        ///
        /// The call connects to the bus and to the X server, and waits for the handshake of the latter. If Onboard is
        /// shown, the source posts a *show* of 0 seconds as soon as Onboard has answered.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if there is no bus or no X server, and the
        ///   source does not reconnect.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            stop()
            self.center = center
            pause = Self.firstPause
            setStatus(.connecting)
            do throws(KeyboardSourceError) {
                try connect()
            } catch {
                guard reconnects, case .unavailable(let reason) = error else {
                    stop()
                    throw error
                }
                connectLater(because: reason)
            }
        }

        /// Stops posting immediately.
        public func stop() {
            retry?.cancel()
            retry = nil
            session?.close()
            session = nil
            center = nil
            setStatus(.stopped)
        }

        /// Asks Onboard to appear.
        ///
        /// Onboard ignores a request during a hide. The source then repeats it when the keyboard has been hidden.
        public func requestShow() throws(KeyboardSourceError) {
            try availableSession().requestShow()
        }

        /// Asks Onboard to disappear.
        public func requestHide() throws(KeyboardSourceError) {
            try availableSession().requestHide()
        }
    }

    extension OnboardKeyboard {
        private func availableSession() throws(KeyboardSourceError) -> OnboardSession {
            switch currentStatus {
            case .available: if let session { return session }
            case .unavailable(let reason): throw .unavailable(reason)
            case .connecting:
                throw .unavailable(.notConnected(service: "the session bus", reason: "it has not answered yet"))
            case .stopped: break
            }
            throw .notStarted
        }

        private func connect() throws(KeyboardSourceError) {
            guard let center else { return }
            let session = try OnboardSession(
                postingTo: center,
                environment: environment ?? ProcessInfo.processInfo.environment,
                scale: scale,
                scheduler: scheduler
            )
            session.onStatusChange = { [weak self] status in
                self?.pause = Self.firstPause
                self?.setStatus(status)
            }
            session.onLoss = { [weak self] reason in self?.lose(reason) }
            self.session = session
        }

        private func lose(_ reason: KeyboardUnavailability) {
            session = nil
            if reconnects { connectLater(because: reason) } else { setStatus(.unavailable(reason)) }
        }

        private func connectLater(because reason: KeyboardUnavailability) {
            // An observer of the status may stop or start the source, so the retry is scheduled before.
            retry = scheduler.schedule(after: pause) { [weak self] in
                guard let self else { return }
                do throws(KeyboardSourceError) {
                    try connect()
                } catch {
                    if case .unavailable(let reason) = error { connectLater(because: reason) }
                }
            }
            pause = min(pause * 2, Self.longestPause)
            setStatus(.unavailable(reason))
        }

        private func setStatus(_ status: KeyboardSourceStatus) {
            guard status != currentStatus else { return }
            // An observer is called before the mutation, and may change the status by a stop.
            currentStatus = status
            registrar.withMutation(of: self, keyPath: \.status) {}
        }
    }

    extension OnboardKeyboard: Observable {}
#endif
