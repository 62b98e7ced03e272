#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// The connection of a started ``X11Keyboard``.
    @MainActor
    final class X11KeyboardSession: KeyboardSession {
        var onStatusChange: (KeyboardSourceStatus) -> Void = { _ in }
        var onLoss: (KeyboardUnavailability) -> Void = { _ in }

        private let display: XDisplay
        private let observer: XWindowObserver
        private let tracker: KeyboardWindowTracker
        private let keyboardName: String
        private var isClosed = false

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
                // The window of matchbox-keyboard 0.2 has no class.
                let title = window.title == "Keyboard" ? "matchbox-keyboard" : window.title
                let texts = window.hasClass ? [window.instance, window.className] : [title]
                return texts.contains { names.contains($0.lowercased()) }
            }
            tracker = KeyboardWindowTracker(
                postingTo: center,
                desktop: observer.desktop,
                slides: false,
                scale: scale,
                scheduler: scheduler
            )
        }

        func start() {
            observer.onDesktopChange = { [weak self] in self?.tracker.desktopChanged(to: $0) }
            observer.onWindowChange = { [weak self] in self?.tracker.windowChanged(to: $0) }
            observer.onPresenceChange = { [weak self] in self?.presenceChanged() }
            display.onLoss = { [weak self] in self?.lose() }
            // The server may have ended while the windows were read.
            guard !display.isClosed else { return lose() }
            tracker.windowChanged(to: observer.window)
            presenceChanged()
        }

        func close() {
            isClosed = true
            tracker.stop()
            display.close()
        }

        private func presenceChanged() {
            guard !isClosed else { return }
            onStatusChange(observer.hasWindow ? .available : .unavailable(.notRunning(keyboard: keyboardName)))
        }

        private func lose() {
            tracker.windowChanged(to: nil)
            guard !isClosed else { return }
            let onLoss = onLoss
            close()
            onLoss(.notConnected(service: "the X server", reason: "the connection was lost"))
        }
    }
#endif
