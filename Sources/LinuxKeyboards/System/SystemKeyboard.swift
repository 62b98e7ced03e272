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
    /// The source observes several keyboards at the same time. The source posts only the events of the first running
    /// keyboard in ``candidates``. When this keyboard ends, the source posts a *hide* if the keyboard was shown. The
    /// source then changes to the next keyboard that runs, or waits until a keyboard runs. It never posts the events of
    /// two keyboards at a time, and never starts a keyboard.
    ///
    /// A keyboard at the bottom or at the top of a monitor posts *show* and *hide* events. A keyboard that floats posts only
    /// *frame* events.
    ///
    /// Events are posted when the main queue runs. In an app with another event loop, see
    /// ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class SystemKeyboard: KeyboardSource {
        /// The sessions of the keyboards, in the order of preference.
        let sessions: [ReconnectingSession]
        private let usableArea: UsableArea
        private let registrar = ObservationRegistrar()
        /// A center without observers.
        ///
        /// The keyboards that were not chosen post to this center.
        private let silentCenter = NotificationCenter()
        private var center: NotificationCenter?
        private var current: ReconnectingSession?
        private var isChoosing = false
        private var mustChooseAgain = false
        /// The number of starts and stops.
        ///
        /// A screen may start or stop the source in an event. `start(postingTo:)` therefore compares the number before
        /// and after the event.
        private var generation = 0
        /// The values when the observers were last notified.
        private var published: (status: KeyboardSourceStatus, kind: Kind?, candidates: [Candidate])

        /// Creates a stopped source.
        ///
        /// - Parameters:
        ///   - kinds: The keyboards that the source observes.
        ///   - scale: The number of pixels in a point of the app. The source divides the frames of X11 windows by this
        ///     number. In a toolkit, the number is the scale factor of a window. A number that is not between 0.1 and
        ///     100 counts as 1.
        ///   - windowNames: The names of the windows of ``Kind/x11`` keyboards. The default names belong to
        ///     matchbox-keyboard, Florence, svkbd and xvkbd. The property `WM_CLASS` of a window has two texts. If
        ///     `windowNames` contains one of these texts, the window belongs to the keyboard. If a window does not have
        ///     this property, `windowNames` must contain the title of the window. The window of matchbox-keyboard 0.2
        ///     does not have the property `WM_CLASS`. The title "Keyboard" of this window counts as the name
        ///     `matchbox-keyboard`. The comparison is not case-sensitive.
        ///   - reconnects: Whether a lost connection to the bus or to the X server is opened again. The pauses between
        ///     the attempts grow from 0.1 to 10 seconds.
        ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
        ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
        ///   - environment: The variables `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR`, `DISPLAY` and
        ///     `WAYLAND_DISPLAY`. If the argument is `nil`, the source reads the variables of the process.
        public init(
            kinds: Set<Kind> = Set(Kind.allCases),
            scale: Double = 1,
            windowNames: Set<String> = ["matchbox-keyboard", "florence", "svkbd", "xvkbd"],
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            let environment = environment ?? ProcessInfo.processInfo.environment
            let scheduler = scheduler ?? MainQueueScheduler.shared
            let scale = (0.1...100).contains(scale) ? scale : 1
            let usableArea = UsableArea()
            // The environment of a process does not change later. A session with missing variables therefore does not
            // reconnect.
            func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
            let hasBus = has("DBUS_SESSION_BUS_ADDRESS") || has("XDG_RUNTIME_DIR")
            let order: [Kind] =
                has("WAYLAND_DISPLAY") ? [.osk0, .kwin, .onboard, .x11] : [.onboard, .x11, .osk0, .kwin]
            sessions = order.filter(kinds.contains).map { kind in
                let hasServices =
                    switch kind {
                    case .onboard: hasBus && has("DISPLAY")
                    case .osk0, .kwin: hasBus
                    case .x11: has("DISPLAY")
                    }
                return ReconnectingSession(kind, reconnects: reconnects && hasServices, scheduler: scheduler) {
                    (center) throws(KeyboardSourceError) in
                    switch kind {
                    case .onboard:
                        try OnboardSession(
                            postingTo: center,
                            environment: environment,
                            scale: scale,
                            scheduler: scheduler
                        )
                    case .osk0:
                        try OSK0Session(
                            postingTo: center,
                            environment: environment,
                            area: usableArea,
                            scheduler: scheduler
                        )
                    case .kwin: try KWinSession(postingTo: center, environment: environment, scheduler: scheduler)
                    case .x11:
                        try X11KeyboardSession(
                            postingTo: center,
                            environment: environment,
                            windowNames: windowNames,
                            scale: scale,
                            scheduler: scheduler
                        )
                    }
                }
            }
            self.usableArea = usableArea
            current = sessions.count == 1 ? sessions[0] : nil
            published = (.stopped, current?.kind, [])
            for session in sessions { session.onStatusChange = { [weak self] in self?.choose() } }
        }

        /// The keyboard that posts; `nil` if none was found.
        ///
        /// If the source observes only one kind, the value is always this kind. The property is observable, and changes
        /// only together with ``status``.
        public var kind: Kind? {
            registrar.access(self, keyPath: \.status)
            return current?.kind
        }

        /// The keyboards and their statuses, in the order of preference.
        ///
        /// The property is observable. While the source is stopped, the list is empty.
        public var candidates: [Candidate] {
            registrar.access(self, keyPath: \.candidates)
            return currentCandidates
        }

        /// The abilities of the keyboard that posts; empty if none was found.
        public var capabilities: KeyboardSourceCapabilities {
            switch current?.kind {
            case .onboard: [.frames, .didEvents, .visibilityRequests, .framesInMotion]
            case .osk0 where usableArea.reported != nil: [.frames, .didEvents, .visibilityRequests]
            case .osk0, .kwin: [.didEvents, .visibilityRequests]
            case .x11: [.frames, .didEvents]
            case nil: []
            }
        }

        /// Whether a keyboard can be reached.
        ///
        /// The property is observable. The status of each keyboard is in ``candidates``. If the first candidate has no
        /// connection, the status can contain the reason for the missing connection. The status contains this reason
        /// only if no keyboard can be reached. The first report of the usable area changes the capabilities of
        /// squeekboard. During this change, the status is `connecting` for a moment.
        public var status: KeyboardSourceStatus {
            registrar.access(self, keyPath: \.status)
            return currentStatus
        }

        /// Starts posting to `center`.
        ///
        /// If there is an X server, the call waits for the handshake with it. If a keyboard is shown, the source posts
        /// a *show* when the keyboard has answered. This first *show* has a duration of 0 seconds.
        ///
        /// Call ``/KeyboardObservation/KeyboardObserverPool/listen()`` before you start the source. If a screen is then
        /// created while the keyboard is shown, the screen receives the latest *show*:
        ///
        /// ```swift
        /// KeyboardObserverPool.shared.listen()
        /// try keyboard.start(postingTo: .default)
        /// ```
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if no keyboard has a connection to
        ///   its bus or X server. If the source reconnects, the method does not throw.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            close()
            self.center = center
            let start = generation
            isChoosing = true
            for session in sessions { session.start(postingTo: session === current ? center : silentCenter) }
            isChoosing = false
            // A screen may start or stop the source in an event.
            guard start == generation else { return }
            if sessions.allSatisfy(\.hasFailed), case .unavailable(let reason) = currentStatus {
                close()
                publish()
                throw .unavailable(reason)
            }
            choose()
        }

        /// Stops posting immediately.
        public func stop() {
            close()
            publish()
        }

        private func close() {
            generation += 1
            center = nil
            current = sessions.count == 1 ? sessions[0] : nil
            // All statuses change before observers are called.
            let wasChoosing = isChoosing
            isChoosing = true
            for session in sessions { session.stop() }
            isChoosing = wasChoosing
        }

        /// Asks the keyboard to appear.
        ///
        /// Onboard ignores a request during a *hide*. In this case, the source repeats the request when the *hide* has
        /// ended.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unsupported(_:)`` for an X11 keyboard;
        ///   ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if no keyboard was found.
        public func requestShow() throws(KeyboardSourceError) {
            try requestedSession().requestShow()
        }

        /// Asks the keyboard to disappear.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unsupported(_:)`` for an X11 keyboard;
        ///   ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if no keyboard was found.
        public func requestHide() throws(KeyboardSourceError) {
            try requestedSession().requestHide()
        }

        /// Reports the area that the compositor leaves to the app.
        ///
        /// Only squeekboard and stevia need the report of the area. These two keyboards do not send their frames on the
        /// bus. While such a keyboard is shown, the compositor makes the window of a maximized app smaller. With other
        /// keyboards, the report has no effect. Call the method after each change of the maximized window's size. The
        /// call is also necessary if the keyboard is hidden, or if the source is not started. If the first report
        /// arrives after the first *show*, this *show* has no frame.
        ///
        /// When the keyboard appears, the area loses a strip at the bottom. This strip is the frame of the keyboard.
        /// The report of the app and the signal of the keyboard may arrive in either order. After the first of the two,
        /// the source waits up to 0.1 seconds for the second. If the area does not become smaller, the *show* has no
        /// frame. For example, a window that is not maximized keeps its area. Another window on the same screen also
        /// makes the area smaller. An app beside another window must therefore not report the area.
        ///
        /// - Parameter area: The area in points, in the same coordinates as the frames of views. A Wayland app does not
        ///   know the position of its window. The origin of the area is therefore (0, 0) in a Wayland app. An area that
        ///   is empty or not finite is ignored.
        public func reportUsableArea(_ area: CGRect) {
            guard UsableArea.isValid(area), let squeekboard = sessions.first(where: { $0.kind == .osk0 }) else {
                return
            }
            let report = { [usableArea] in
                if let session = squeekboard.session as? OSK0Session {
                    session.areaChanged(to: area)
                } else {
                    usableArea.report(area, isKeyboardVisible: true)
                }
            }
            usableArea.reported == nil ? squeekboard.changeCapabilities(report) : report()
        }
    }

    // MARK: - The choice

    extension SystemKeyboard {
        /// Chooses a keyboard if none posts, or if the posting keyboard has ended.
        ///
        /// When a session starts or stops, its status changes, and this method is called again.
        private func choose() {
            guard !isChoosing else {
                mustChooseAgain = true
                return
            }
            isChoosing = true
            repeat {
                mustChooseAgain = false
                chooseOnce()
            } while mustChooseAgain
            isChoosing = false
            publish()
        }

        private func chooseOnce() {
            guard let center else { return }
            if let current, !current.status.isUnavailable { return }
            // A session that is still connecting may find a keyboard that is preferred to the available ones.
            guard let best = sessions.first(where: { !$0.status.isUnavailable }), best.status == .available else {
                return
            }
            let last = current
            current = best
            last?.start(postingTo: silentCenter)
            // If the keyboard is already shown, the session posts an event now. A screen may stop the source in this
            // event.
            best.start(postingTo: center)
        }

        /// Notifies observers of the changes.
        ///
        /// An observer may start or stop the source.
        private func publish() {
            let old = published
            published = (currentStatus, current?.kind, currentCandidates)
            let (hasNewStatus, hasNewCandidates) = (
                old.status != published.status || old.kind != published.kind, old.candidates != published.candidates
            )
            if hasNewStatus { registrar.withMutation(of: self, keyPath: \.status) {} }
            if hasNewCandidates { registrar.withMutation(of: self, keyPath: \.candidates) {} }
        }

        private var currentCandidates: [Candidate] {
            center == nil ? [] : sessions.map { Candidate(kind: $0.kind, status: $0.status) }
        }

        private var currentStatus: KeyboardSourceStatus {
            guard center != nil else { return .stopped }
            if let current { return current.status }
            if sessions.contains(where: { !$0.status.isUnavailable }) { return .connecting }
            if let status = sessions.first?.status, case .unavailable(.notConnected) = status { return status }
            return .unavailable(.notRunning(keyboard: "an on-screen keyboard"))
        }

        private func requestedSession() throws(KeyboardSourceError) -> KeyboardSession {
            if current != nil, !capabilities.contains(.visibilityRequests) { throw .unsupported(.visibilityRequests) }
            switch currentStatus {
            case .available: if let session = current?.session { return session }
            case .unavailable(let reason): throw .unavailable(reason)
            case .connecting:
                throw .unavailable(.notConnected(service: "the keyboard", reason: "it has not answered yet"))
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
    public final class SystemKeyboard {}
#endif
