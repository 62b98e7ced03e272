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
        /// Whether the last request was one to show.
        private var wantsActive = false
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

        /// Reads the properties, and again if a signal arrives meanwhile.
        private func read() {
            guard !isReading else {
                isOutdated = true
                return
            }
            isReading = true
            isOutdated = false
            read(["available", "enabled", "visible"])
        }

        /// Reads properties until one is not true.
        ///
        /// KWin disables its keyboard while a hardware keyboard is attached, and in the system settings.
        private func read(_ names: ArraySlice<String>) {
            guard let name = names.first else { return }
            service.getProperty(name) { [weak self] value in
                guard let self else { return }
                let isTrue = (try? value.get())?.booleanValue
                if names.count == 1 {
                    finishReading(value, isVisible: isTrue)
                } else if isTrue == true {
                    read(names.dropFirst())
                } else {
                    finishReading(value, isVisible: nil)
                }
            }
        }

        /// - Parameters:
        ///   - last: The last value that was read.
        ///   - isVisible: Whether the keyboard is visible; `nil` if there is no keyboard.
        private func finishReading(_ last: Result<BusValue, BusError>, isVisible: Bool?) {
            isReading = false
            // KWin hangs, as during a login, and may answer later.
            let hangs = last == .failure(.timedOut)
            if let isVisible {
                onStatusChange(.available)
                if !isClosed { visibilityChanged(to: isVisible) }
            } else if !hangs {
                end()
            }
            if isOutdated || hangs, !isClosed { read() }
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
            wantsActive = true
            service.call("forceActivate") { [weak self] in
                // KWin before 5.24 does not have the method.
                if case .failure(.refused) = $0, let self, wantsActive {
                    service.setProperty("active", to: .boolean(true))
                }
            }
        }

        func requestHide() {
            wantsActive = false
            service.setProperty("active", to: .boolean(false))
        }
    }
#endif
