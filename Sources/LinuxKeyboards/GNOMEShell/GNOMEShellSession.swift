#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Reads the keyboard of GNOME Shell from the accessibility tree.
    ///
    /// The session bus reports whether GNOME Shell runs, and which monitors GNOME Shell has. When the keyboard begins
    /// to appear or has disappeared, the panel that contains the keyboard sends a signal. After each signal, the
    /// session reads the accessibility tree.
    @MainActor
    final class GNOMEShellSession: KeyboardSession {
        private static let keyboardName = "the keyboard of GNOME Shell"
        private static let shellName = "GNOME Shell"

        /// In seconds.
        private static let slideDuration = 0.15

        /// The pause between two readings of the tree while the keyboard sends no signals.
        private static let pollInterval = Duration.milliseconds(100)

        /// If the session finds no panel below a monitor, it reads the tree again at most this many times.
        ///
        /// After the monitors change, the shell moves the panel with a delay.
        private static let maximumReadings = 10

        private let connections: DesktopConnections
        private let bus: BusConnection
        private let poster: KeyboardTransitionPoster
        private let isWayland: Bool
        private let shell: BusService
        /// The services that the session uses while GNOME Shell runs.
        private var display, launcher, registry, events: BusService?
        private var accessibility: BusConnection?
        private var monitors: [ShellMonitor] = []
        private var keyboard: ShellKeyboard?
        private var isReading = false
        /// Whether a signal has arrived since the session began to read the tree.
        private var isOutdated = false
        /// Whether the session knows that the shell sends a signal when the keyboard appears.
        ///
        /// When the keyboard appears for the first time after a login, the shell sends no signal.
        private var hasSignals = false
        private(set) var poll: KeyboardScheduledAction?
        /// The frame is in the units of the monitor.
        private var shown: (frame: CGRect, monitor: ShellMonitor, isSliding: Bool)?
        /// The bounds of the keyboard's monitor, in the same coordinates as the frames in the events.
        private var screen = CGRect.zero
        private var remainingReadings = maximumReadings

        init(to sink: @escaping KeyboardSink, _ connections: DesktopConnections) throws(KeyboardSourceError) {
            self.connections = connections
            bus = try connections.openBus()
            poster = KeyboardTransitionPoster(to: sink)
            isWayland = connections.environment["WAYLAND_DISPLAY"]?.isEmpty == false
            shell = Self.service("org.gnome.Shell", "/org/gnome/Shell", on: bus)
        }

        private static func service(_ name: String, _ path: String, on bus: BusConnection) -> BusService {
            BusService(name: name, path: path, interface: name, on: bus)
        }

        override func start() {
            poster.isObscured = isWayland ? connections.fixedWindow == nil : nil
            shell.onLoss = { [weak self] in self?.lose(.lost("the session bus")) }
            shell.onOwnerChange = { [weak self] in $0 ? self?.shellStarted() : self?.shellEnded() }
        }

        override func close() {
            super.close()
            closeServices()
            poster.stop()
            shell.close()
        }

        override func keyboardEnded() {
            poll?.cancel()
            guard shown != nil, let frame = poster.frame else { return }
            shown = nil
            poster.begin(to: frame.below, .hidden, screenBounds: screen)
            poster.end()
        }

        func fixedWindowChanged() {
            guard isWayland else { return }
            poster.isObscured = connections.fixedWindow == nil
            if let shown { show(shown.frame, on: shown.monitor, isSliding: shown.isSliding) }
        }
    }

    // MARK: - The services

    extension GNOMEShellSession {
        private func shellStarted() {
            let display = Self.service("org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig", on: bus)
            display.onOwnerChange = { [weak self] in
                $0 ? self?.monitorsChanged() : self?.miss("it has no monitors", service: Self.shellName)
            }
            display.onSignal = { [weak self] _, _ in self?.monitorsChanged() }
            let launcher = Self.service("org.a11y.Bus", "/org/a11y/bus", on: bus)
            launcher.onOwnerChange = { [weak self] in
                $0 ? self?.openAccessibility() : self?.miss("org.a11y.Bus is not running")
            }
            (self.display, self.launcher) = (display, launcher)
        }

        private func monitorsChanged() {
            monitors = []
            treeChanged()
        }

        private func treeChanged() {
            remainingReadings = Self.maximumReadings
            read()
        }

        private func shellEnded() {
            closeServices()
            keyboardEnded()
            report(isRunning: false, Self.shellName)
        }

        private func closeServices() {
            poll?.cancel()
            for service in [display, launcher, registry, events] { service?.close() }
            (display, launcher, registry, events) = (nil, nil, nil, nil)
            accessibility?.close()
            (accessibility, keyboard, monitors) = (nil, nil, [])
        }

        private func openAccessibility() {
            launcher?.call("GetAddress") { [weak self] result in
                guard let self else { return }
                do throws(BusError) {
                    guard let address = try result.get().first?.stringValue else { throw .malformedReply }
                    let connection = try BusConnection(address: address, scheduler: connections.scheduler)
                    accessibility = connection
                    let registry = BusService(
                        name: ShellKeyboard.registry,
                        path: ShellKeyboard.root,
                        interface: ShellKeyboard.events,
                        on: connection
                    )
                    registry.onLoss = { [weak self] in self?.lose(.lost("the accessibility bus")) }
                    registry.onOwnerChange = { [weak self] in
                        $0 ? self?.treeChanged() : self?.miss("\(ShellKeyboard.registry) is not running")
                    }
                    // The shell can take its bus name before it joins the accessibility tree, so each signal starts a
                    // new search.
                    registry.onSignal = { [weak self] _, _ in if self?.keyboard == nil { self?.treeChanged() } }
                    self.registry = registry
                } catch {
                    miss(error == .timedOut ? "it does not answer" : error.description)
                    if error == .timedOut { openAccessibility() }
                }
            }
        }

        private func miss(_ reason: String, service: String = "the accessibility bus") {
            events?.close()
            (keyboard, events) = (nil, nil)
            keyboardEnded()
            guard !isClosed else { return }
            onStatusChange(.unavailable(.notConnected(service: service, reason: reason)))
        }

        private func read() {
            isOutdated = true
            guard !isReading else { return }
            isReading = true
            Task { [weak self] in
                while let self, isOutdated, let accessibility {
                    isOutdated = false
                    do {
                        let reading = try await look(on: accessibility)
                        if let reading, !isOutdated, accessibility === self.accessibility { update(reading) }
                    } catch {
                        if accessibility === self.accessibility { readLater(after: error as? BusError) }
                    }
                }
                self?.isReading = false
            }
        }

        private func read(after pause: Duration) {
            poll?.cancel()
            poll = connections.scheduler.schedule(after: pause) { [weak self] in self?.read() }
        }

        private func look(on accessibility: BusConnection) async throws -> ShellKeyboard.Reading? {
            guard let display, let screens = display.owner, let shell = shell.owner, let registry = registry?.owner
            else { return nil }
            if monitors.isEmpty {
                let (path, interface) = (display.path, display.interface)
                let state = try await bus.reply("GetCurrentState", of: interface, at: path, on: screens)
                guard !isOutdated else { return nil }
                monitors = ShellMonitor.all(in: state)
            }
            if keyboard == nil {
                let process = try await bus.process(of: shell)
                let found = try await ShellKeyboard.find(
                    of: process,
                    below: monitors,
                    registry: registry,
                    on: accessibility
                )
                guard accessibility === self.accessibility else { return nil }
                keyboard = found
                hasSignals = false
                let name = found.shell
                let events = BusService(name: name, path: found.box, interface: ShellKeyboard.events, on: accessibility)
                events.onSignal = { [weak self] in
                    if $0 == "StateChanged" { self?.hasSignals = true }
                    // The *hide* event does not wait for a reading, because a busy shell answers late.
                    if $1.starts(with: [.string("visible"), .number(0)]) { self?.keyboardEnded() }
                    self?.read()
                }
                self.events = events
            }
            return try await keyboard?.read()
        }

        private func readLater(after error: BusError? = nil) {
            remainingReadings -= 1
            guard remainingReadings < 0 || error == .timedOut else {
                return read(after: Self.pollInterval)
            }
            let isSilent = error == .timedOut
            let reason = isSilent ? "it does not answer" : "its accessibility tree has no panel below a monitor"
            miss(reason, service: Self.shellName)
            // The session has already waited 5 seconds for the reply, so it reads the tree again without a pause.
            if isSilent { read() }
        }
    }

    // MARK: - The keyboard

    extension GNOMEShellSession {
        private func update(_ reading: ShellKeyboard.Reading) {
            guard let frame = reading.shownFrame, let current = reading.keyboard else {
                keyboardEnded()
                // Even if the keyboard is switched off in the settings, a touch on the screen makes the shell create
                // the keyboard.
                return report(isRunning: connections.hasTouchScreen, Self.keyboardName)
            }
            if !reading.isShowing { hasSignals = true }
            // Before the keyboard's first layout, each number in its frame is the lowest 32-bit integer.
            if !reading.isShowing || current.width <= 0 || !hasSignals && current.minY >= reading.box.minY {
                keyboardEnded()
            } else if let monitor = monitors.first(where: { $0.isAbove(reading.box) }) {
                show(frame, on: monitor, isSliding: current.minY > frame.minY + 1)
            } else {
                return readLater()
            }
            report(isRunning: true, Self.keyboardName)
            remainingReadings = Self.maximumReadings
            schedulePoll()
        }

        /// After a login, reads the tree repeatedly while a field of the app has the focus, until the keyboard appears
        /// for the first time.
        func schedulePoll() {
            guard keyboard != nil, !hasSignals, shown == nil, connections.requesters.values.contains(where: { $0() })
            else { return }
            read(after: Self.pollInterval)
        }

        /// Under Wayland, the app does not know the place of its window.
        ///
        /// For a window that the app keeps in place, the session assumes that the bottom edge of the window is the
        /// bottom edge of the monitor. A person can drag the keyboard onto the screen, and can pause at any height. So
        /// the session reads the tree repeatedly until the keyboard has reached its end frame.
        private func show(_ frame: CGRect, on monitor: ShellMonitor, isSliding: Bool) {
            let isFirst = shown == nil
            shown = (frame, monitor, isSliding)
            var end = monitor.points(frame)
            screen = monitor.points(monitor.frame)
            if isWayland, let window = connections.fixedWindow {
                let (dx, dy) = (window.minX - screen.minX, window.maxY - screen.maxY)
                (end, screen) = (end.offsetBy(dx: dx, dy: dy), screen.offsetBy(dx: dx, dy: dy))
            }
            let duration = isFirst && isSliding ? Self.slideDuration : 0
            // The next reading is scheduled before the events are posted, because an observer can close the session.
            if isSliding { read(after: isFirst ? .delay(seconds: duration) : Self.pollInterval / 2) }
            if isFirst || end != poster.frame {
                poster.begin(to: end, .docked, from: end.below, duration: duration, screenBounds: screen)
            }
            if !isSliding { poster.end() }
        }
    }
#endif
