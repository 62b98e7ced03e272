#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// The on-screen keyboard that runs on the desktop.
    ///
    /// ```swift
    /// let keyboard = SystemKeyboard(reconnects: true)
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// The source observes several keyboards at the same time, and posts only the events of one keyboard. At first, the
    /// source chooses the first keyboard in ``candidates`` that is running and shown. If no keyboard is shown, the
    /// source chooses the first running keyboard. The source does not change its choice while the chosen keyboard is
    /// shown. If the chosen keyboard is hidden and another keyboard appears, the source changes to the other keyboard.
    /// If the program of the chosen keyboard ends while the keyboard is shown, the source posts a *hide* event. The
    /// source then changes to another running keyboard, or waits for a keyboard. The source never starts the program of
    /// a keyboard.
    ///
    /// The source uses one connection to the session bus and one connection to the X server for all keyboards. Under
    /// Wayland, a connection to the X server can start the program Xwayland. Under Wayland, the source therefore looks
    /// for Onboard and X11 keyboards only if none of the other keyboards runs.
    ///
    /// For a keyboard at the bottom or at the top of a monitor, the source posts *show* and *hide* events. For a
    /// floating keyboard, the source posts only *frame* events.
    ///
    /// The source posts events when the main queue runs. In an app with another event loop, see
    /// ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class SystemKeyboard: KeyboardSource {
        /// The sessions of the keyboards, in the order of preference.
        let sessions: [ReconnectingSession]
        let connections: DesktopConnections
        private var usableArea: UsableArea { connections.area }
        private let registrar = ObservationRegistrar()
        /// The sessions that the source starts only if none of the other keyboards runs.
        private let lastSessions: [ReconnectingSession]
        private let fallback: FallbackKeyboard?
        package var fallbackSource: (any KeyboardSource)? { fallback?.source }
        private let scheduler: any KeyboardScheduler
        private var center: NotificationCenter?
        private var choice = Choice.none
        private var choosing = UpdateLoop()
        /// The status, the kind and the candidates when the observers were last notified.
        private var published: (status: KeyboardSourceStatus, kind: Kind?, candidates: [Candidate])

        private enum Choice {
            case none
            case chosen(ReconnectingSession, Presence)
            /// The chosen keyboard has ended, and the source posts no events of this keyboard's session.
            case ended(ReconnectingSession, wasShown: Bool)
        }

        private enum Presence {
            case neverShown, shown
            case hidden(since: Duration)
        }

        /// When a visible keyboard ends, the keyboard disappears before its status changes.
        ///
        /// If the keyboard disappeared more than a second before the change of the status, it was already hidden when
        /// its program ended.
        private static let longestEnd = Duration.seconds(1)

        /// Creates a stopped source.
        ///
        /// - Parameters:
        ///   - kinds: The keyboards that the source observes.
        ///   - scale: The number of pixels per point in the app. The source divides the frames of X11 windows by this
        ///     number. Pass the scale factor of a window of your toolkit. If the number is not between 0.1 and 100, the
        ///     source uses 1.
        ///   - windowNames: The names of the windows of ``Kind/x11`` keyboards. The default names belong to
        ///     matchbox-keyboard, Florence, svkbd and xvkbd. A window belongs to a keyboard if `windowNames` contains
        ///     one of the two texts in the window's property `WM_CLASS`. If a window has no `WM_CLASS`, the source
        ///     compares the title of the window with `windowNames`. These comparisons are not case-sensitive. The
        ///     window of matchbox-keyboard 0.2 has only the title "Keyboard". The source treats this title as
        ///     `matchbox-keyboard`.
        ///   - reconnects: Whether the source reconnects after the loss of a connection to the bus, the X server or the
        ///     Wayland compositor. The pauses between the attempts grow from 0.1 to 10 seconds.
        ///   - fallback: The keyboard of the app, such as an `AppKeyboard`. If no keyboard of the desktop can be
        ///     reached, the source starts the fallback. When a keyboard of the desktop runs, the source stops the
        ///     fallback. But if the fallback is shown, the source waits until the fallback disappears by itself, or
        ///     until the keyboard of the desktop is shown. If a shown keyboard of the desktop ends while a field has
        ///     the focus, an `AppKeyboard` appears instead. If a hidden keyboard of the desktop ends, an `AppKeyboard`
        ///     waits for the focus of a field or for ``requestShow()``.
        ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
        ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
        ///   - environment: The variables `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR`, `DISPLAY` and
        ///     `WAYLAND_DISPLAY`. Pass `nil` to use the environment of the process.
        public init(
            kinds: Set<Kind> = Set(Kind.allCases),
            scale: Double = 1,
            windowNames: Set<String> = ["matchbox-keyboard", "florence", "svkbd", "xvkbd"],
            reconnects: Bool = false,
            fallback: (any KeyboardSource)? = nil,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            let environment = environment ?? ProcessInfo.processInfo.environment
            let scheduler = scheduler ?? MainQueueScheduler.shared
            let scale = (0.1...100).contains(scale) ? scale : 1
            let names = Set(windowNames.map { $0.lowercased() })
            let connections = DesktopConnections(
                environment: environment,
                scheduler: scheduler,
                keyboards: [
                    .onboard: OnboardSession.isKeyboard,
                    .named: { X11KeyboardSession.isKeyboard($0, named: names) },
                ].filter { kinds.contains($0.key == .onboard ? .onboard : .x11) }
            )
            // A session without its environment variables never reconnects, because the environment of a process does
            // not change.
            func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
            let hasBus = has("DBUS_SESSION_BUS_ADDRESS") || has("XDG_RUNTIME_DIR")
            let isWayland = has("WAYLAND_DISPLAY")
            let (onWayland, onX11): ([Kind], [Kind]) = ([.osk0, .wvkbd, .kwin, .gnomeShell], [.onboard, .x11])
            let order = isWayland ? onWayland + onX11 : onX11 + onWayland
            sessions = order.filter(kinds.contains).map { kind in
                let hasServices =
                    switch kind {
                    case .onboard: hasBus && (has("DISPLAY") || isWayland)
                    case .osk0, .kwin, .gnomeShell: hasBus
                    case .wvkbd: has("WAYLAND_DISPLAY")
                    case .x11: has("DISPLAY")
                    }
                return ReconnectingSession(kind, reconnects: reconnects && hasServices, scheduler: scheduler) {
                    (sink) throws(KeyboardSourceError) in
                    switch kind {
                    case .onboard: try OnboardSession(to: sink, connections, scale: scale)
                    case .osk0: try OSK0Session(to: sink, connections)
                    case .wvkbd: try WvkbdSession(to: sink, connections)
                    case .kwin: try KWinSession(to: sink, connections)
                    case .gnomeShell: try GNOMEShellSession(to: sink, connections)
                    case .x11:
                        X11KeyboardSession(to: sink, connections, windowNames: windowNames, scale: scale)
                    }
                }
            }
            lastSessions = isWayland ? sessions.filter { onX11.contains($0.kind) } : []
            self.scheduler = scheduler
            self.fallback = fallback.map(FallbackKeyboard.init)
            self.connections = connections
            published = (.stopped, sessions.count == 1 ? sessions[0].kind : nil, [])
            for session in sessions {
                session.onStatusChange = { [weak self] in self?.choose() }
                session.gate.onChange = { [weak self] in self?.visibilityDidChange() }
            }
            self.fallback?.gate.onChange = { [weak self] in self?.choose() }
        }

        /// The kind of the chosen keyboard; `nil` if the source has not found a keyboard, or uses the fallback.
        ///
        /// If the source observes only one kind of keyboard and has no fallback, `kind` is always this kind. The
        /// property is observable. When `kind` or ``status`` changes, the observers of both properties are notified.
        public var kind: Kind? {
            registrar.access(self, keyPath: \.status)
            return currentKind
        }

        /// The keyboards and their statuses, in the order of preference.
        ///
        /// The property is observable. While the source is stopped, the list is empty. Under Wayland, the status of
        /// Onboard and of X11 keyboards is `stopped` until the source looks for these keyboards.
        public var candidates: [Candidate] {
            registrar.access(self, keyPath: \.candidates)
            return currentCandidates
        }

        /// The capabilities of the chosen keyboard or of the started fallback; empty without a keyboard.
        public var capabilities: KeyboardSourceCapabilities {
            if let fallback, fallback.isStarted { return fallback.source.capabilities }
            return switch current?.kind {
            case .onboard where (current?.session as? OnboardSession)?.isNative == true:
                [.frames, .didEvents, .visibilityRequests]
            case .onboard: [.frames, .didEvents, .visibilityRequests, .framesInMotion]
            case .osk0 where usableArea.reported != nil || (current?.session as? OSK0Session)?.measuresFrame == true:
                [.frames, .didEvents, .visibilityRequests]
            case .wvkbd: [.frames, .didEvents, .visibilityRequests]
            case .osk0, .kwin: [.didEvents, .visibilityRequests]
            case .x11, .gnomeShell: [.frames, .didEvents]
            case nil: []
            }
        }

        /// Whether the source can reach a keyboard.
        ///
        /// While the fallback runs, the status is `available`. The property is observable. The status of each keyboard
        /// is in ``candidates``. If the source cannot reach any keyboard, the status is `unavailable`. If the source
        /// has not chosen a keyboard since it was started, and cannot connect to the first keyboard in ``candidates``,
        /// the error of `unavailable` is the error of this keyboard. The first area that the app reports with
        /// ``reportUsableArea(_:isFullScreen:)`` gives squeekboard the capability `frames`. The area of a full-screen
        /// window does not give the capability. If the chosen keyboard is available, the status changes to `connecting`
        /// during this first report, and then back to `available`. This change does not depend on the kind of the
        /// keyboard.
        public var status: KeyboardSourceStatus {
            registrar.access(self, keyPath: \.status)
            return currentStatus
        }

        /// Starts posting to `center`.
        ///
        /// The call does not wait for the bus, for the X server or for the Wayland compositor. ``status`` is
        /// `connecting` until the three services have answered. The source waits up to 5 seconds for the answer of each
        /// service. If a connection fails, the statuses in ``candidates`` contain the reason. If a keyboard is already
        /// shown, the source waits for the keyboard's first report. It then posts a *show* event with a duration of 0
        /// seconds.
        ///
        /// While the source is connected, its calls to the X server block the main actor until the reply arrives,
        /// usually for less than a millisecond. If a reply does not arrive within 2 seconds, the connection is lost.
        ///
        /// Call ``/KeyboardObservation/KeyboardObserverPool/listen()`` before you start the source. After `listen()`, a
        /// screen that you create while the keyboard is shown receives the latest *show* event:
        ///
        /// ```swift
        /// KeyboardObserverPool.shared.listen()
        /// try keyboard.start(postingTo: .default)
        /// ```
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/notConnected(service:reason:)`` if the source can reach
        ///   no bus, no X server and no Wayland compositor. The source can reach the bus if the environment names the
        ///   bus and the bus accepts the connection. For the X server, the method only checks that the environment
        ///   names a server. The X server answers after the call has returned. If the X server refuses the connection,
        ///   the statuses in ``candidates`` contain the reason. With `reconnects`, the method throws an error only if
        ///   the environment names none of the three services. With a fallback, the method throws no error.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            MainQueueWatch.begin()
            close()
            self.center = center
            _ = choosing.begin()
            for session in sessions where !isLast(session) { session.start() }
            startLastSessions()
            choosing.end()
            // An observer of an event may have stopped the source, or may have started it again.
            guard self.center === center else { return }
            if fallback == nil, sessions.allSatisfy(\.hasFailed), case .unavailable(let error) = currentStatus {
                let combined = failure ?? error
                close()
                publish()
                throw combined
            }
            choose()
        }

        /// Stops posting immediately.
        public func stop() {
            close()
            publish()
        }

        private func close() {
            (center, choice) = (nil, .none)
            // The observers are notified after all sessions have changed their statuses.
            let isOuter = choosing.begin()
            for session in sessions { session.gate.close() }
            for session in sessions { session.stop() }
            fallback?.stop(postsHide: false)
            connections.close()
            if isOuter { choosing.end() }
        }

        /// Asks the keyboard to appear.
        ///
        /// Onboard ignores a request during a *hide* transition. The source therefore sends the request to Onboard
        /// after the transition has ended.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unsupported(_:)`` for GNOME Shell and an X11 keyboard.
        ///   If the source is stopped, the method throws ``/KeyboardObservation/KeyboardSourceError/notStarted``. If
        ///   ``status`` is `connecting`, the method throws
        ///   ``/KeyboardObservation/KeyboardSourceError/notConnected(service:reason:)``. If ``status`` is
        ///   `unavailable`, the method throws the error in ``status``. If the fallback is started, the fallback
        ///   receives the request and throws its own errors.
        public func requestShow() throws(KeyboardSourceError) {
            // Sometimes no event announces the start of wvkbd, so the source looks for wvkbd before the request.
            if current?.status != .available { for session in sessions { session.lookAgain() } }
            if let fallback, fallback.isStarted { return try fallback.source.requestShow() }
            try requestedSession().requestShow()
        }

        /// Asks the keyboard to disappear.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unsupported(_:)`` for GNOME Shell and an X11 keyboard.
        ///   If the source is stopped, the method throws ``/KeyboardObservation/KeyboardSourceError/notStarted``. If
        ///   ``status`` is `connecting`, the method throws
        ///   ``/KeyboardObservation/KeyboardSourceError/notConnected(service:reason:)``. If ``status`` is
        ///   `unavailable`, the method throws the error in ``status``. If the fallback is started, the fallback
        ///   receives the request and throws its own errors.
        public func requestHide() throws(KeyboardSourceError) {
            if let fallback, fallback.isStarted { return try fallback.source.requestHide() }
            try requestedSession().requestHide()
        }

        /// Reports the area that the compositor gives to the app.
        ///
        /// The report is useful with squeekboard, stevia, wvkbd and the keyboard of KWin, because these keyboards do
        /// not report their frames. On a compositor that is based on wlroots, the source measures the free area of the
        /// output. The measurement is not exact for a window with borders or gaps. The report of the app makes the
        /// frame exact. On other compositors, squeekboard and stevia have frames only after the app has reported an
        /// area. The area of a full-screen window has no effect. The report has no effect with keyboards that have an X
        /// window.
        ///
        /// Report the area of the window that has the focus. Call this method after each change of the window's size or
        /// state, even for a hidden keyboard or a stopped source. Pass the area of a maximized, tiled or full-screen
        /// window. For any other window, pass `nil`, because the window keeps its size when the keyboard appears.
        ///
        /// When the keyboard appears, the area loses a strip at the bottom. The source uses this strip as the frame of
        /// the keyboard. The source needs two messages: the report of the app and the signal of the keyboard. The two
        /// messages can arrive in either order. After a signal of squeekboard or stevia, the source waits up to 0.1
        /// seconds for a report. If the source measures the output, the wait can take 2 seconds, because stevia slides
        /// in before it makes the free area smaller. If the area does not become smaller in time, the *show* event has
        /// no frame. After a signal of KWin, the source posts the *show* event at once. If the report of the app
        /// arrives later, the source posts a second *show* event with the frame. After a report of the app, the source
        /// waits up to 1 second for a signal of the keyboard. A second window on the screen also makes the area
        /// smaller. Do not call this method if your app shares the screen with another window.
        ///
        /// A full-screen window keeps its size. A compositor that is based on wlroots draws a full-screen window in
        /// front of the layer `top`. The layer `top` contains squeekboard and the versions of wvkbd before 0.16. Later
        /// versions of wvkbd use the layer `overlay`, which is in front of a full-screen window. The source determines
        /// which of the two layers contains the keyboard. While a full-screen window covers the keyboard,
        /// ``/KeyboardObservation/KeyboardState/isObscured`` is `true`. The source assumes that the window and the
        /// keyboard are on the same output. Under sway 1.9 and earlier, the source can determine the layer only if the
        /// keyboard appears after the start of the source. For a keyboard that appeared earlier, the source assumes the
        /// layer `top`.
        ///
        /// - Parameters:
        ///   - area: The area in points, in the same coordinates as the frames of views. In a Wayland app, the origin
        ///     of the area is (0, 0). A Wayland app does not know the position of its window. An area that is empty or
        ///     not finite is treated as `nil`.
        ///   - isFullScreen: Whether the window is full screen. The area of a full-screen window is ignored.
        public func reportUsableArea(_ area: CGRect?, isFullScreen: Bool = false) {
            let area = area.flatMap { UsableArea.isValid($0) ? $0 : nil }
            let users = sessions.filter { $0.kind != .x11 && $0.session != nil }
            let report = { [usableArea] in
                let isVisible = users.isEmpty || users.contains(where: \.gate.isShown)
                usableArea.report(area, isKeyboardVisible: isVisible, isFullScreen: isFullScreen)
                for user in users { user.session?.areaChanged(to: area, isFullScreen: isFullScreen) }
            }
            if usableArea.reported == nil, area != nil, !isFullScreen, let current {
                current.changeCapabilities(report)
            } else {
                report()
            }
        }

        /// Reports the part of the app's window that the keyboard covers.
        ///
        /// KWin reports the frame of its keyboard only to the window with the focus, so the app must pass the frame to
        /// the source. With other keyboards, the call has no effect. KWin draws its keyboard in front of a full-screen
        /// window. KWin moves or shrinks a window that is not full screen, so that the keyboard does not cover the
        /// window. KWin sends the frame to a full-screen window in the event `input_panel_state` of the protocol
        /// `zwp_text_input_v2`. Report this frame. If the app uses the `KeyboardManager` of `KeyboardGTK`, the manager
        /// reports the frame.
        ///
        /// Call the method after each `input_panel_state` event. If the keyboard is already shown, the source posts a
        /// second *show* event with the frame. With KWin 5.27, the frame arrives up to a second after the keyboard was
        /// asked to appear. While the source is stopped or has no connection to the session bus, the call has no
        /// effect.
        ///
        /// - Parameter frame: The frame in points, in the same coordinates as the frames of views. Pass `nil` if the
        ///   keyboard is hidden or covers no part of the window. While the keyboard is shown, the posted frame stays
        ///   valid even after a report of `nil`. A frame that is empty or not finite is treated as `nil`.
        public func reportKeyboardFrame(_ frame: CGRect?) {
            let session = sessions.lazy.compactMap { $0.session as? KWinSession }.first
            session?.frameChanged(to: frame.flatMap { UsableArea.isValid($0) ? $0 : nil })
        }
    }

    // MARK: - The choice

    extension SystemKeyboard {
        private func choose() {
            guard choosing.begin() else { return }
            repeat { chooseOnce() } while choosing.isRepeated()
            publish()
        }

        private func chooseOnce() {
            startLastSessions()
            let shown = sessions.first { $0.status == .available && $0.gate.isShown }
            if let fallback, fallback.isStarted, !fallback.gate.isHidden, shown == nil { return }
            switch choice {
            case .chosen(let chosen, let presence) where chosen.status.isUnavailable:
                choice = .ended(chosen, wasShown: wasShown(presence))
                // The gate of an ended keyboard posts no events. If the keyboard runs again, the source opens the gate,
                // which posts the missed *show* event.
                chosen.gate.close()
            case .chosen(let chosen, _):
                if chosen.status == .available, chosen.gate.isHidden, let shown { change(to: shown) }
                return
            case .none, .ended:
                if let current, !current.status.isUnavailable {
                    if current.status == .available { change(to: shown ?? current) }
                    return
                }
            }
            // If the session of a preferred keyboard is still connecting, the source waits for this session.
            let candidates = sessions.filter { !$0.status.isUnavailable && $0.status != .stopped }
            guard let best = candidates.first else { return startFallback() }
            if best.status == .available { change(to: shown ?? best) }
        }

        /// When a keyboard ends, it disappears before its status changes.
        private func wasShown(_ presence: Presence) -> Bool {
            switch presence {
            case .neverShown: false
            case .shown: true
            case .hidden(let time): scheduler.now - time <= Self.longestEnd
            }
        }

        private func visibilityDidChange() {
            if case .chosen(let chosen, let presence) = choice {
                switch presence {
                case _ where chosen.gate.isShown: choice = .chosen(chosen, .shown)
                case .shown: choice = .chosen(chosen, .hidden(since: scheduler.now))
                case .neverShown, .hidden: break
                }
            }
            choose()
        }

        private var current: ReconnectingSession? {
            switch choice {
            case .none: sessions.count == 1 ? sessions[0] : nil
            case .chosen(let session, _), .ended(let session, _): session
            }
        }

        private func startFallback() {
            guard let center, let fallback, !fallback.isStarted else { return }
            var isShown: Bool?
            if case .ended(_, let wasShown) = choice { isShown = wasShown }
            fallback.start(postingTo: center, isShown: isShown)
        }

        private func change(to session: ReconnectingSession) {
            guard let center else { return }
            current?.gate.close()
            choice = .chosen(session, session.gate.isShown ? .shown : .neverShown)
            fallback?.stop(postsHide: true)
            // An observer of the *hide* event may have stopped the source, or may have started it again.
            guard self.center === center, current === session else { return }
            // This call comes last, because the gate posts events, and an observer of an event can stop the source.
            session.gate.open(to: center)
        }

        /// Under Wayland, the first connection to the X server starts the program Xwayland.
        private func startLastSessions() {
            guard center != nil, lastSessions.contains(where: { $0.status == .stopped }),
                sessions.allSatisfy({ $0.status.isUnavailable || isLast($0) })
            else { return }
            for session in lastSessions { session.start() }
        }

        private func isLast(_ session: ReconnectingSession) -> Bool {
            lastSessions.contains { $0 === session }
        }

        /// An observer can start or stop the source during the notification.
        private func publish() {
            let old = published
            published = (currentStatus, currentKind, currentCandidates)
            let (hasNewStatus, hasNewCandidates) = (
                old.status != published.status || old.kind != published.kind, old.candidates != published.candidates
            )
            if hasNewStatus { registrar.withMutation(of: self, keyPath: \.status) {} }
            if hasNewCandidates { registrar.withMutation(of: self, keyPath: \.candidates) {} }
        }

        private var currentCandidates: [Candidate] {
            center == nil ? [] : sessions.map { Candidate(kind: $0.kind, status: $0.status) }
        }

        private var currentKind: Kind? {
            fallback?.isStarted == true ? nil : current?.kind
        }

        private var currentStatus: KeyboardSourceStatus {
            guard center != nil else { return .stopped }
            if fallback?.isStarted == true { return .available }
            if let current { return current.status }
            if sessions.contains(where: { !$0.status.isUnavailable }) { return .connecting }
            if let status = sessions.first?.status, case .unavailable(.notConnected) = status { return status }
            return .unavailable(.notRunning(keyboard: "an on-screen keyboard"))
        }

        private var failure: KeyboardSourceError? {
            var services: [(name: String, reason: String)] = []
            for case .unavailable(.notConnected(let name, let reason)) in sessions.map(\.status)
            where !services.contains(where: { $0.name == name }) {
                services.append((name, reason))
            }
            guard services.count > 1 else {
                return services.first.map { .notConnected(service: $0.name, reason: $0.reason) }
            }
            let (names, reasons) = (services.map(\.name), services.map { "\($0.name): \($0.reason)" })
            return .notConnected(service: names.joined(separator: " or "), reason: reasons.joined(separator: "; "))
        }

        private func requestedSession() throws(KeyboardSourceError) -> KeyboardSession {
            if current != nil, !capabilities.contains(.visibilityRequests) { throw .unsupported(.visibilityRequests) }
            switch currentStatus {
            case .available: if let session = current?.session { return session }
            case .unavailable(let error): throw error
            case .connecting:
                throw .notConnected(service: "the keyboard", reason: "it has not answered yet")
            case .stopped: break
            }
            throw .notStarted
        }
    }

    extension SystemKeyboard: Observable {}

    extension KeyboardSourceStatus {
        fileprivate var isUnavailable: Bool {
            if case .unavailable = self { return true }
            return false
        }
    }
#else
    /// The on-screen keyboard that runs on the desktop.
    @available(*, unavailable, message: "Enable the trait SystemKeyboards of the package KeyboardObservation.")
    public final class SystemKeyboard {
        /// If an app creates the source without the trait, this initializer makes the compiler report the missing
        /// trait.
        public init(scale: Double = 1, windowNames: Set<String> = [], reconnects: Bool = false) {}
    }
#endif
