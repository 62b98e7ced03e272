#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// The on-screen keyboard Onboard, on an X11 desktop.
    ///
    /// ```swift
    /// let keyboard = OnboardKeyboard()
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// The source reads Onboard's announcements from the session bus, and the frames of its window from the X server.
    /// The *will* events have the end frame and are posted before the keyboard moves. The frames of the slide are
    /// posted as frames in motion. The *did* events are posted when the window stands. A docked keyboard posts *show*
    /// and *hide* events at the bottom and at the top of a monitor; a floating keyboard posts only *frame* events.
    ///
    /// Onboard may start and end at any time: see ``status``. The source never starts it.
    ///
    /// Events are posted when the main queue runs. In an app with another event loop, see
    /// ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class OnboardKeyboard: KeyboardSource {
        /// Frames, *did* events, requests and frames in motion.
        public let capabilities: KeyboardSourceCapabilities = [
            .frames, .didEvents, .visibilityRequests, .framesInMotion,
        ]

        let session: ReconnectingSession<OnboardSession>

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
            let scale = PixelScale.valid(scale)
            let scheduler = scheduler ?? MainQueueScheduler.shared
            session = ReconnectingSession(reconnects: reconnects, scheduler: scheduler) {
                (center) throws(KeyboardSourceError) in
                try OnboardSession(
                    postingTo: center,
                    environment: environment ?? ProcessInfo.processInfo.environment,
                    scale: scale,
                    scheduler: scheduler
                )
            }
        }

        /// Whether Onboard can be reached.
        ///
        /// The property is observable. If Onboard is not running, the status is
        /// ``/KeyboardObservation/KeyboardUnavailability/notRunning(keyboard:)``, and becomes available when Onboard starts.
        public var status: KeyboardSourceStatus {
            session.status
        }

        /// Starts posting to `center`.
        ///
        /// The call connects to the bus and to the X server, and waits for the handshake of the latter. If Onboard is
        /// shown, the source posts a *show* of 0 seconds as soon as Onboard has answered.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if there is no bus or no X server, and the
        ///   source does not reconnect.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            try session.start(postingTo: center)
        }

        /// Stops posting immediately.
        public func stop() {
            session.stop()
        }

        /// Asks Onboard to appear.
        ///
        /// Onboard ignores a request during a hide. The source then repeats it when the keyboard has been hidden.
        public func requestShow() throws(KeyboardSourceError) {
            try session.available().requestShow()
        }

        /// Asks Onboard to disappear.
        public func requestHide() throws(KeyboardSourceError) {
            try session.available().requestHide()
        }
    }

    extension OnboardKeyboard: Observable {}
#endif
