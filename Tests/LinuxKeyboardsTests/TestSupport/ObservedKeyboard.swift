#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import Observation
    import Testing

    /// A source of the real Onboard, with a pool on its center.
    @MainActor
    final class ObservedKeyboard {
        let source: SystemKeyboard
        let center = NotificationCenter()
        let pool: KeyboardObserverPool
        private(set) var events: [KeyboardEvent] = []
        private var token: KeyboardObservationToken?
        private var isObservingStatus = false
        private let desktop: RealDesktop
        private let motion = Motion()

        private final class Motion: Sendable {
            @MainActor var count = 0
        }

        init(
            on desktop: RealDesktop,
            scale: Double = 1,
            reconnects: Bool = false,
            scheduler: (any KeyboardScheduler)? = nil
        ) {
            source = SystemKeyboard(
                kinds: [.onboard],
                scale: scale,
                reconnects: reconnects,
                scheduler: scheduler,
                environment: desktop.environment
            )
            self.desktop = desktop
            pool = KeyboardObserverPool(center: center)
            token = pool.observe(for: self) { keyboard, event in keyboard.events.append(event) }
            _ = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) { [motion] _ in
                MainActor.assumeIsolated { motion.count += 1 }
            }
        }

        func start() throws {
            try source.start(postingTo: center)
        }

        /// Waits for 450 ms without a post and without work of the desktop.
        ///
        /// Onboard begins to move 25 ms after a request, and moves every 20 ms. The source delays a request by up to
        /// 350 ms.
        func settle(_ location: SourceLocation = #_sourceLocation) async {
            await desktop.settle(source, rounds: 9, location) { [events.count, motion.count] }
        }

        func isShown(within limit: Duration = timeLimit) async -> Bool {
            await reaches(within: limit) { $0.phase == .shown }
        }

        func isHidden(within limit: Duration = timeLimit) async -> Bool {
            await reaches(within: limit) { $0.phase == .hidden }
        }

        /// Waits until the state of the pool is as wanted.
        ///
        /// - Returns: Whether the state was reached within the time.
        func reaches(within limit: Duration = timeLimit, _ isWanted: @escaping (KeyboardState) -> Bool) async -> Bool {
            if isWanted(pool.keyboard) { return true }
            var token: KeyboardObservationToken?
            defer { token?.cancel() }
            return await result(within: limit) { finish in
                token = pool.observeState { state in if isWanted(state) { finish(true) } }
            } ?? false
        }

        /// Observes the status of the source as an app does, and waits until the status is as wanted.
        func reachesStatus(_ isWanted: @escaping @MainActor (KeyboardSourceStatus) -> Bool) async -> Bool {
            await result(within: timeLimit) { finish in
                observeStatus { status in
                    if isWanted(status) { finish(true) }
                    return !isWanted(status)
                }
            } ?? false
        }

        /// Calls the handler with each status until the handler returns `false`.
        private func observeStatus(_ handler: @escaping @MainActor (KeyboardSourceStatus) -> Bool) {
            let status = withObservationTracking {
                source.status
            } onChange: { [weak self] in
                DispatchQueue.main.async {
                    MainActor.assumeIsolated { if let self, self.isObservingStatus { self.observeStatus(handler) } }
                }
            }
            isObservingStatus = handler(status)
        }

        /// Waits for a frame in motion.
        func nextFrameInMotion() async -> CGRect? {
            var registration: (any NSObjectProtocol)?
            defer { if let registration { center.removeObserver(registration) } }
            return await result(within: timeLimit) { finish in
                registration = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) {
                    let frame = $0.keyboardInfo.frameEnd
                    MainActor.assumeIsolated { if let frame { finish(frame) } }
                }
            }
        }

        /// Waits for turns of the main queue.
        func turns(_ count: Int) async {
            for _ in 0..<count { await nextTurn() }
        }
    }
#endif
