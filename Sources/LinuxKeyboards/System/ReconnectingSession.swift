#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    @MainActor
    final class ReconnectingSession {
        /// Each later pause is twice as long as the pause before it, up to `longestPause`.
        private static let firstPause = Duration.milliseconds(100)
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

        /// An available keyboard has the status `connecting` during the change, and the status `available` again
        /// afterwards.
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
