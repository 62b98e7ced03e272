#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The two connections to Onboard, through the session bus and through the X server.
    ///
    /// When its property `Visible` changes, Onboard sends the signal `PropertiesChanged` on the session bus.
    /// ``BusService`` reads the signal, and the session passes the visibility to ``WindowTransitions``. When Onboard
    /// becomes visible, ``WindowTransitions`` begins a *show* as soon as the session knows the window. When Onboard
    /// becomes hidden, ``WindowTransitions`` ends the *hide* that has begun. If no *hide* has begun,
    /// ``WindowTransitions`` posts a *hide* of 0 seconds. ``TransitionPoster`` posts the notifications.
    @MainActor
    final class OnboardSession: KeyboardSession {
        /// How long after a *hide* Onboard ignores a request to show.
        ///
        /// Onboard 1.4 ignores a request that arrives up to 0.2 seconds after a *hide*. Onboard 1.4 performs a request
        /// that arrives 0.3 seconds after a *hide*.
        private static let deafness = Duration.milliseconds(350)

        let bus: BusConnection
        let service: BusService
        private let display: XDisplay
        private let observer: XWindowObserver
        private let transitions: WindowTransitions
        private let scheduler: any KeyboardScheduler
        private var isVisible = false
        /// The time when the session last asked Onboard to hide, or when the last *hide* ended.
        private var lastHide: Duration?
        /// Whether the session still has to ask Onboard to appear.
        private var wantsShow = false
        private var canRecover = false
        private var waitingShow: KeyboardScheduledAction?

        init(
            postingTo center: NotificationCenter,
            environment: [String: String],
            scale: Double,
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            self.scheduler = scheduler
            bus = try BusConnection(environment: environment, scheduler: scheduler)
            display = try XDisplay(environment: environment)
            observer = XWindowObserver(display, scheduler: scheduler) { window in
                // GTK creates additional windows for internal use. The title of these windows is the name of the
                // program, `onboard`.
                window.instance == "onboard" && window.className == "Onboard" && window.title != "onboard"
            }
            transitions = WindowTransitions(
                postingTo: center,
                desktop: observer.desktop,
                slides: true,
                scale: scale,
                scheduler: scheduler
            )
            service = BusService(
                name: "org.onboard.Onboard",
                path: "/org/onboard/Onboard/Keyboard",
                interface: "org.onboard.Onboard.Keyboard",
                on: bus
            )
        }

        override func start() {
            // Onboard counts as hidden until it reports that it is visible.
            transitions.visibilityChanged(to: false)
            transitions.windowChanged(to: observer.window)
            observer.onDesktopChange = { [weak self] in self?.transitions.desktopChanged(to: $0) }
            observer.onWindowChange = { [weak self] in self?.transitions.windowChanged(to: $0) }
            display.onLoss = { [weak self] in self?.lose("the X server") }
            // The X server may have ended while the observer read the windows.
            guard !display.isClosed else { return lose("the X server") }
            bus.onLoss = { [weak self] in self?.lose("the session bus") }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onPropertiesChange = { [weak self] in
                if let isVisible = $0["Visible"] { self?.visibilityChanged(to: isVisible) }
            }
            transitions.onRest = { [weak self] in self?.keyboardRested() }
        }

        override func close() {
            super.close()
            waitingShow?.cancel()
            transitions.stop()
            bus.close()
            display.close()
        }

        override func keyboardEnded() {
            transitions.visibilityChanged(to: nil)
        }

        override func requestShow() {
            wantsShow = true
            canRecover = true
            showWhenReady()
        }

        override func requestHide() {
            wantsShow = false
            hide()
        }
    }

    // MARK: - Facts

    extension OnboardSession {
        private func ownerChanged(isRunning: Bool) {
            guard isRunning else {
                isVisible = false
                wantsShow = false
                keyboardEnded()
                report(isRunning: false, "Onboard")
                return
            }
            transitions.visibilityChanged(to: false)
            observer.findWindow()
            service.readProperty("Visible") { [weak self] in self?.visibilityChanged(to: $0) }
            report(isRunning: true, "Onboard")
        }

        private func visibilityChanged(to isVisible: Bool) {
            self.isVisible = isVisible
            if isVisible, observer.window == nil { observer.findWindow() }
            if !isClosed { transitions.visibilityChanged(to: isVisible) }
        }
    }

    // MARK: - Requests

    extension OnboardSession {
        private func hide() {
            lastHide = scheduler.now
            service.call("Hide")
        }

        /// Asks Onboard to appear as soon as Onboard no longer ignores a request.
        private func showWhenReady() {
            waitingShow?.cancel()
            // When the *hide* has ended, `keyboardRested()` calls this method again.
            guard wantsShow, !transitions.isHiding else { return }
            if let lastHide, scheduler.now - lastHide < Self.deafness {
                waitingShow = scheduler.schedule(after: lastHide + Self.deafness - scheduler.now) { [weak self] in
                    self?.showWhenReady()
                }
            } else if isVisible, !transitions.isShown, canRecover {
                // Onboard is off screen, but reports that it is visible. In this state, Onboard needs a request to hide
                // before it can appear.
                canRecover = false
                hide()
                showWhenReady()
            } else {
                wantsShow = false
                service.call("Show")
            }
        }

        private func keyboardRested() {
            guard !transitions.isShown else {
                wantsShow = false
                return
            }
            lastHide = scheduler.now
            showWhenReady()
        }
    }
#endif
