#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Computes the transitions from the visibility that Onboard reports on the session bus, and from Onboard's window.
    ///
    /// Onboard 1.4.4 has no X window under Wayland, so ``LayerKeyboard`` measures the strip of a docked Onboard.
    @MainActor
    final class OnboardSession: KeyboardSession {
        /// How long Onboard ignores requests to appear after a *hide* transition.
        ///
        /// Onboard 1.4 ignores a request that arrives up to 0.2 seconds after a *hide* transition. Onboard performs a
        /// request that arrives after 0.3 seconds.
        private static let deafness = Duration.milliseconds(350)

        private let bus: BusConnection
        private let connections: DesktopConnections
        /// `nil` while the session waits for the X server.
        private var service: BusService?
        private var observer: XWindowObserver?
        private let transitions: WindowTransitions
        /// Represents an Onboard without an X window.
        private let layer: LayerKeyboard?
        private let scheduler: any KeyboardScheduler
        private var isVisible = false
        /// The time of the latest request to disappear, or of the end of the latest *hide* transition.
        private var lastHide: Duration?
        private var wantsShow = false
        private var canRecover = false
        private var waitingShow: KeyboardScheduledAction?

        init(
            to sink: @escaping KeyboardSink,
            _ connections: DesktopConnections,
            scale: Double
        ) throws(KeyboardSourceError) {
            scheduler = connections.scheduler
            self.connections = connections
            bus = try connections.openBus()
            transitions = WindowTransitions(to: sink, slides: true, scale: scale, scheduler: scheduler)
            let isWayland = connections.environment["WAYLAND_DISPLAY"]?.isEmpty == false
            layer = isWayland ? LayerKeyboard(to: sink, connections) : nil
        }

        /// Whether Onboard is a client of the Wayland compositor.
        var isNative: Bool { layer != nil && observer?.windows[.onboard] == nil }

        static func isKeyboard(_ window: XWindowTexts) -> Bool {
            // GTK creates additional windows for internal use. The title of these windows is the name of the program,
            // `onboard`.
            window.instance == "onboard" && window.className == "Onboard" && window.title != "onboard"
        }

        override func start() {
            transitions.onRest = { [weak self] in self?.keyboardRested() }
            layer?.onCapabilitiesChange = { [weak self] in self?.onCapabilitiesChange($0) }
            layer?.start()
            connections.openWindows { [weak self] in self?.windowsOpened($0) }
        }

        override func close() {
            super.close()
            waitingShow?.cancel()
            transitions.stop()
            layer?.close()
            service?.close()
            observer?.handlers[.onboard] = nil
        }

        override func keyboardEnded() {
            transitions.visibilityChanged(to: nil)
            layer?.transitions.visibilityChanged(to: false)
        }

        override func areaChanged(to area: CGRect?, isFullScreen: Bool) {
            layer?.transitions.areaChanged(to: area, isFullScreen: isFullScreen)
        }

        override func requestShow() {
            wantsShow = true
            canRecover = !isNative
            showWhenReady()
        }

        override func requestHide() {
            wantsShow = false
            // After a request to hide, a docked Onboard 1.4.4 without an X window never appears again.
            if isNative, layer?.transitions.frame != nil { return }
            hide()
        }
    }

    // MARK: - Facts

    extension OnboardSession {
        private func windowsOpened(_ result: Result<XWindowObserver, KeyboardSourceError>) {
            guard !isClosed else { return }
            switch result {
            case .failure(let error) where layer == nil: return lose(error)
            case _ where bus.isLost: return lose(.lost("the session bus"))
            case .success(let observer): follow(observer)
            case .failure: break
            }
            followService()
        }

        private func follow(_ observer: XWindowObserver) {
            self.observer = observer
            observer.handlers[.onboard] = XWindowObserver.Handlers(
                onWindowChange: { [weak self] in self?.windowChanged(to: $0) },
                onDesktopChange: { [weak self] in self?.transitions.desktopChanged(to: $0) },
                onLoss: { [weak self] in self?.lose(.lost("the X server")) }
            )
            // Until Onboard reports that it is visible, the session treats Onboard as hidden.
            transitions.visibilityChanged(to: false)
            transitions.desktopChanged(to: observer.desktop)
            transitions.windowChanged(to: observer.windows[.onboard])
        }

        private func windowChanged(to window: KeyboardWindow?) {
            // Under Xwayland, the report of the visibility can arrive before the window is known.
            if window != nil, let layer, layer.transitions.isVisible {
                layer.transitions.visibilityChanged(to: false)
                transitions.visibilityChanged(to: isVisible)
            }
            transitions.windowChanged(to: window)
        }

        private func followService() {
            let service = BusService(.onboard, on: bus)
            service.onLoss = { [weak self] in self?.lose(.lost("the session bus")) }
            service.onOwnerChange = { [weak self] in self?.ownerChanged(isRunning: $0) }
            service.onPropertiesChange = { [weak self] in
                if let isVisible = $0["Visible"] { self?.visibilityChanged(to: isVisible) }
            }
            self.service = service
        }

        private func ownerChanged(isRunning: Bool) {
            guard isRunning else {
                isVisible = false
                wantsShow = false
                keyboardEnded()
                report(isRunning: false, "Onboard")
                return
            }
            transitions.visibilityChanged(to: false)
            layer?.openProbe()
            observer?.findWindow()
            // The source chooses between keyboards by their visibility, so the session reads the visibility before it
            // reports the status of the keyboard.
            service?.readProperty("Visible") { [weak self] answer in
                if case .success(let isVisible) = answer { self?.visibilityChanged(to: isVisible) }
                self?.report(answer, "Onboard")
            }
        }

        private func visibilityChanged(to isVisible: Bool) {
            self.isVisible = isVisible
            if isVisible, observer?.windows[.onboard] == nil { observer?.findWindow() }
            if isClosed { return }
            if isNative {
                layer?.transitions.visibilityChanged(to: isVisible)
            } else {
                transitions.visibilityChanged(to: isVisible)
            }
        }
    }

    // MARK: - Requests

    extension OnboardSession {
        private func hide() {
            lastHide = scheduler.now
            service?.call("Hide")
        }

        private func showWhenReady() {
            waitingShow?.cancel()
            // After the *hide* transition, `keyboardRested()` calls this method again.
            guard wantsShow, !transitions.isHiding else { return }
            if let lastHide, scheduler.now - lastHide < Self.deafness {
                waitingShow = scheduler.schedule(after: lastHide + Self.deafness - scheduler.now) { [weak self] in
                    self?.showWhenReady()
                }
            } else if isVisible, !transitions.isShown, canRecover {
                // If Onboard is off screen but reports that it is visible, it appears only if a request to hide
                // precedes the request to appear.
                canRecover = false
                hide()
                showWhenReady()
            } else {
                wantsShow = false
                service?.call("Show")
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
