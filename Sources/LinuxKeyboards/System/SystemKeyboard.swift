#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// The on-screen keyboard that runs, whichever it is.
    ///
    /// ```swift
    /// let keyboard = SystemKeyboard(reconnects: true)
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// The source observes the keyboards of ``Kind`` at the same time, and posts the events of one: the first that runs, in
    /// the order of ``candidates``. It keeps this keyboard until the keyboard ends, posts a *hide* if it was shown, and
    /// changes to the next one that runs, now or later. It never posts the events of two keyboards.
    ///
    /// Events are posted when the main queue runs. In an app with another event loop, see
    /// ``/KeyboardObservation/MainQueueLoop``.
    @MainActor
    public final class SystemKeyboard: KeyboardSource {
        let onboard: OnboardKeyboard
        let osk0: OSK0Keyboard
        let kwin: KWinKeyboard
        let x11: X11Keyboard
        /// The kinds, the best one first.
        private let kinds: [Kind]
        private let registrar = ObservationRegistrar()
        /// The center of the keyboards whose events are not posted, which has no observers.
        private let silentCenter = NotificationCenter()
        private var center: NotificationCenter?
        private var current: Kind?
        /// The reasons for which sources could not be started.
        private var failures: [Kind: KeyboardUnavailability] = [:]
        private var isChoosing = false
        private var mustChooseAgain = false
        /// Incremented by each start and stop, because a screen may start or stop the source in an event.
        private var generation = 0
        /// What observers have read, or could have.
        private var published: (status: KeyboardSourceStatus, kind: Kind?, candidates: [Candidate]) = (
            .stopped, nil, []
        )

        /// Creates a stopped source.
        ///
        /// - Parameters:
        ///   - scale: The number of pixels in a point of the app, for the frames of X11 windows. A scale that is not between
        ///     0.1 and 100 is replaced with 1.
        ///   - windowNames: The names of the windows of X11 keyboards; see
        ///     ``X11Keyboard/init(windowNames:scale:reconnects:scheduler:environment:)``.
        ///   - reconnects: Whether the source opens a lost connection to the bus or to the X server again. The pauses between
        ///     the attempts grow from 0.1 to 10 seconds.
        ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
        ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
        ///   - environment: The variables `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR`, `DISPLAY` and
        ///     `WAYLAND_DISPLAY`. If it is `nil`, the variables of the process are read.
        public init(
            scale: Double = 1,
            windowNames: Set<String> = X11Keyboard.knownWindowNames,
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            let environment = environment ?? ProcessInfo.processInfo.environment
            // A process cannot get a display or a bus later, so nothing is tried again without one.
            func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
            let reconnectsToX11 = reconnects && has("DISPLAY")
            let reconnects = reconnects && (has("DBUS_SESSION_BUS_ADDRESS") || has("XDG_RUNTIME_DIR"))
            onboard = OnboardKeyboard(
                scale: scale,
                reconnects: reconnects && reconnectsToX11,
                scheduler: scheduler,
                environment: environment
            )
            osk0 = OSK0Keyboard(reconnects: reconnects, scheduler: scheduler, environment: environment)
            kwin = KWinKeyboard(reconnects: reconnects, scheduler: scheduler, environment: environment)
            x11 = X11Keyboard(
                windowNames: windowNames,
                scale: scale,
                reconnects: reconnectsToX11,
                scheduler: scheduler,
                environment: environment
            )
            kinds = has("WAYLAND_DISPLAY") ? [.osk0, .kwin, .onboard, .x11] : [.onboard, .x11, .osk0, .kwin]
            onboard.session.onStatusChange = { [weak self] in self?.choose() }
            osk0.session.onStatusChange = { [weak self] in self?.choose() }
            kwin.session.onStatusChange = { [weak self] in self?.choose() }
            x11.session.onStatusChange = { [weak self] in self?.choose() }
        }

        /// The keyboard that posts; `nil` if none was found.
        ///
        /// The property is observable, and changes only together with ``status``.
        public var kind: Kind? {
            registrar.access(self, keyPath: \.status)
            return current
        }

        /// The keyboards and their statuses, in the order in which the source chooses one.
        ///
        /// The list is empty if the source is stopped. It is observable.
        public var candidates: [Candidate] {
            registrar.access(self, keyPath: \.candidates)
            return currentCandidates
        }

        /// The abilities of the keyboard that posts; empty if none was found.
        public var capabilities: KeyboardSourceCapabilities {
            current.map { source(of: $0).capabilities } ?? []
        }

        /// Whether a keyboard can be reached.
        ///
        /// The property is observable. The status of each keyboard is in ``candidates``. If none can be reached, the reason
        /// is that of the first candidate if its connection is missing.
        public var status: KeyboardSourceStatus {
            registrar.access(self, keyPath: \.status)
            return currentStatus
        }

        /// Starts posting to `center`.
        ///
        /// The call waits for the handshake with the X server if there is one.
        ///
        /// Call ``/KeyboardObservation/KeyboardObserverPool/listen()`` before, so that a screen that is created while the
        /// keyboard is shown catches up with it:
        ///
        /// ```swift
        /// KeyboardObserverPool.shared.listen()
        /// try keyboard.start(postingTo: .default)
        /// ```
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if there is neither a bus nor an X server,
        ///   and the source does not reconnect.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            close()
            self.center = center
            let start = generation
            isChoosing = true
            for kind in kinds { self.start(kind, postingTo: silentCenter) }
            isChoosing = false
            if failures.count == kinds.count, let reason = failures[kinds[0]] {
                close()
                publish()
                throw .unavailable(reason)
            }
            if start == generation { choose() }
        }

        /// Stops posting immediately.
        public func stop() {
            close()
            publish()
        }

        private func close() {
            generation += 1
            center = nil
            current = nil
            // The statuses change together, and observers learn of it afterwards.
            let wasChoosing = isChoosing
            isChoosing = true
            for kind in kinds { source(of: kind).stop() }
            isChoosing = wasChoosing
            failures = [:]
        }

        /// Asks the keyboard to appear.
        ///
        /// - Throws: The error of the keyboard that posts; ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if
        ///   none was found.
        public func requestShow() throws(KeyboardSourceError) {
            try requestedSource().requestShow()
        }

        /// Asks the keyboard to disappear.
        ///
        /// - Throws: The error of the keyboard that posts; ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if
        ///   none was found.
        public func requestHide() throws(KeyboardSourceError) {
            try requestedSource().requestHide()
        }

        /// Reports the area that the compositor leaves to the app.
        ///
        /// See ``OSK0Keyboard/reportUsableArea(_:)``, which is the only keyboard that needs the area. An app may call the
        /// method with each keyboard.
        public func reportUsableArea(_ area: CGRect) {
            osk0.reportUsableArea(area)
        }
    }

    // MARK: - The choice

    extension SystemKeyboard {
        /// Chooses a keyboard if none posts, or if the one that posts has ended.
        ///
        /// A start or a stop in here changes a status, which calls the method again.
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
            if let current, !status(of: current).isUnavailable { return }
            // A better keyboard that may be found soon is waited for.
            guard let best = kinds.first(where: { !status(of: $0).isUnavailable }), status(of: best) == .available
            else {
                return
            }
            let last = current
            current = best
            if let last, failures[last] == nil { start(last, postingTo: silentCenter) }
            // The keyboard may be shown already, so a screen may stop the source here.
            start(best, postingTo: center)
        }

        private func start(_ kind: Kind, postingTo center: NotificationCenter) {
            do throws(KeyboardSourceError) {
                failures[kind] = nil
                try source(of: kind).start(postingTo: center)
            } catch {
                if case .unavailable(let reason) = error { failures[kind] = reason }
            }
        }

        /// Reports the changes to observers, which may start or stop the source.
        private func publish() {
            let old = published
            published = (currentStatus, current, currentCandidates)
            let (hasNewStatus, hasNewCandidates) = (
                old.status != published.status || old.kind != published.kind, old.candidates != published.candidates
            )
            if hasNewStatus { registrar.withMutation(of: self, keyPath: \.status) {} }
            if hasNewCandidates { registrar.withMutation(of: self, keyPath: \.candidates) {} }
        }

        private var currentCandidates: [Candidate] {
            center == nil ? [] : kinds.map { Candidate(kind: $0, status: status(of: $0)) }
        }

        private var currentStatus: KeyboardSourceStatus {
            guard center != nil else { return .stopped }
            if let current { return status(of: current) }
            let statuses = kinds.map(status)
            if statuses.contains(where: { !$0.isUnavailable }) { return .connecting }
            if case .unavailable(.notConnected) = statuses[0] { return statuses[0] }
            return .unavailable(.notRunning(keyboard: "an on-screen keyboard"))
        }

        private func requestedSource() throws(KeyboardSourceError) -> any KeyboardSource {
            if let current { return source(of: current) }
            switch currentStatus {
            case .unavailable(let reason): throw .unavailable(reason)
            case .stopped: throw .notStarted
            case .connecting, .available:
                throw .unavailable(.notConnected(service: "the keyboard", reason: "it has not answered yet"))
            }
        }

        private func source(of kind: Kind) -> any KeyboardSource {
            switch kind {
            case .onboard: onboard
            case .osk0: osk0
            case .kwin: kwin
            case .x11: x11
            }
        }

        /// Returns the status of a keyboard, which is published later.
        private func status(of kind: Kind) -> KeyboardSourceStatus {
            if let reason = failures[kind] { return .unavailable(reason) }
            return switch kind {
            case .onboard: onboard.session.currentStatus
            case .osk0: osk0.session.currentStatus
            case .kwin: kwin.session.currentStatus
            case .x11: x11.session.currentStatus
            }
        }
    }

    extension SystemKeyboard: Observable {}

    extension KeyboardSourceStatus {
        fileprivate var isUnavailable: Bool {
            if case .unavailable = self { return true }
            return false
        }
    }
#endif
