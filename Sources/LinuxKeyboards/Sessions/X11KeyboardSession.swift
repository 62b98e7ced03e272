#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection to the X server that shows the keyboard's window.
    @MainActor
    final class X11KeyboardSession: KeyboardSession {
        private let display: XDisplay
        private let observer: XWindowObserver
        private let transitions: WindowTransitions
        private let keyboardName: String

        init(
            postingTo center: NotificationCenter,
            environment: [String: String],
            windowNames: Set<String>,
            scale: Double,
            scheduler: any KeyboardScheduler
        ) throws(KeyboardSourceError) {
            keyboardName = windowNames.sorted().joined(separator: " or ")
            display = try XDisplay(environment: environment)
            let names = Set(windowNames.map { $0.lowercased() })
            observer = XWindowObserver(display, scheduler: scheduler) { window in
                // The window of matchbox-keyboard 0.2 does not have the property `WM_CLASS`.
                let title = window.title == "Keyboard" ? "matchbox-keyboard" : window.title
                let texts = window.hasClass ? [window.instance, window.className] : [title]
                return texts.contains { names.contains($0.lowercased()) }
            }
            transitions = WindowTransitions(
                postingTo: center,
                desktop: observer.desktop,
                slides: false,
                scale: scale,
                scheduler: scheduler
            )
        }

        override func start() {
            observer.onDesktopChange = { [weak self] in self?.transitions.desktopChanged(to: $0) }
            observer.onWindowChange = { [weak self] in self?.transitions.windowChanged(to: $0) }
            observer.onPresenceChange = { [weak self] in self?.presenceChanged() }
            display.onLoss = { [weak self] in self?.lose("the X server") }
            // The X server may have ended while the observer read the windows.
            guard !display.isClosed else { return lose("the X server") }
            transitions.windowChanged(to: observer.window)
            presenceChanged()
        }

        override func close() {
            super.close()
            transitions.stop()
            display.close()
        }

        override func keyboardEnded() {
            transitions.windowChanged(to: nil)
        }

        private func presenceChanged() {
            report(isRunning: observer.hasWindow, keyboardName)
        }
    }
#endif
