#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// An on-screen keyboard with a window on an X server, such as matchbox-keyboard.
    ///
    /// ```swift
    /// let keyboard = X11Keyboard(windowNames: ["Florence"])
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// The keyboard is shown while its window is mapped. A keyboard at the bottom or at the top of a monitor posts *show* and
    /// *hide* events; another one floats, and posts only *frame* events.
    ///
    /// There is no common way to ask such a keyboard to appear, so the source has no requests.
    ///
    /// The keyboard may start and end at any time: see ``status``. The source never starts it. Events are posted when the
    /// main queue runs. In an app with another event loop, see ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class X11Keyboard: KeyboardSource {
        /// The names of the windows of known keyboards: matchbox-keyboard, Florence, svkbd and xvkbd.
        public static let knownWindowNames: Set = ["matchbox-keyboard", "florence", "svkbd", "xvkbd"]

        /// Frames and *did* events.
        public let capabilities: KeyboardSourceCapabilities = [.frames, .didEvents]

        let session: ReconnectingSession<X11KeyboardSession>

        /// Creates a stopped source.
        ///
        /// - Parameters:
        ///   - windowNames: The names of the keyboard's window. A window is the keyboard's if one of the two texts of its
        ///     property `WM_CLASS` is one of the names; without the property, if its title is. The window of
        ///     matchbox-keyboard 0.2, which is titled "Keyboard" and has no class, has the name of the program. Upper and
        ///     lower case are equal.
        ///   - scale: The number of pixels in a point of the app. A scale that is not between 0.1 and 100 is replaced
        ///     with 1.
        ///   - reconnects: Whether the source opens a lost connection to the X server again, and a missing one at its
        ///     start. The pauses between the attempts grow from 0.1 to 10 seconds.
        ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
        ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
        ///   - environment: The variable `DISPLAY`. If it is `nil`, the variable of the process is read at each
        ///     connection.
        public init(
            windowNames: Set<String> = knownWindowNames,
            scale: Double = 1,
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            let scale = PixelScale.valid(scale)
            let scheduler = scheduler ?? MainQueueScheduler.shared
            session = ReconnectingSession(reconnects: reconnects, scheduler: scheduler) {
                (center) throws(KeyboardSourceError) in
                try X11KeyboardSession(
                    postingTo: center,
                    environment: environment ?? ProcessInfo.processInfo.environment,
                    windowNames: windowNames,
                    scale: scale,
                    scheduler: scheduler
                )
            }
        }

        /// Whether the keyboard has a window, mapped or not.
        ///
        /// A window that is created after the start is found when it is first mapped. The property is observable. Without a window, the status is
        /// ``/KeyboardObservation/KeyboardUnavailability/notRunning(keyboard:)``.
        public var status: KeyboardSourceStatus {
            session.status
        }

        /// Starts posting to `center`.
        ///
        /// The call waits for the handshake with the X server. If the keyboard is shown, the source posts a *show* of
        /// 0 seconds.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if there is no X server, and the source
        ///   does not reconnect.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            try session.start(postingTo: center)
        }

        /// Stops posting immediately.
        public func stop() {
            session.stop()
        }
    }

    extension X11Keyboard: Observable {}
#endif
