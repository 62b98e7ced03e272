#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection to KWin and its virtual keyboard.
    ///
    /// KWin's signals have no arguments, and KWin often sends a signal although nothing has changed. The session reads
    /// the properties again after each signal.
    @MainActor
    final class KWinSession: KeyboardSession {
        private static let keyboardName = "the virtual keyboard of KWin"

        /// Returns the time by which a *hide* is delayed.
        ///
        /// When the focus moves to another field, KWin 5.27 hides its keyboard. KWin shows the keyboard again within
        /// 190 ms. The keyboard stays active during this time. When no field has the focus any more, the keyboard
        /// becomes inactive.
        private static func hold(isActive: Bool) -> Duration {
            .milliseconds(isActive ? 500 : 150)
        }

        let bus: BusConnection
        let service: BusService
        private let poster: TransitionPoster
        private let scheduler: any KeyboardScheduler
        /// The delayed *hide*.
        ///
        /// The *hide* is cancelled if the keyboard becomes visible again before the end of the delay.
        private(set) var heldHide: KeyboardScheduledAction?
        /// Whether KWin wants its keyboard to be visible.
        private var isActive = false
        /// Whether the last request was a request to show.
        private var wantsActive = false
        private var isReading = false
        /// Whether a signal has arrived since the session began to read the properties.
        private var isOutdated = false

        init(
            postingTo center: NotificationCenter,
            environment: [String: String],
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            bus = try BusConnection(environment: environment, scheduler: scheduler)
            poster = TransitionPoster(center: center)
            self.scheduler = scheduler
            service = BusService(
                name: "org.kde.KWin",
                path: "/VirtualKeyboard",
                interface: "org.kde.kwin.VirtualKeyboard",
                on: bus
            )
        }

        override func start() {
            bus.onLoss = { [weak self] in self?.lose("the session bus") }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onSignal = { [weak self] _ in self?.read() }
            service.onPropertiesChange = { [weak self] _ in self?.read() }
        }

        override func close() {
            super.close()
            heldHide?.cancel()
            poster.stop()
            bus.close()
        }

        override func keyboardEnded() {
            hide()
        }

        override func requestShow() {
            wantsActive = true
            service.call("forceActivate") { [weak self] in
                // Versions of KWin before 5.24 do not have this method.
                if case .failure(.refused) = $0, let self, wantsActive {
                    service.setProperty("active", to: true)
                }
            }
        }

        override func requestHide() {
            wantsActive = false
            service.setProperty("active", to: false)
        }
    }

    // MARK: - Facts

    extension KWinSession {
        private func ownerChanged(isRunning: Bool) {
            if isRunning { read() } else { end() }
        }

        /// Reads the properties, and reads them again if a signal arrives in the meantime.
        private func read() {
            guard !isReading else {
                isOutdated = true
                return
            }
            isReading = true
            isOutdated = false
            service.getProperties { [weak self] in self?.finishReading($0) }
        }

        private func finishReading(_ result: Result<[String: Bool], BusError>) {
            isReading = false
            switch result {
            // KWin disables its keyboard while a hardware keyboard is attached. A person can also disable this keyboard
            // in the system settings.
            case .success(let properties)
            where properties["available"] == true && properties["enabled"] == true:
                report(isRunning: true, Self.keyboardName)
                if !isClosed { update(properties) }
            // KWin does not respond, for example during a login. KWin may answer later.
            case .failure(.timedOut): isOutdated = true
            case .success, .failure: end()
            }
            if isOutdated, !isClosed { read() }
        }

        private func update(_ properties: [String: Bool]) {
            let wasActive = isActive
            isActive = properties["active"] == true
            if properties["visible"] == true {
                heldHide?.cancel()
                heldHide = nil
                show()
            } else if poster.place == .docked, heldHide?.isWaiting != true || isActive != wasActive {
                heldHide?.cancel()
                heldHide = scheduler.schedule(after: Self.hold(isActive: isActive)) { [weak self] in self?.hide() }
            }
        }

        private func end() {
            keyboardEnded()
            report(isRunning: false, Self.keyboardName)
        }
    }

    // MARK: - Events

    extension KWinSession {
        private func show() {
            guard poster.place != .docked else { return }
            poster.begin(to: nil, .docked)
            poster.end()
        }

        private func hide() {
            heldHide?.cancel()
            guard poster.place == .docked else { return }
            poster.begin(to: nil, .hidden)
            poster.end()
        }
    }
#endif
