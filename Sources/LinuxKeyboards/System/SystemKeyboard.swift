#if SystemKeyboards
    public import Foundation
    public import KeyboardObservation
    public import Observation

    /// The on-screen keyboard that runs, whichever it is.
    ///
    /// ```swift
    /// let keyboard = SystemKeyboard(reconnects: true)
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
        ///   - environment: The variables `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR`, `DISPLAY` and `WAYLAND_DISPLAY`. If
        ///     it is `nil`, those of the process are read.
        public init(
            scale: Double = 1,
            windowNames: Set<String> = X11Keyboard.knownWindowNames,
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil,
            environment: [String: String]? = nil
        ) {
            let environment = environment ?? ProcessInfo.processInfo.environment
            // A process cannot get a display later, so nothing is tried again without one.
            let reconnectsToX11 = reconnects && environment["DISPLAY"]?.isEmpty == false
            onboard = OnboardKeyboard(
                scale: scale,
                reconnects: reconnectsToX11,
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
            let isWayland = environment["WAYLAND_DISPLAY"]?.isEmpty == false
            kinds = isWayland ? [.osk0, .kwin, .onboard, .x11] : [.onboard, .x11, .osk0, .kwin]
            onboard.session.onStatusChange = { [weak self] in self?.choose() }
            osk0.session.onStatusChange = { [weak self] in self?.choose() }
            kwin.session.onStatusChange = { [weak self] in self?.choose() }
            x11.session.onStatusChange = { [weak self] in self?.choose() }
        }

        /// The keyboard that posts; `nil` if none was found.
        ///
        /// The property is observable, and changes only together with ``status``.
        public var kind: Kind? {
            registrar.access(self, keyPath: \.kind)
            return current
        }

        /// The keyboards and their statuses, in the order in which the source chooses one.
        ///
        /// The list is empty if the source is stopped. It is observable.
        public var candidates: [Candidate] {
            registrar.access(self, keyPath: \.kind)
            guard center != nil else { return [] }
            return kinds.map { Candidate(kind: $0, status: status(of: $0)) }
        }

        /// The abilities of the keyboard that posts; empty if none was found.
        public var capabilities: KeyboardSourceCapabilities {
            current.map { source(of: $0).capabilities } ?? []
        }

        /// Whether a keyboard can be reached.
        ///
        /// The property is observable. The status of each keyboard is in ``candidates``.
        public var status: KeyboardSourceStatus {
            registrar.access(self, keyPath: \.kind)
            guard center != nil else { return .stopped }
            let statuses = kinds.map { ($0, status(of: $0)) }
            if let current { return status(of: current) }
            if statuses.contains(where: { !$0.1.isUnavailable }) { return .connecting }
            let reasons = kinds.compactMap { failures[$0] }
            guard reasons.count == kinds.count, let reason = reasons.first else {
                return .unavailable(.notRunning(keyboard: "an on-screen keyboard"))
            }
            return .unavailable(reason)
        }

        /// Starts posting to `center`.
        ///
        /// The call waits for the handshake with the X server if there is one.
        ///
        /// - Throws: ``/KeyboardObservation/KeyboardSourceError/unavailable(_:)`` if there is neither a bus nor an X server,
        ///   and the source does not reconnect.
        public func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            stop()
            isChoosing = true
            self.center = center
            for kind in kinds { start(kind, postingTo: silentCenter) }
            isChoosing = false
            if failures.count == kinds.count, let reason = failures[kinds[0]] {
                stop()
                throw .unavailable(reason)
            }
            choose()
        }

        /// Stops posting immediately.
        public func stop() {
            center = nil
            for kind in kinds { source(of: kind).stop() }
            failures = [:]
            setCurrent(nil)
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
            registrar.withMutation(of: self, keyPath: \.kind) {}
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
            setCurrent(best)
            if let last, failures[last] == nil { start(last, postingTo: silentCenter) }
            guard self.center === center else { return }
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

        private func setCurrent(_ kind: Kind?) {
            current = kind
            registrar.withMutation(of: self, keyPath: \.kind) {}
        }

        private func requestedSource() throws(KeyboardSourceError) -> any KeyboardSource {
            if let current { return source(of: current) }
            switch status {
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

        private func status(of kind: Kind) -> KeyboardSourceStatus {
            failures[kind].map(KeyboardSourceStatus.unavailable) ?? source(of: kind).status
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
