#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// The virtual keyboard of KWin, on a Plasma desktop with Wayland.
    ///
    /// ```swift
    /// let keyboard = KWinKeyboard()
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// The source reads from the session bus whether the keyboard is visible. The bus does not have the keyboard's frame, so
    /// the events have no frames. KWin makes a maximized window smaller, so that the keyboard does not cover it.
    ///
    /// When the focus moves to another field, KWin hides its keyboard for up to 0.2 seconds. The source therefore posts a
    /// *hide* 0.15 seconds after the keyboard was hidden, and only if it is still hidden. If a field still has the focus,
    /// the source waits 0.5 seconds.
    ///
    /// The keyboard may start and end at any time: see ``status``. The source never starts it. Events are posted when the
    /// main queue runs. In an app with another event loop, see ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class KWinKeyboard: KeyboardSource {
        /// *Did* events and requests.
        public let capabilities: KeyboardSourceCapabilities = [.didEvents, .visibilityRequests]

        let session: ReconnectingSession<KWinSession>

        /// Creates a stopped source.
        ///
        /// - Parameters:
        ///   - reconnects: Whether the source opens a lost connection to the bus again, and a missing one at its start.
        ///     The pauses between the attempts grow from 0.1 to 10 seconds.
        ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
        ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
        ///   - environment: The variables `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR`. If it is `nil`, the
        ///     variables of the process are read at each connection.
        public init(
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            let scheduler = scheduler ?? MainQueueScheduler.shared
            session = ReconnectingSession(reconnects: reconnects, scheduler: scheduler) {
                (center) throws(KeyboardSourceError) in
                try KWinSession(
                    postingTo: center,
                    environment: environment ?? ProcessInfo.processInfo.environment,
                    scheduler: scheduler
                )
            }
        }

        /// Whether the keyboard can be reached.
        ///
        /// The property is observable. If KWin is not running, has no virtual keyboard, or has disabled it, the status is
        /// ``/KeyboardObservation/KeyboardUnavailability/notRunning(keyboard:)``.
        public var status: KeyboardSourceStatus {
            session.status
        }

        /// Starts posting to `center`.
        ///
        /// The call does not wait for the bus. If the keyboard is shown, the source posts a *show* of 0 seconds as soon as
        /// KWin has answered.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if there is no bus, and the source does
        ///   not reconnect.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            try session.start(postingTo: center)
        }

        /// Stops posting immediately.
        public func stop() {
            session.stop()
        }

        /// Asks the keyboard to appear.
        ///
        /// KWin shows its keyboard only while a text field of a Wayland client has the focus.
        public func requestShow() throws(KeyboardSourceError) {
            try session.available().requestShow()
        }

        /// Asks the keyboard to disappear.
        public func requestHide() throws(KeyboardSourceError) {
            try session.available().requestHide()
        }
    }

    extension KWinKeyboard: Observable {}
#endif
