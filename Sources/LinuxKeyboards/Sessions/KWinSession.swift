#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// KWin often sends a signal when nothing has changed, and a signal contains no values.
    ///
    /// So the session reads the properties again after each signal.
    @MainActor
    final class KWinSession: KeyboardSession {
        private static let keyboardName = "the virtual keyboard of KWin"

        /// Returns how long the session delays a *hide* event.
        ///
        /// When the focus moves to another field, KWin 5.27 hides its keyboard, and shows the keyboard again within 190
        /// ms. While the focus moves, KWin's property `active` stays `true`. If no field has the focus, `active`
        /// becomes `false`.
        private static func hold(isActive: Bool) -> Duration {
            .milliseconds(isActive ? 500 : 150)
        }

        /// The longest time between a signal and the change of the property `visible`.
        ///
        /// KWin 6.3 sends `visibleChanged` up to 60 ms before `visible` changes, and sends nothing afterwards.
        private static let lateness = Duration.milliseconds(500)

        let service: BusService
        private let poster: KeyboardTransitionPoster
        private let scheduler: any KeyboardScheduler
        /// The delayed *hide* event.
        private(set) var heldHide: KeyboardScheduledAction?
        /// `nil` if the keyboard covers no part of the app's window.
        private var reportedFrame: CGRect?
        /// The area of the app's maximized window.
        private let area: UsableArea
        /// The action that runs if KWin does not report a visible keyboard in time.
        private var doubt: KeyboardScheduledAction?
        /// Whether KWin wants its keyboard to be visible.
        private var isActive = false
        private var wantsActive = false
        /// Until this time, the session polls the properties of an active keyboard that is not visible yet.
        private var lateEnd = Duration.zero
        private(set) var lateReading: KeyboardScheduledAction?
        private var isReading = false
        /// Whether a signal has arrived since the session began to read the properties.
        private var isOutdated = false

        init(to sink: @escaping KeyboardSink, _ connections: DesktopConnections) throws(KeyboardSourceError) {
            area = UsableArea(connections.area)
            poster = KeyboardTransitionPoster(to: sink)
            scheduler = connections.scheduler
            service = BusService(.kwin, on: try connections.openBus())
        }

        override func start() {
            service.onLoss = { [weak self] in self?.lose(.lost("the session bus")) }
            service.onOwnerChange = { [weak self] in $0 ? self?.read() : self?.end() }
            service.onSignal = { [weak self] _, _ in self?.propertiesChanged() }
            service.onPropertiesChange = { [weak self] _ in self?.propertiesChanged() }
            doubtArea()
        }

        override func close() {
            super.close()
            heldHide?.cancel()
            lateReading?.cancel()
            doubt?.cancel()
            poster.stop()
            service.close()
        }

        override func keyboardEnded() {
            hide()
        }

        override func areaChanged(to new: CGRect?, isFullScreen: Bool) {
            area.report(new, isKeyboardVisible: isActive || poster.place == .docked, isFullScreen: isFullScreen)
            doubtArea()
            updateFrame()
        }

        override func requestShow() {
            wantsActive = true
            service.call("forceActivate") { [weak self] in
                // KWin before version 5.24 does not have the method `forceActivate`.
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
        func frameChanged(to frame: CGRect?) {
            reportedFrame = frame
            updateFrame()
        }

        private var frame: CGRect? {
            reportedFrame ?? area.keyboardFrame
        }

        /// When the focus moves to another field, KWin removes the keyboard, and then shows it again with the same
        /// frame.
        ///
        /// The posted frame stays valid until the keyboard is hidden.
        private func updateFrame() {
            if frame != nil, poster.place == .docked { show() }
        }

        private func propertiesChanged() {
            lateEnd = scheduler.now + Self.lateness
            read()
        }

        private func read() {
            guard !isReading else {
                isOutdated = true
                return
            }
            lateReading?.cancel()
            isReading = true
            isOutdated = false
            service.getProperties { [weak self] in self?.finishReading($0) }
        }

        private func finishReading(_ result: Result<[String: Bool], BusError>) {
            isReading = false
            switch result {
            // While a hardware keyboard is attached, KWin's virtual keyboard is disabled. A person can also disable the
            // virtual keyboard in the system settings.
            case .success(let properties)
            where properties["available"] == true && KeyboardService.isEnabled(properties):
                report(isRunning: true, Self.keyboardName)
                if !isClosed { update(properties) }
            // If KWin does not reply in time, for example during a login, the session reads the properties again.
            case .failure(.timedOut): isOutdated = true
            case .success, .failure: end()
            }
            if isOutdated, !isClosed { read() }
        }

        private func update(_ properties: [String: Bool]) {
            let wasActive = isActive
            isActive = properties["active"] == true
            if isActive, properties["visible"] == false, scheduler.now < lateEnd {
                lateReading = scheduler.schedule(after: .milliseconds(30)) { [weak self] in self?.read() }
            }
            if properties["visible"] == true {
                heldHide?.cancel()
                heldHide = nil
                show()
            } else if poster.place == .docked, heldHide?.isWaiting != true || isActive != wasActive {
                heldHide?.cancel()
                heldHide = scheduler.schedule(after: Self.hold(isActive: isActive)) { [weak self] in self?.hide() }
            }
        }

        /// If KWin reports no visible keyboard in time, the session assumes that a panel has made the area smaller.
        private func doubtArea() {
            guard area.keyboardFrame != nil, poster.place != .docked else {
                doubt?.cancel()
                return
            }
            guard doubt?.isWaiting != true else { return }
            doubt = scheduler.schedule(after: AreaTransitions.longestDoubt) { [weak self] in
                guard let self, poster.place != .docked else { return }
                area.keyboardDoesNotReduceArea()
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
            guard poster.place != .docked || frame != nil && frame != poster.frame else { return }
            poster.begin(to: frame, .docked, from: frame.map(\.below))
            poster.end()
        }

        private func hide() {
            heldHide?.cancel()
            guard poster.place == .docked else { return }
            poster.begin(to: poster.frame.map(\.below), .hidden)
            poster.end()
            doubtArea()
        }
    }
#endif
