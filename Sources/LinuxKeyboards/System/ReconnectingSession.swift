#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// Opens the session of a keyboard, and opens a new session after a connection is lost.
    @MainActor
    final class ReconnectingSession {
        /// The first pause between two attempts.
        ///
        /// Each further pause is twice as long as the pause before it.
        private static let firstPause = Duration.milliseconds(100)
        /// The longest pause between two attempts.
        private static let longestPause = Duration.seconds(10)

        let kind: SystemKeyboard.Kind

        var onStatusChange: () -> Void = {}

        let gate = EventGate()

        private(set) var session: KeyboardSession?

        private(set) var status = KeyboardSourceStatus.stopped

        private let reconnects: Bool
        private let scheduler: any KeyboardScheduler
        private let open: (@escaping KeyboardSink) throws(KeyboardSourceError) -> KeyboardSession
        private var retry: KeyboardScheduledAction?
        private var pause = firstPause

        /// Creates a stopped session.
        ///
        /// - Parameters:
        ///   - kind: The kind of the keyboard.
        ///   - reconnects: Whether this object opens a new session if a connection is lost or an attempt fails.
        ///   - scheduler: The scheduler that measures the pauses.
        ///   - open: A closure that opens a session. The closure receives a function that takes the events of the
        ///     session.
        init(
            _ kind: SystemKeyboard.Kind,
            reconnects: Bool,
            scheduler: any KeyboardScheduler,
            open: @escaping (@escaping KeyboardSink) throws(KeyboardSourceError) -> KeyboardSession
        ) {
            self.kind = kind
            self.reconnects = reconnects
            self.scheduler = scheduler
            self.open = open
        }

        isolated deinit {
            close()
        }

        var hasFailed: Bool {
            session == nil && !reconnects
        }

        /// Opens the first session.
        ///
        /// If the object is already started, the call closes the open session.
        func start() {
            close()
            pause = Self.firstPause
            setStatus(.connecting)
            connect()
        }

        func stop() {
            close()
            setStatus(.stopped)
        }

        /// Tries at once to reach the keyboard.
        func lookAgain() {
            if let session { return session.lookAgain() }
            guard retry?.isWaiting == true else { return }
            retry?.cancel()
            connect()
        }

        private func close() {
            retry?.cancel()
            session?.close()
            session = nil
            gate.reset()
        }

        /// Changes the capabilities of the keyboard.
        ///
        /// During the change, the status of an available keyboard is `connecting`.
        func changeCapabilities(_ change: () -> Void) {
            guard status == .available else { return change() }
            let changed = session
            setStatus(.connecting)
            change()
            // An observer of the status may have started the source again with a new session.
            if session === changed, status == .connecting { setStatus(.available) }
        }

        private func connect() {
            guard status != .stopped else { return }
            do throws(KeyboardSourceError) {
                let session = try open(gate.receive)
                session.onStatusChange = { [weak self] status in
                    self?.pause = Self.firstPause
                    self?.setStatus(status)
                }
                session.onCapabilitiesChange = { [weak self] in self?.changeCapabilities($0) }
                session.onLoss = { [weak self] in self?.lose($0) }
                self.session = session
                session.start()
            } catch {
                lose(error)
            }
        }

        private func lose(_ error: KeyboardSourceError) {
            session = nil
            if reconnects {
                // The retry is scheduled before the status changes, because an observer of the status can stop the
                // source. A stopped source cancels the retry.
                retry = scheduler.schedule(after: pause) { [weak self] in self?.connect() }
                pause = min(pause * 2, Self.longestPause)
            }
            setStatus(.unavailable(error))
        }

        private func setStatus(_ status: KeyboardSourceStatus) {
            guard status != self.status else { return }
            self.status = status
            onStatusChange()
        }
    }
#endif
