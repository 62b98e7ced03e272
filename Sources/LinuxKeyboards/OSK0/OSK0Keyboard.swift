#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// A keyboard with the bus name `sm.puri.OSK0`: squeekboard or its successor stevia, on a phone with Wayland.
    ///
    /// ```swift
    /// let keyboard = OSK0Keyboard()
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// keyboard.reportUsableArea(CGRect(x: 0, y: 0, width: 720, height: 1_440))
    /// ```
    ///
    /// The source reads from the session bus whether the keyboard is visible. The bus does not have the keyboard's frame,
    /// but the compositor makes the window of a maximized app smaller. If the app reports the usable area, the source
    /// posts the frame of the strip that is missing; otherwise it posts events without frames.
    ///
    /// The *did* events directly follow the *will* events, because the bus does not report when a transition ends. The source
    /// was tested with squeekboard 1.21; stevia has the same interface.
    ///
    /// The keyboard may start and end at any time: see ``status``. The source never starts it. Events are posted when the
    /// main queue runs. In an app with another event loop, see ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class OSK0Keyboard: KeyboardSource {
        let session: ReconnectingSession<OSK0Session>
        private let area: UsableArea

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
            let area = UsableArea()
            self.area = area
            session = ReconnectingSession(reconnects: reconnects, scheduler: scheduler) {
                (center) throws(KeyboardSourceError) in
                try OSK0Session(
                    postingTo: center,
                    environment: environment ?? ProcessInfo.processInfo.environment,
                    area: area,
                    scheduler: scheduler
                )
            }
        }

        /// *Did* events and requests; frames after the first report of the usable area.
        public var capabilities: KeyboardSourceCapabilities {
            area.reported == nil ? [.didEvents, .visibilityRequests] : [.frames, .didEvents, .visibilityRequests]
        }

        /// Whether the keyboard can be reached.
        ///
        /// The property is observable. If the keyboard is not running, the status is
        /// ``/KeyboardObservation/KeyboardUnavailability/notRunning(keyboard:)``, and becomes available when it starts. The
        /// first report of the usable area changes the status to connecting and back, because the capabilities change.
        public var status: KeyboardSourceStatus {
            session.status
        }

        /// Reports the area that the compositor leaves to the app.
        ///
        /// An app calls the method after each change of the size of its maximized window, also while the keyboard is
        /// hidden, and also before the source is started. The first report must not be later than the first *show*, or
        /// this *show* has no frame.
        ///
        /// The source posts the keyboard in the frame by which the area is shorter than while the keyboard was hidden. The
        /// report and the signal of the keyboard arrive in either order; one waits 0.1 seconds for the other. If the
        /// area stays whole, for example because the window is not maximized, the *show* has no frame. An app that
        /// shares the screen with another window does not report, because the other window reduces the area too.
        ///
        /// - Parameter area: The area in points, in the coordinates of the frames of views. A Wayland app, which does not
        ///   know its position, uses the origin (0, 0). An area that is empty or not finite is ignored.
        public func reportUsableArea(_ area: CGRect) {
            guard UsableArea.isValid(area) else { return }
            let report = { [self] in
                if let session = session.session {
                    session.areaChanged(to: area)
                } else {
                    self.area.report(area, isKeyboardVisible: true)
                }
            }
            self.area.reported == nil ? session.changeCapabilities(report) : report()
        }

        /// Starts posting to `center`.
        ///
        /// The call does not wait for the bus. If the keyboard is shown, the source posts a *show* of 0 seconds as soon as
        /// the keyboard has answered.
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
        public func requestShow() throws(KeyboardSourceError) {
            try session.available().setVisible(true)
        }

        /// Asks the keyboard to disappear.
        public func requestHide() throws(KeyboardSourceError) {
            try session.available().setVisible(false)
        }
    }

    extension OSK0Keyboard: Observable {}
#endif
