#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import Observation

    /// The session of a source, which is opened again after a loss.
    @MainActor
    final class ReconnectingSession<Session: KeyboardSession>: Observable {
        /// The first pause before a lost connection is opened again; each further pause is twice as long.
        private static var firstPause: Duration { .milliseconds(100) }
        /// The longest pause between two attempts.
        private static var longestPause: Duration { .seconds(10) }

        /// Called after each change of ``status``.
        var onStatusChange: () -> Void = {}

        /// The open session; `nil` if there is none.
        private(set) var session: Session?

        private let reconnects: Bool
        private let scheduler: any KeyboardScheduler
        private let open: (NotificationCenter) throws(KeyboardSourceError) -> Session
        private let registrar = ObservationRegistrar()
        /// The status, which an access here does not observe.
        private(set) var currentStatus = KeyboardSourceStatus.stopped
        private var center: NotificationCenter?
        /// Incremented by each start and stop, because an observer of the status may start or stop the source.
        private var generation = 0
        private var retry: KeyboardScheduledAction?
        private var pause = firstPause

        /// Creates a stopped source's session.
        ///
        /// - Parameters:
        ///   - reconnects: Whether a lost or missing connection is opened again.
        ///   - scheduler: The scheduler of the pauses.
        ///   - open: Opens a session that posts to a center.
        init(
            reconnects: Bool,
            scheduler: any KeyboardScheduler,
            open: @escaping (NotificationCenter) throws(KeyboardSourceError) -> Session
        ) {
            self.reconnects = reconnects
            self.scheduler = scheduler
            self.open = open
        }

        isolated deinit {
            stop()
        }

        /// The status of the source, which is observable.
        var status: KeyboardSourceStatus {
            registrar.access(self, keyPath: \.status)
            return currentStatus
        }

        func start(postingTo center: NotificationCenter) throws(KeyboardSourceError) {
            close()
            self.center = center
            pause = Self.firstPause
            let start = generation
            setStatus(.connecting)
            guard start == generation else { return }
            do throws(KeyboardSourceError) {
                try connect()
            } catch {
                guard reconnects, case .unavailable(let reason) = error else {
                    stop()
                    throw error
                }
                connectLater(because: reason)
            }
        }

        func stop() {
            close()
            setStatus(.stopped)
        }

        private func close() {
            generation += 1
            retry?.cancel()
            retry = nil
            session?.close()
            session = nil
            center = nil
        }

        /// Returns the session of an available keyboard.
        func available() throws(KeyboardSourceError) -> Session {
            switch currentStatus {
            case .available: if let session { return session }
            case .unavailable(let reason): throw .unavailable(reason)
            case .connecting:
                throw .unavailable(.notConnected(service: "the session bus", reason: "it has not answered yet"))
            case .stopped: break
            }
            throw .notStarted
        }

        /// Changes the status of an available keyboard to connecting and back, because its capabilities have changed.
        func changeCapabilities(_ change: () -> Void) {
            guard currentStatus == .available else { return change() }
            let start = generation
            setStatus(.connecting)
            change()
            if start == generation, currentStatus == .connecting { setStatus(.available) }
        }

        private func connect() throws(KeyboardSourceError) {
            guard let center else { return }
            let session = try open(center)
            session.onStatusChange = { [weak self] status in
                self?.pause = Self.firstPause
                self?.setStatus(status)
            }
            session.onLoss = { [weak self] reason in self?.lose(reason) }
            self.session = session
            session.start()
        }

        private func lose(_ reason: KeyboardUnavailability) {
            session = nil
            if reconnects { connectLater(because: reason) } else { setStatus(.unavailable(reason)) }
        }

        private func connectLater(because reason: KeyboardUnavailability) {
            // An observer of the status may stop or start the source, so the retry is scheduled before.
            retry = scheduler.schedule(after: pause) { [weak self] in
                guard let self else { return }
                do throws(KeyboardSourceError) {
                    try connect()
                } catch {
                    if case .unavailable(let reason) = error { connectLater(because: reason) }
                }
            }
            pause = min(pause * 2, Self.longestPause)
            setStatus(.unavailable(reason))
        }

        private func setStatus(_ status: KeyboardSourceStatus) {
            guard status != currentStatus else { return }
            // An observer is called before the mutation, and may change the status by a stop.
            currentStatus = status
            registrar.withMutation(of: self, keyPath: \.status) {}
            onStatusChange()
        }
    }
#endif
