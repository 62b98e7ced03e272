#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The session of GNOME Shell's own keyboard, which uses the session bus and the accessibility bus.
    ///
    /// The session knows from the session bus that GNOME Shell runs, and which monitors it has. ``ShellKeyboard`` is the
    /// keyboard in the accessibility tree. A signal of its box says that the keyboard has begun to appear, or has
    /// disappeared, and the session then reads the tree.
    @MainActor
    final class GNOMEShellSession: KeyboardSession {
        private static let keyboardName = "the keyboard of GNOME Shell"
        private static let shellName = "GNOME Shell"

        /// How long the keyboard slides in, in seconds.
        private static let slideDuration = 0.15

        /// The time between two looks at a keyboard that sends no signal.
        private static let pollInterval = Duration.milliseconds(100)

        /// The number of looks until a missing box is reported.
        ///
        /// The shell moves its box after its monitors have changed.
        private static let maximumLooks = 10

        private let connections: DesktopConnections
        private let bus: BusConnection
        private let poster: KeyboardTransitionPoster
        private let isWayland: Bool
        private let shell: BusService
        /// The services that exist only in a session of GNOME Shell.
        private var monitorService, launcher, registry, events: BusService?
        private var accessibility: BusConnection?
        private var monitors: [ShellMonitor] = []
        private var keyboard: ShellKeyboard?
        private var search: Task<Void, Never>?
        private var isReading = false
        /// Whether a signal has arrived since the session began to read.
        private var isOutdated = false
        /// Whether the shell sends a signal when the keyboard appears the next time.
        ///
        /// The shell sends none when the keyboard appears for the first time after the login.
        private var hasSignals = false
        /// The waiting look at the keyboard.
        private(set) var poll: KeyboardScheduledAction?
        private var slide: KeyboardScheduledAction?
        /// The frame of the shown keyboard, in the units of its monitor.
        private var shown: (frame: CGRect, monitor: ShellMonitor)?
        /// The bounds of the keyboard's monitor, in the coordinates of the events.
        private var screen = CGRect.zero
        private var remainingLooks = maximumLooks

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
            slide?.cancel()
            poster.stop()
            shell.close()
        }

        override func keyboardEnded() {
            hide()
        }

        func fieldFocusChanged() {
            schedulePoll()
        }

        /// Receives the window that the app keeps in place.
        func fixedWindowChanged() {
            guard isWayland else { return }
            poster.isObscured = connections.fixedWindow == nil
            if let shown { show(shown.frame, on: shown.monitor) }
        }
    }

    // MARK: - The services

    extension GNOMEShellSession {
        private func shellStarted() {
            let monitorService = Self.service(
                "org.gnome.Mutter.DisplayConfig",
                "/org/gnome/Mutter/DisplayConfig",
                on: bus
            )
            monitorService.onOwnerChange = { [weak self] _ in self?.look() }
            monitorService.onSignal = { [weak self] _ in self?.look() }
            self.monitorService = monitorService
            let launcher = Self.service("org.a11y.Bus", "/org/a11y/bus", on: bus)
            launcher.onOwnerChange = { [weak self] in
                $0 ? self?.openAccessibility() : self?.miss("org.a11y.Bus is not running")
            }
            self.launcher = launcher
        }

        private func shellEnded() {
            closeServices()
            hide()
            report(isRunning: false, Self.shellName)
        }

        private func closeServices() {
            search?.cancel()
            poll?.cancel()
            for service in [monitorService, launcher, registry, events] { service?.close() }
            (monitorService, launcher, registry, events) = (nil, nil, nil, nil)
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
                        $0 ? self?.look() : self?.miss("\(ShellKeyboard.registry) is not running")
                    }
                    // The shell can enter the tree later than it takes its name.
                    registry.onSignal = { [weak self] _ in if self?.keyboard == nil { self?.look() } }
                    self.registry = registry
                } catch {
                    miss(error.reason)
                    if error == .timedOut { openAccessibility() }
                }
            }
        }

        /// Reports that there is no way to the keyboard.
        private func miss(_ reason: String, service: String = "the accessibility bus") {
            events?.close()
            (keyboard, events) = (nil, nil)
            hide()
            guard !isClosed else { return }
            onStatusChange(.unavailable(.notConnected(service: service, reason: reason)))
        }

        /// Reads the monitors, looks for the keyboard if it is not known, and reads the keyboard.
        private func look(attempts: Int = maximumLooks) {
            remainingLooks = attempts
            search?.cancel()
            search = Task { [weak self] in await self?.find() }
        }

        private func find() async {
            guard let monitorService, let display = monitorService.owner, let shell = shell.owner, let accessibility,
                let registry = registry?.owner
            else { return }
            do throws(BusError) {
                let (path, interface) = (monitorService.path, monitorService.interface)
                let state = try await bus.reply("GetCurrentState", of: interface, at: path, on: display)
                guard !Task.isCancelled else { return }
                monitors = ShellMonitor.all(in: state)
                if keyboard == nil {
                    guard let process = try await bus.process(of: shell) else { throw .malformedReply }
                    let found = try await ShellKeyboard.find(
                        of: process,
                        below: monitors,
                        registry: registry,
                        on: accessibility
                    )
                    guard !Task.isCancelled else { return }
                    guard let found else { return searchLater() }
                    try await found.register(with: registry)
                    guard !Task.isCancelled else { return }
                    follow(found, on: accessibility)
                }
                read()
            } catch {
                if !Task.isCancelled { searchLater(after: error) }
            }
        }

        private func follow(_ keyboard: ShellKeyboard, on accessibility: BusConnection) {
            self.keyboard = keyboard
            hasSignals = false
            let interface = ShellKeyboard.events
            let events = BusService(name: keyboard.shell, path: keyboard.box, interface: interface, on: accessibility)
            events.onSignal = { [weak self] in self?.boxChanged($0) }
            events.onOwnerChange = { [weak self] in if !$0 { self?.miss("GNOME Shell has left it") } }
            self.events = events
        }

        /// Looks again after a pause, or reports why the keyboard is not found.
        private func searchLater(after error: BusError? = nil) {
            guard !isClosed else { return }
            guard remainingLooks > 0, error != .timedOut else {
                let reason = error?.reason ?? "the accessibility tree of GNOME Shell has no panel below a monitor"
                miss(reason, service: Self.keyboardName)
                // The call that was not answered has taken 5 seconds.
                if error == .timedOut, !isClosed { look() }
                return
            }
            let attempts = remainingLooks - 1
            poll?.cancel()
            poll = connections.scheduler.schedule(after: Self.pollInterval) { [weak self] in
                self?.look(attempts: attempts)
            }
        }
    }

    // MARK: - The keyboard

    extension GNOMEShellSession {
        private func boxChanged(_ signal: String) {
            if signal == "StateChanged" { hasSignals = true }
            read()
        }

        /// Reads the tree; if a signal arrives before the reply, the session reads the tree again after the reply.
        private func read() {
            isOutdated = true
            guard !isReading else { return }
            isReading = true
            Task { [weak self] in
                while let self, isOutdated, !isClosed, let keyboard {
                    isOutdated = false
                    do {
                        let reading = try await keyboard.read()
                        if !isClosed, self.keyboard?.box == keyboard.box { update(reading) }
                    } catch let error as BusError {
                        // The keyboard can be switched off while the session reads it.
                        if self.keyboard != nil { searchLater(after: error) }
                    } catch {}
                }
                self?.isReading = false
            }
        }

        private func update(_ reading: ShellKeyboard.Reading) {
            guard let frame = reading.shownFrame, let current = reading.keyboard else {
                hide()
                return report(isRunning: false, Self.keyboardName)
            }
            if !reading.isShowing { hasSignals = true }
            if !reading.isShowing || !hasSignals && current.minY >= reading.box.minY {
                hide()
            } else if let monitor = monitors.first(where: { $0.isAbove(reading.box) }) {
                show(frame, on: monitor, isSliding: current != frame)
            } else {
                return searchLater()
            }
            report(isRunning: true, Self.keyboardName)
            remainingLooks = Self.maximumLooks
            schedulePoll()
        }

        /// Waits for the first appearance after the login, while a field of the app has the focus.
        private func schedulePoll() {
            poll?.cancel()
            guard keyboard != nil, !hasSignals, connections.isFieldFocused, shown == nil else { return }
            poll = connections.scheduler.schedule(after: Self.pollInterval) { [weak self] in self?.read() }
        }

        /// Posts a frame of the keyboard.
        ///
        /// The app does not know the place of its window under Wayland. The bottom edge of a window that the app keeps
        /// in place is that of the monitor.
        private func show(_ frame: CGRect, on monitor: ShellMonitor, isSliding: Bool = false) {
            let isFirst = shown == nil
            shown = (frame, monitor)
            var end = monitor.points(frame)
            screen = monitor.points(monitor.frame)
            if isWayland, let window = connections.fixedWindow {
                let (dx, dy) = (window.minX - screen.minX, window.maxY - screen.maxY)
                (end, screen) = (end.offsetBy(dx: dx, dy: dy), screen.offsetBy(dx: dx, dy: dy))
            }
            guard isFirst || end != poster.frame else { return }
            slide?.cancel()
            let duration = isFirst && isSliding ? Self.slideDuration : 0
            // An observer of the events can close the session.
            slide = connections.scheduler.schedule(after: .delay(seconds: duration)) { [weak self] in self?.poster.end()
            }
            poster.begin(to: end, .docked, from: hidden(end), duration: duration, screenBounds: screen)
            if duration == 0 { poster.end() }
        }

        private func hide() {
            slide?.cancel()
            guard shown != nil, let frame = poster.frame else { return }
            shown = nil
            poster.begin(to: hidden(frame), .hidden, screenBounds: screen)
            poster.end()
        }

        /// Returns the frame of the hidden keyboard, which is below the screen.
        private func hidden(_ frame: CGRect) -> CGRect {
            frame.offsetBy(dx: 0, dy: frame.height)
        }
    }

    extension BusError {
        fileprivate var reason: String { self == .timedOut ? "it does not answer" : description }
    }
#endif
