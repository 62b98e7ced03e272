#if SystemKeyboards
    import Foundation
    import Glibc
    import KeyboardObservation

    /// wvkbd has no interface on the bus, so the session sends Unix signals to the program of wvkbd.
    ///
    /// A visible wvkbd makes the free area of the output smaller, so the session determines the visibility from this
    /// area. The session looks for the program at the start and before each request. A change of the free area or of a
    /// seat also starts the search. With the option `--non-exclusive`, wvkbd occupies no strip. In this case, the
    /// session treats wvkbd as shown as soon as it has sent the signal to appear.
    @MainActor
    final class WvkbdSession: KeyboardSession {
        /// By default, the strip of wvkbd 0.12 is at least 120 points high.
        ///
        /// If a strip is less than `leastHeight` points high, the session assumes that the strip belongs to a panel.
        private static let leastHeight: CGFloat = 100

        /// If wvkbd receives the signal to hide immediately after the signal to show, it stays on screen.
        ///
        /// If 2 ms pass between the two signals, wvkbd obeys both signals. The session waits for `signalInterval`
        /// before it checks the effect of a signal.
        private static let signalInterval = Duration.milliseconds(100)

        private static let maximumSignals = 5

        /// The longest time that a request waits for the start of wvkbd.
        private static let longestStart = Duration.seconds(10)

        private let transitions: AreaTransitions
        private let probe: LayerProbe
        private let scheduler: any KeyboardScheduler
        private let programPrefix: String
        private let environment: [String: String]
        private var process: KeyboardProcess?
        private var isShown = false
        private var request: Request?
        /// Whether the latest signal asked the keyboard to appear.
        private var lastSignal: Bool?
        private var pause: KeyboardScheduledAction?
        /// The start of the current series of successful checks; `nil` if the latest check failed.
        ///
        /// A check succeeds if the program would survive the signals.
        private var readyTime: Duration?

        private struct Request {
            var isVisible: Bool
            var remainingSignals: Int
            /// The time when the session stops waiting for the start of wvkbd.
            var end: Duration
        }

        init(
            to sink: @escaping KeyboardSink,
            _ connections: DesktopConnections,
            programPrefix: String = "wvkbd-"
        ) throws(KeyboardSourceError) {
            (environment, scheduler) = (connections.environment, connections.scheduler)
            probe = try connections.openProbe()
            transitions = AreaTransitions(to: sink, area: connections.area, scheduler: connections.scheduler)
            self.programPrefix = programPrefix
        }

        override func start() {
            probe.add(self, { [weak self] in self?.outputChanged() }, onLoss: { [weak self] in self?.lose($0) })
            transitions.start()
            if probe.isSupported != nil { outputChanged() }
        }

        override func close() {
            super.close()
            pause?.cancel()
            process = nil
            transitions.stop()
            probe.remove(self)
        }

        override func areaChanged(to area: CGRect?, isFullScreen: Bool) {
            transitions.areaChanged(to: area, isFullScreen: isFullScreen)
        }

        override func keyboardEnded() {
            isShown = false
            transitions.visibilityChanged(to: false)
        }

        override func lookAgain() {
            if probe.isSupported == true { updateProcess() }
        }

        override func requestShow() {
            begin(isVisible: true)
        }

        override func requestHide() {
            begin(isVisible: false)
        }
    }

    // MARK: - Requests

    extension WvkbdSession {
        private func begin(isVisible: Bool) {
            updateProcess()
            request = Request(
                isVisible: isVisible,
                remainingSignals: Self.maximumSignals,
                end: scheduler.now + Self.longestStart
            )
            if pause?.isWaiting != true { sendSignal() }
        }

        /// Sends the signal of the current request, unless the keyboard is in the wanted state and the latest signal
        /// asked for this state.
        ///
        /// A keyboard in the wanted state still gets a signal if the latest signal asked for the other state. The
        /// earlier signal may not have taken effect yet.
        private func sendSignal() {
            guard let process, let current = request, current.remainingSignals > 0, scheduler.now < current.end,
                current.isVisible != isShown || current.isVisible != lastSignal
            else {
                request = nil
                return
            }
            pause = scheduler.schedule(after: Self.signalInterval) { [weak self] in self?.sendSignal() }
            guard checkReadiness(of: process) else { return }
            request?.remainingSignals -= 1
            lastSignal = current.isVisible
            process.send(current.isVisible ? SIGUSR2 : SIGUSR1)
            // For a keyboard without a strip, only the latest signal shows whether the keyboard is on screen.
            if !process.reservesSpace { show(current.isVisible) }
        }

        /// A starting wvkbd does not handle its signals yet.
        ///
        /// wvkbd 0.12 blocks the signals and reads them from a file descriptor. Its main thread blocks them first. The
        /// last thread blocks the signals up to 60 ms later.
        @discardableResult
        private func checkReadiness(of process: KeyboardProcess) -> Bool {
            guard process.survives([SIGUSR1, SIGUSR2]) else {
                // A starting thread blocks all signals for a moment, so the program can seem ready too early.
                readyTime = nil
                return false
            }
            let start = readyTime ?? scheduler.now
            readyTime = start
            return scheduler.now - start >= Self.signalInterval
        }
    }

    // MARK: - Facts

    extension WvkbdSession {
        private func updateProcess() {
            guard process == nil else { return }
            process = KeyboardProcess.find(programPrefix, environment: environment)
            process?.onEnd = { [weak self] in self?.processEnded() }
            if let process { checkReadiness(of: process) }
            report(isRunning: process != nil, "wvkbd")
        }

        private func processEnded() {
            process = nil
            (lastSignal, readyTime) = (nil, nil)
            keyboardEnded()
            // Another instance of wvkbd may already run in place of the ended program.
            if !isClosed { updateProcess() }
        }

        private func outputChanged() {
            guard probe.isSupported == true else { return report(isRunning: false, "wvkbd") }
            updateProcess()
            guard !isClosed else { return }
            let strips = probe.outputs.map { transitions.fullHeight(of: $0) - $0.freeArea.height }
            show(process.map { $0.reservesSpace ? strips.contains { $0 >= Self.leastHeight } : isShown } ?? false)
        }

        private func show(_ isShown: Bool) {
            self.isShown = isShown
            transitions.outputsChanged(to: probe.outputs, isKeyboardVisible: isShown)
        }
    }
#endif
