#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// A session that posts the events of one keyboard, and passes requests to this keyboard.
    ///
    /// If a connection is lost, the session ends. If a keyboard cannot appear on request, its session ignores all
    /// requests.
    @MainActor
    class KeyboardSession {
        final var onStatusChange: (KeyboardSourceStatus) -> Void = { _ in }

        /// Called when the capabilities of the keyboard are about to change.
        ///
        /// The handler must call the closure that it receives, because this closure changes the capabilities.
        final var onCapabilitiesChange: (() -> Void) -> Void = { $0() }

        /// Called once after the session has closed itself.
        final var onLoss: (KeyboardSourceError) -> Void = { _ in }

        private(set) final var isClosed = false

        /// Set `onStatusChange` and `onLoss` before this call.
        func start() {}

        /// Closes the session, and leaves the shared connections open for other sessions.
        ///
        /// After this call, the session posts no events and calls no closures.
        func close() {
            isClosed = true
        }

        /// Posts a *hide* event of 0 seconds if the keyboard is shown.
        ///
        /// The session calls this method when the keyboard's program has ended or cannot be reached.
        func keyboardEnded() {}

        func areaChanged(to area: CGRect?, isFullScreen: Bool) {}

        /// Looks for the keyboard's program, in case no event has announced its start.
        func lookAgain() {}

        func requestShow() {}

        func requestHide() {}

        final func report(isRunning: Bool, _ keyboard: String) {
            guard !isClosed else { return }
            onStatusChange(isRunning ? .available : .unavailable(.notRunning(keyboard: keyboard)))
        }

        /// If the program does not report the visibility in time, the keyboard is unavailable until the report arrives.
        ///
        /// While a keyboard is unavailable, the source can choose another keyboard.
        final func report(_ answer: Result<Bool, BusError>, _ keyboard: String) {
            guard answer == .failure(.timedOut) else { return report(isRunning: true, keyboard) }
            guard !isClosed else { return }
            onStatusChange(.unavailable(.notConnected(service: keyboard, reason: "it does not answer")))
        }

        final func lose(_ error: KeyboardSourceError) {
            keyboardEnded()
            // An observer of the *hide* event may have closed the session.
            guard !isClosed else { return }
            let onLoss = onLoss
            close()
            onLoss(error)
        }
    }
#endif
