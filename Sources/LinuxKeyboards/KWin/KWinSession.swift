#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection of a started ``KWinKeyboard``.
    ///
    /// KWin's signals have no arguments, and are often sent without a change. The session reads the properties again after
    /// each signal.
    @MainActor
    final class KWinSession: KeyboardSession {
        static let keyboardName = "the virtual keyboard of KWin"

        /// How long a hide is held.
        ///
        /// KWin 5.27 hides its keyboard and shows it again when the focus moves to another field, within 90 ms.
        private static let hold = Duration.milliseconds(150)

        var onStatusChange: (KeyboardSourceStatus) -> Void = { _ in }
        var onLoss: (KeyboardUnavailability) -> Void = { _ in }

        let bus: BusConnection
        let service: BusService
        private let poster: TransitionPoster
        private let scheduler: any KeyboardScheduler
        /// The hide that is posted if the keyboard is not visible again before.
        private(set) var heldHide: KeyboardScheduledAction?
        private var isClosed = false
        private var isReading = false
        /// Whether a signal arrived during the reading.
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

        func start() {
            bus.onLoss = { [weak self] in self?.lose() }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onSignal = { [weak self] _, _ in self?.read() }
            service.onPropertiesChange = { [weak self] _ in self?.read() }
        }

        func close() {
            isClosed = true
            heldHide?.cancel()
            poster.stop()
            bus.close()
        }
    }

    // MARK: - Facts

    extension KWinSession {
        private func ownerChanged(isRunning: Bool) {
            if isRunning { read() } else { end() }
        }

        /// Reads the properties, and once more if a signal arrives meanwhile.
        private func read() {
            guard !isReading else {
                isOutdated = true
                return
            }
            isReading = true
            isOutdated = false
            service.getProperty("available") { [weak self] available in
                guard let self else { return }
                guard case .success(.boolean(true)) = available else { return finishReading(isVisible: nil) }
                service.getProperty("visible") { [weak self] visible in
                    self?.finishReading(isVisible: visible == .success(.boolean(true)))
                }
            }
        }

        /// - Parameter isVisible: Whether the keyboard is visible; `nil` if there is no keyboard.
        private func finishReading(isVisible: Bool?) {
            isReading = false
            if isOutdated {
                read()
            } else if let isVisible {
                onStatusChange(.available)
                if !isClosed { visibilityChanged(to: isVisible) }
            } else {
                end()
            }
        }

        private func visibilityChanged(to isVisible: Bool) {
            if isVisible {
                heldHide?.cancel()
                heldHide = nil
                show()
            } else if poster.place == .docked, heldHide?.isWaiting != true {
                heldHide = scheduler.schedule(after: Self.hold) { [weak self] in self?.hide() }
            }
        }

        /// The keyboard has ended.
        private func end() {
            hide()
            if !isClosed { onStatusChange(.unavailable(.notRunning(keyboard: Self.keyboardName))) }
        }

        private func lose() {
            hide()
            guard !isClosed else { return }
            let onLoss = onLoss
            close()
            onLoss(.notConnected(service: "the session bus", reason: "the connection was lost"))
        }
    }

    // MARK: - Events and requests

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

        func requestShow() {
            service.call("forceActivate") { [weak self] in
                // KWin before 5.24 does not have the method.
                if case .failure = $0 { self?.service.setProperty("active", to: .boolean(true)) }
            }
        }

        func requestHide() {
            service.setProperty("active", to: .boolean(false))
        }
    }
#endif
