#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// The session of wvkbd, with a fake compositor and a program that prints the signals it receives.
    @MainActor
    struct WvkbdSessionTests {
        private let whole = CGSize(width: 720, height: 1_440)
        private let scheduler = ManualScheduler()
        private let center = NotificationCenter()
        private let pool: KeyboardObserverPool
        private let compositor: FakeCompositor
        private let program: SignalledProgram
        private let connections: DesktopConnections
        private let session: WvkbdSession

        init() async throws {
            pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            compositor = try FakeCompositor()
            compositor.configure(whole, free: whole)
            program = try SignalledProgram(compositor.environment)
            connections = DesktopConnections(environment: compositor.environment, scheduler: scheduler, keyboards: [:])
            session = try WvkbdSession(to: center.sink, connections, programPrefix: program.name)
            pool.listen()
            await program.wait(for: ["ready"])
        }

        /// Returns a session whose events nobody receives.
        private func session(of program: String) throws -> WvkbdSession {
            try WvkbdSession(to: { _ in }, connections, programPrefix: program)
        }

        /// Starts the session, and waits until it reports whether wvkbd runs, and until it sends signals at once.
        private func start() async -> KeyboardSourceStatus? {
            let status = await start(session)
            scheduler.advance(by: .milliseconds(100))
            return status
        }

        private func start(_ session: WvkbdSession) async -> KeyboardSourceStatus? {
            let status = await result(within: timeLimit) { finish in
                session.onStatusChange = { finish($0) }
                session.start()
            }
            session.onStatusChange = { _ in }
            return status
        }

        private func free(
            _ height: CGFloat,
            on output: String = "wl_output",
            until isMet: @escaping (KeyboardState) -> Bool
        ) async {
            compositor.configure(whole, free: CGSize(width: 720, height: height), output: output)
            var token: KeyboardObservationToken?
            let isReached = await result(within: timeLimit) { finish in
                token = pool.observeState { if isMet($0) { finish(true) } }
            }
            token?.cancel()
            #expect(isReached == true)
        }

        @Test func aStripIsTheKeyboardWhileTheProgramRuns() async {
            #expect(await start() == .available)
            await free(1_190) { $0.phase == .shown }
            #expect(pool.keyboard.frame == CGRect(x: 0, y: 1_190, width: 720, height: 250))
            await free(1_440) { $0.phase == .hidden }
        }

        /// No event reports a hidden wvkbd that starts after the app.
        @Test(.serialized, arguments: [[.wvkbd], Set(SystemKeyboard.Kind.allCases)])
        func aFocusFindsAProgramThatHasBegunToRun(kinds: Set<SystemKeyboard.Kind>) async throws {
            let source = SystemKeyboard(kinds: kinds, scheduler: scheduler, environment: compositor.environment)
            try source.start(postingTo: center)
            let missing = KeyboardSourceStatus.unavailable(.notRunning(keyboard: "wvkbd"))
            await waitUntil { source.candidates.contains { $0.kind == .wvkbd && $0.status == missing } }
            let requester = KeyboardRequester(of: source, pool: pool, scheduler: scheduler)
            let late = try SignalledProgram(compositor.environment, name: "wvkbd-\(UUID().uuidString.prefix(8))")
            await late.wait(for: ["ready"])
            requester.focusBegan(in: late)
            #expect(source.kind == .wvkbd && source.status == .available)
            scheduler.advance(by: .milliseconds(100))
            await late.wait(for: ["ready", "show"])
            // The next case would find the program while it ends.
            late.end()
            await waitUntil { !late.isRunning }
        }

        /// Only the signals tell whether such a keyboard is on screen.
        @Test func aKeyboardThatReservesNoSpaceIsShownWithoutAFrame() async throws {
            let program = try SignalledProgram(compositor.environment, options: ["--non-exclusive"])
            await program.wait(for: ["ready"])
            let session = try WvkbdSession(to: center.sink, connections, programPrefix: program.name)
            #expect(await start(session) == .available)
            scheduler.advance(by: .milliseconds(100))
            session.requestShow()
            await program.wait(for: ["ready", "show"])
            scheduler.advance(by: .milliseconds(100))
            #expect(pool.keyboard.phase == .shown && pool.keyboard.frame == nil)
            session.requestHide()
            scheduler.advance(by: .milliseconds(100))
            await program.wait(for: ["ready", "show", "hide"])
            #expect(pool.keyboard.phase == .hidden)
        }

        @Test func aCompositorThatAnswersInTimeIsKept() async {
            #expect(await start() == .available)
            #expect(scheduler.waitingCount == 0)
        }

        /// A panel takes 30 points of each output.
        @Test func theKeyboardAppearsOnEachOfTwoOutputs() async {
            await measure(1_410)
            compositor.add("wl_output 2")
            await measure(1_410, on: "wl_output 2")
            #expect(await start() == .available)
            for output in ["wl_output 2", "wl_output"] {
                await free(1_160, on: output) { $0.phase == .shown }
                #expect(pool.keyboard.frame == CGRect(x: 0, y: 1_160, width: 720, height: 250))
                await free(1_410, on: output) { $0.phase == .hidden }
            }
        }

        /// Each of the two panels has less than the minimum height of a keyboard.
        @Test(arguments: ["wl_output", "wl_output 2"])
        func panelsAreNoKeyboard(output: String) async {
            compositor.add("wl_output 2")
            #expect(await start() == .available)
            for height: CGFloat in [1_380, 1_320] { await measure(height, on: output) }
            await free(1_070, on: output) { $0.phase == .shown }
            #expect(pool.keyboard.frame == CGRect(x: 0, y: 1_070, width: 720, height: 250))
        }

        @Test func aStripOf100PointsIsTheKeyboard() async {
            #expect(await start() == .available)
            await measure(1_341)
            #expect(pool.keyboard.phase != .shown)
            await measure(1_440)
            await free(1_340) { $0.phase == .shown }
        }

        @Test func aKeyboardIsHiddenWithItsOnlyOutput() async {
            #expect(await start() == .available)
            await free(1_190) { $0.phase == .shown }
            compositor.remove("wl_output")
            await waitUntil { pool.keyboard.phase == .hidden }
        }

        /// Configures an output, and waits until the session has measured it.
        private func measure(_ height: CGFloat, on output: String = "wl_output") async {
            await waitUntil { compositor.isMeasured(output) }
            compositor.configure(whole, free: CGSize(width: 720, height: height), output: output)
            await waitUntil { compositor.isMeasured(output) }
        }

        @Test func theEndOfTheProgramHidesTheKeyboard() async {
            #expect(await start() == .available)
            await free(1_190) { $0.phase == .shown }
            let status = await result(within: timeLimit) { finish in
                session.onStatusChange = { finish($0) }
                program.end()
            }
            #expect(status == .unavailable(.notRunning(keyboard: "wvkbd")))
            #expect(pool.keyboard.phase == .hidden)
        }

        @Test func aRequestIsRepeatedUntilTheKeyboardFollows() async {
            #expect(await start() == .available)
            session.requestShow()
            await program.wait(for: ["ready", "show"])
            scheduler.advance(by: .milliseconds(99))
            #expect(program.lines.count == 2)
            scheduler.advance(by: .milliseconds(1))
            await program.wait(for: ["ready", "show", "show"])
            await free(1_190) { $0.phase == .shown }
            scheduler.advance(by: .seconds(1))
            session.requestHide()
            await program.wait(for: ["ready", "show", "show", "hide"])
        }

        @Test func aRequestThatIsIgnoredEndsAfterFiveSignals() async {
            #expect(await start() == .available)
            session.requestShow()
            for count in 1...5 {
                await program.wait(for: ["ready"] + Array(repeating: "show", count: count))
                scheduler.advance(by: .milliseconds(100))
            }
            #expect(scheduler.waitingCount == 0)
        }

        /// The session sends the second signal 100 ms later, because the keyboard could still follow the first signal.
        @Test func theLatestOfTwoRequestsIsTheLastSignal() async {
            #expect(await start() == .available)
            session.requestShow()
            session.requestHide()
            await program.wait(for: ["ready", "show"])
            scheduler.advance(by: .milliseconds(100))
            await program.wait(for: ["ready", "show", "hide"])
            scheduler.advance(by: .seconds(1))
            #expect(scheduler.waitingCount == 0)
        }

        /// The new size and the new free area arrive in two events.
        ///
        /// The first event must not look like a keyboard.
        @Test(arguments: [CGSize(width: 1_440, height: 720), CGSize(width: 360, height: 720)])
        func anOutputThatIsTurnedOrScaledShowsNoKeyboard(size: CGSize) async {
            #expect(await start() == .available)
            var kinds: [KeyboardEvent.Kind] = []
            let token = pool.observe { kinds.append($0.kind) }
            compositor.configure(size, free: size)
            await free(1_190) { $0.phase == .shown }
            #expect(kinds == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
            #expect(pool.keyboard.frame?.height == 250)
            token.cancel()
        }

        /// A program that has ended keeps its name until its parent waits for it.
        @Test func aProgramThatHasEndedDoesNotRun() async throws {
            let name = program.name
            #expect(KeyboardProcess.find(name, environment: compositor.environment) != nil)
            program.end()
            let status = await result(within: timeLimit) { finish in
                session.onStatusChange = { if $0 != .available { finish($0) } }
                session.start()
            }
            #expect(status == .unavailable(.notRunning(keyboard: "wvkbd")))
            #expect(KeyboardProcess.find(name, environment: compositor.environment) == nil)
        }

        /// A developer runs a compositor with its own wvkbd in a window of another compositor.
        @Test func aProgramOfAnotherCompositorIsIgnored() async throws {
            let name = program.name
            let other = try FakeCompositor()
            #expect(KeyboardProcess.find(name, environment: other.environment) == nil)
            // The names are different, and the socket is the same.
            let path = try #require(compositor.environment["WAYLAND_DISPLAY"])
            let url = URL(filePath: path)
            let sameSocket = [
                "WAYLAND_DISPLAY": url.lastPathComponent, "XDG_RUNTIME_DIR": url.deletingLastPathComponent().path,
            ]
            #expect(KeyboardProcess.find(name, environment: sameSocket) != nil)
            for unknown in [[:], ["WAYLAND_DISPLAY": "wayland-0"], ["WAYLAND_DISPLAY": "/nowhere"]] {
                #expect(KeyboardProcess.find(name, environment: unknown) != nil)
            }
            // The program runs in a container, and its socket exists only there.
            let inside = URL(filePath: try #require(other.environment["WAYLAND_DISPLAY"]))
            for (root, isOther) in [("", false), (inside.deletingLastPathComponent().path, true)] {
                let socket = ["WAYLAND_DISPLAY": "/\(inside.lastPathComponent)"]
                let own = compositor.environment
                #expect(WaylandConnection.isOtherCompositor(in: socket, root: root, than: own) == isOther)
            }
        }

        /// A signal would end a program that has not installed its handlers.
        ///
        /// A program blocks its signals for a moment while a thread starts.
        @Test(arguments: [false, true])
        func aRequestWaitsForTheStartOfTheProgram(blocksFirst: Bool) async throws {
            let (program, session) = try await startHeldProgram(blocksFirst: blocksFirst)
            session.requestShow()
            session.requestHide()
            session.requestShow()
            if blocksFirst { await program.proceed(to: "begun") }
            scheduler.advance(by: .seconds(9))
            await program.proceed(to: "ready")
            let beginning = program.lines
            scheduler.advance(by: .milliseconds(199))
            await program.handleSignals()
            #expect(program.lines == beginning + ["hide", "hide"])
            scheduler.advance(by: .milliseconds(1))
            await program.wait(for: beginning + ["hide", "hide", "show"])
        }

        @Test func aRequestDoesNotWaitLongerThanTenSeconds() async throws {
            let (program, session) = try await startHeldProgram()
            session.requestShow()
            scheduler.advance(by: .milliseconds(9_900))
            #expect(scheduler.waitingCount == 1)
            scheduler.advance(by: .milliseconds(100))
            #expect(scheduler.waitingCount == 0)
            #expect(program.lines == ["begun"])
        }

        /// The former program has received the same signal.
        @Test func aRequestAlsoReachesANewProgram() async throws {
            #expect(await start() == .available)
            await free(1_190) { $0.phase == .shown }
            session.requestHide()
            await program.wait(for: ["ready", "hide"])
            await free(1_440) { $0.phase == .hidden }
            scheduler.advance(by: .seconds(1))
            let status = await result(within: timeLimit) { finish in
                session.onStatusChange = { finish($0) }
                program.end()
            }
            #expect(status == .unavailable(.notRunning(keyboard: "wvkbd")))
            let new = try SignalledProgram(compositor.environment, name: program.name + "2")
            await new.wait(for: ["ready"])
            session.requestHide()
            scheduler.advance(by: .milliseconds(99))
            await new.handleSignals()
            #expect(new.lines == ["ready", "hide", "hide"])
            scheduler.advance(by: .milliseconds(1))
            await new.wait(for: ["ready", "hide", "hide", "hide"])
        }

        /// A program that reads its signals from a file descriptor blocks them in each thread.
        ///
        /// If one thread does not block a signal, this thread receives the signal, which then ends the program.
        @Test(arguments: [
            ("pass", false), ("signal.signal(signal.SIGUSR1, lambda *_: None)", true),
            ("signal.signal(signal.SIGUSR1, signal.SIG_IGN)", true), ("block(); start()", true),
            ("start(); block()", false),
        ])
        func aSignalIsSurvivedIfItIsHandledIgnoredOrBlocked(line: String, isSurvived: Bool) async throws {
            let source = """
                import signal, threading, time
                def block(): signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
                def start(): threading.Thread(target=time.sleep, args=(1000,)).start()
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
                \(line)
                print("ready", flush=True)
                signal.pause()
                """
            let program = try SignalledProgram([:], source)
            await program.wait(for: ["ready"])
            let process = try #require(KeyboardProcess.find(program.name, environment: [:]))
            #expect(process.survives([SIGUSR1]) == isSurvived)
        }

        /// Starts a program that does not handle signals before it has read its last line, and a session.
        ///
        /// If the program first blocks the signals, it prints "blocked", and reads a line before "begun".
        private func startHeldProgram(
            blocksFirst: Bool = false
        ) async throws -> (program: SignalledProgram, session: WvkbdSession) {
            let blocking = """
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGUSR2})
                print("blocked", flush=True)
                input()

                """
            let beginning = """
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1, signal.SIGUSR2})
                print("begun", flush=True)
                input()

                """
            let source = "import signal\n" + (blocksFirst ? blocking : "") + beginning + SignalledProgram.source
            let program = try SignalledProgram(compositor.environment, source)
            await program.wait(for: [blocksFirst ? "blocked" : "begun"])
            let session = try session(of: program.name)
            #expect(await start(session) == .available)
            return (program, session)
        }

        @Test func aCompositorThatEndsEndsTheSession() async {
            #expect(await start() == .available)
            await free(1_190) { $0.phase == .shown }
            let reason = await result(within: timeLimit) { finish in
                session.onLoss = { finish($0) }
                compositor.endConnections()
            }
            #expect(reason == .lost("the Wayland compositor"))
            #expect(pool.keyboard.phase == .hidden)
        }
    }

    /// A Wayland compositor that accepts the connection and does not answer.
    @MainActor
    struct SilentCompositorTests {
        private let scheduler = ManualScheduler()
        private let socket: SilentSocket
        private let environment: [String: String]

        init() throws {
            socket = try SilentSocket()
            environment = ["WAYLAND_DISPLAY": try #require(socket.path)]
        }

        @Test(arguments: [false, true])
        func theFallbackIsUsedAfterFiveSeconds(reconnects: Bool) async throws {
            let fallback = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
            let source = SystemKeyboard(
                reconnects: reconnects,
                fallback: fallback,
                scheduler: scheduler,
                environment: environment
            )
            try source.start(postingTo: NotificationCenter())
            scheduler.advance(by: .milliseconds(4_999))
            #expect(source.status == .connecting)
            scheduler.advance(by: .milliseconds(1))
            #expect(source.status == .available)
            #expect(source.kind == nil)
            let silence = KeyboardSourceError.notConnected(
                service: "the Wayland compositor",
                reason: "it does not answer"
            )
            #expect(source.candidates.contains { $0.kind == .wvkbd && $0.status == .unavailable(silence) })
            #expect(scheduler.waitingCount == (reconnects ? 1 : 0))
            socket.endFirstConnection()
            scheduler.advance(by: .milliseconds(100))
            #expect(socket.hasConnection == reconnects)
        }

        @Test func aStoppedSourceDoesNotWait() throws {
            let source = SystemKeyboard(kinds: [.wvkbd], scheduler: scheduler, environment: environment)
            try source.start(postingTo: NotificationCenter())
            #expect(scheduler.waitingCount == 1)
            source.stop()
            #expect(scheduler.waitingCount == 0)
        }

        @Test func aConnectionThatEndsBeforeTheFirstRequestIsAnError() throws {
            let connection = try WaylandConnection(environment: environment)
            socket.endFirstConnection()
            #expect(throws: KeyboardSourceError.lost("the Wayland compositor")) {
                try WaylandRegistry(of: connection)
            }
        }
    }

    /// A program that prints "ready" at its start, "show" for each SIGUSR2, and "hide" for each SIGUSR1.
    @MainActor
    private final class SignalledProgram {
        let name: String
        private(set) var lines: [String] = []
        private let process = Process()
        private let input = Pipe.closedOnExec()
        private let link: URL
        private var waiting: (lines: [String], finish: @MainActor (Bool) -> Void)?

        /// Starts the program.
        init(
            _ environment: [String: String],
            name: String = "kbd-\(UUID().uuidString.prefix(8))",
            options: [String] = [],
            _ source: String = source
        ) throws {
            self.name = name
            // The kernel names a process after the file that it executes. Here, this file is the link.
            link = FileManager.default.temporaryDirectory.appending(path: name)
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/usr/bin/python3")
            process.executableURL = link
            process.arguments = ["-c", source] + options
            process.standardInput = input
            process.environment = environment
            let output = Pipe.closedOnExec()
            process.standardOutput = output
            try process.start()
            let handle = output.fileHandleForReading
            // A separate thread reads, because a read blocks its thread until the program prints or ends.
            Thread.detachNewThread { [weak self] in
                while case let data = handle.availableData, !data.isEmpty {
                    let text = String(decoding: data, as: UTF8.self)
                    DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(text) } }
                }
            }
        }

        isolated deinit {
            end()
            try? FileManager.default.removeItem(at: link)
        }

        var isRunning: Bool { process.isRunning }

        func end() {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        /// Lets the program read a line, and waits for the line that it then prints.
        func proceed(to line: String) async {
            let expected = lines + [line]
            try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            await wait(for: expected)
        }

        /// Waits until the program has handled all earlier signals.
        ///
        /// The method sends two signals, because the kernel may deliver the first signal before an earlier one.
        func handleSignals() async {
            for _ in 0..<2 {
                let expected = lines + ["hide"]
                kill(process.processIdentifier, SIGUSR1)
                await wait(for: expected)
            }
        }

        func wait(for lines: [String]) async {
            defer { waiting = nil }
            let isReached = await result(within: timeLimit) { finish in
                waiting = (lines, finish)
                receive("")
            }
            #expect(isReached == true, "\(self.lines)")
        }

        private func receive(_ text: String) {
            lines += text.split(separator: "\n").map(String.init)
            if let waiting, waiting.lines == lines { waiting.finish(true) }
        }

        // Python writes the number of each signal to a pipe. A handler that prints could interrupt another print, and a
        // signal that arrives before `pause()` would not end it.
        static let source = """
            import os, signal
            lines = {signal.SIGUSR1: "hide", signal.SIGUSR2: "show"}
            read, write = os.pipe()
            os.set_blocking(write, False)
            signal.set_wakeup_fd(write)
            for number in lines: signal.signal(number, lambda *_: None)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, lines)
            print("ready", flush=True)
            while True: print(lines[os.read(read, 1)[0]], flush=True)
            """
    }
#endif
