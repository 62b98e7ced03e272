#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import TestSupport
    import Testing

    @testable import LinuxKeyboards

    /// A source, with its events and a pool on its center.
    @MainActor
    final class ObservedSource {
        let source: SystemKeyboard
        let center = NotificationCenter()
        let pool: KeyboardObserverPool
        let scheduler: any KeyboardScheduler
        private(set) var kinds: [KeyboardEvent.Kind] = []
        /// The payloads of the last 1,000 events.
        private(set) var infos: [Notification.KeyboardInfo] = []
        private var token: KeyboardObservationToken?

        init(_ source: SystemKeyboard, scheduler: any KeyboardScheduler = MainQueueScheduler.shared) {
            self.source = source
            self.scheduler = scheduler
            pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            token = pool.observe(for: self) { observed, event in
                observed.kinds.append(event.kind)
                observed.infos = observed.infos.suffix(999) + [event.info]
            }
        }

        func start() throws {
            try source.start(postingTo: center)
        }

        func takeKinds() -> [KeyboardEvent.Kind] {
            defer { kinds = [] }
            return kinds
        }
    }

    extension SystemKeyboard {
        /// The open session of squeekboard; `nil` if there is none.
        var squeekboard: OSK0Session? { openSession() }

        /// The open session of KWin; `nil` if there is none.
        var kwin: KWinSession? { openSession() }

        private func openSession<Session: KeyboardSession>() -> Session? {
            sessions.lazy.compactMap { $0.session as? Session }.first
        }
    }

    /// Waits until the state of a pool is as wanted.
    ///
    /// - Returns: Whether the state was reached within the time.
    @MainActor
    func reaches(
        within limit: Duration,
        _ pool: KeyboardObserverPool,
        _ isWanted: @escaping (KeyboardState) -> Bool
    ) async -> Bool {
        if isWanted(pool.keyboard) { return true }
        var token: KeyboardObservationToken?
        defer { token?.cancel() }
        return await result(within: limit) { finish in
            token = pool.observeState { state in if isWanted(state) { finish(true) } }
        } ?? false
    }

    /// Checks the order and the payload of the events that a pool delivers from successive sources.
    @MainActor
    final class KeyboardStoryChecker {
        private var checker: EventSequenceChecker
        private var token: KeyboardObservationToken?

        init(_ pool: KeyboardObserverPool, capabilities: KeyboardSourceCapabilities = [.frames, .didEvents]) {
            checker = EventSequenceChecker(capabilities: capabilities)
            token = pool.observe(for: self) { $0.checker.receive($1) }
        }

        var findings: [String] {
            checker.finishTransitions()
            return checker.findings.map(\.description)
        }
    }

    /// The kinds of the events of a transition.
    enum Transition {
        static let show: [KeyboardEvent.Kind] = [.willChangeFrame, .willShow, .didChangeFrame, .didShow]
        static let hide: [KeyboardEvent.Kind] = [.willChangeFrame, .willHide, .didChangeFrame, .didHide]
    }

    extension SourceConformance {
        /// Expects that the suite finds nothing in one round, and in 20 rounds in the long run.
        @MainActor
        func expectNoFindings(_ location: SourceLocation = #_sourceLocation) async throws {
            for round in 1...(RandomTestSize.isFull ? 20 : 1) {
                let findings = try await findings()
                #expect(findings.map(\.description) == [], "round \(round)", sourceLocation: location)
            }
        }
    }
#endif
