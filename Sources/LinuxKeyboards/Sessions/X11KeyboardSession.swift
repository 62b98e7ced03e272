#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The session of a keyboard that offers only a window on an X server, and no other interface.
    @MainActor
    final class X11KeyboardSession: KeyboardSession {
        private let connections: DesktopConnections
        private var observer: XWindowObserver?
        private let transitions: WindowTransitions
        private let keyboardName: String

        init(
            to sink: @escaping KeyboardSink,
            _ connections: DesktopConnections,
            windowNames: Set<String>,
            scale: Double
        ) {
            keyboardName = windowNames.sorted().joined(separator: " or ")
            self.connections = connections
            let scheduler = connections.scheduler
            transitions = WindowTransitions(to: sink, slides: false, scale: scale, scheduler: scheduler)
        }

        /// The strings in `names` must be in lower case.
        static func isKeyboard(_ window: XWindowTexts, named names: Set<String>) -> Bool {
            // The window of matchbox-keyboard 0.2 does not have the property `WM_CLASS`.
            let title = window.title == "Keyboard" ? "matchbox-keyboard" : window.title
            let texts = window.hasClass ? [window.instance, window.className] : [title]
            return texts.contains { names.contains($0.lowercased()) }
        }

        override func start() {
            connections.openWindows { [weak self] in self?.windowsOpened($0) }
        }

        override func close() {
            super.close()
            transitions.stop()
            observer?.handlers[.named] = nil
        }

        override func keyboardEnded() {
            transitions.windowChanged(to: nil)
        }

        private func windowsOpened(_ result: Result<XWindowObserver, KeyboardSourceError>) {
            guard !isClosed else { return }
            switch result {
            case .success(let observer): follow(observer)
            case .failure(let error): lose(error)
            }
        }

        private func follow(_ observer: XWindowObserver) {
            self.observer = observer
            observer.handlers[.named] = XWindowObserver.Handlers(
                onWindowChange: { [weak self] in self?.windowChanged(to: $0) },
                onDesktopChange: { [weak self] in self?.transitions.desktopChanged(to: $0) },
                onLoss: { [weak self] in self?.lose(.lost("the X server")) }
            )
            transitions.desktopChanged(to: observer.desktop)
            windowChanged(to: observer.windows[.named])
        }

        private func windowChanged(to window: KeyboardWindow?) {
            transitions.windowChanged(to: window)
            report(isRunning: window != nil, keyboardName)
        }
    }
#endif
