#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Synchronization
    import Testing

    @testable import LinuxKeyboards

    /// The facts that are read from a session.
    @MainActor
    struct SessionReaderTests {
        private let folder = TemporaryFolder()

        private func reader(_ environment: [String: String] = [:]) throws -> SessionReader {
            try folder.write("", to: "proc/version")
            // The limit is long, because the main queue also runs the other tests.
            return SessionReader(environment: environment, processFolder: folder.path("proc"), limit: .seconds(60))
        }

        // MARK: Programs

        @Test func theProgramsOfTheUserAreFound() throws {
            let names = ["squeekboard", "matchbox-keyboa", "wvkbd-mobintl", "sway", "bash", "\u{1B}[2J", ""]
            for (number, name) in names.enumerated() { try folder.write("\(name)\n", to: "proc/\(number + 1)/comm") }
            try folder.write("onboard\n", to: "proc/self/comm")
            try folder.write("wvkbd-deskintl\n", to: "proc/50/comm")
            try folder.write("wvkbd-deskintl\0--non-exclusive\0", to: "proc/50/cmdline")
            // A process that has ended keeps its name until its parent process waits for it.
            try folder.write("stevia\n", to: "proc/98/comm")
            try folder.write("98 (stevia) Z 1 98 98 0 -1", to: "proc/98/stat")
            try FileManager.default.createDirectory(atPath: folder.path("proc/99"), withIntermediateDirectories: true)
            var facts = SessionFacts()
            facts.programs = SessionFacts.programs(in: folder.path("proc"))
            #expect(facts.keyboards == ["matchbox-keyboard", "squeekboard", "wvkbd", "wvkbd --non-exclusive"])
            #expect(facts.programs.subtracting(facts.keyboards) == ["sway"])
        }

        @Test func theEnvironmentOfAProcessIsNotRead() throws {
            try folder.write("onboard\n", to: "proc/1/comm")
            // A read of this pipe would not end.
            try #require(unsafe mkfifo(folder.path("proc/1/environ"), 0o600) == 0)
            #expect(SessionFacts.programs(in: folder.path("proc")).count == 1)
        }

        @Test func aMissingFolderHasNoPrograms() {
            #expect(SessionFacts.programs(in: "/nonexistent").isEmpty)
        }

        // MARK: The environment and the main queue

        @Test func onlyTheVariablesThatMatterAreKept() async throws {
            let facts = try await reader(["GTK_IM_MODULE": "ibus", "QT_IM_MODULE": "", "SECRET": "x"]).read()
            #expect(facts.variables == ["GTK_IM_MODULE": "ibus"])
            #expect(facts.interfaces == .absent && facts.services == .absent && facts.mainQueueRuns)
        }

        @Test(arguments: [":9876", "nonsense"])
        func anXServerThatDoesNotAnswerIsACause(display: String) async throws {
            let facts = try await reader(["DISPLAY": display]).read()
            let reason = try #require(facts.xServerFailure)
            #expect(facts.causes.first?.hasPrefix("The X server does not answer: \(reason). Compare DISPLAY") == true)
            #expect(facts.causes.count == 2)
        }

        @Test func aQueueThatIsNotRunIsNoticed() async throws {
            var reader = try reader(["WAYLAND_DISPLAY": "wayland-0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"])
            reader.limit = .milliseconds(10)
            // The queue runs after the test, because Dispatch does not release a queue that never runs.
            reader.mainQueue = DispatchQueue(label: "not run", attributes: .initiallyInactive)
            defer { reader.mainQueue.activate() }
            let facts = await reader.read()
            #expect(!facts.mainQueueRuns)
            let reason = "the main queue does not run"
            #expect(facts.interfaces == .failed(reason: reason) && facts.services == .failed(reason: reason))
        }

        // MARK: The bus

        @Test func theServicesOnTheBusAreAsked() async throws {
            let bus = try PrivateBus()
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address, isVisible: true)
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            let facts = try await reader(["DBUS_SESSION_BUS_ADDRESS": bus.address]).read()
            let properties = ["available": true, "enabled": true, "active": false, "visible": false]
            #expect(
                facts.services
                    == .received([
                        .osk0: .received(["Visible": true]), .onboard: .absent, .kwin: .received(properties),
                    ])
            )
            withExtendedLifetime((squeekboard, kwin)) {}
        }

        @Test func aServiceThatCouldStartIsNotStarted() async throws {
            let bus = try PrivateBus(startable: KeyboardService.allCases.map(\.rawValue))
            // No time passes, so that a slow machine does not reach the limit.
            let answer = try await reader().services(on: bus.address, scheduler: ManualScheduler())
            #expect(answer == .received([.osk0: .absent, .onboard: .absent, .kwin: .absent]))
            #expect(!bus.hasStartedService())
        }

        @Test(arguments: ["unix:path=/nonexistent/bus", "tcp:host=127.0.0.1", "\u{1B}[2J", ""])
        func aBusThatCannotBeReachedHasAReason(address: String) async throws {
            guard case .failed(let reason) = try await reader().services(on: address) else {
                Issue.record("the address \(address) was accepted")
                return
            }
            #expect(!reason.isEmpty && !reason.contains("\u{1B}"))
        }

        @Test func aSilentBusHasADeadline() async throws {
            let socket = try SilentSocket()
            let address = socket.address
            let scheduler = ManualScheduler()
            let reader = SessionReader(environment: [:])
            async let answer = reader.services(on: address, scheduler: scheduler)
            while scheduler.now < .seconds(2) {
                await nextTurn()
                scheduler.advance(by: .milliseconds(100))
            }
            scheduler.advance(by: .seconds(2))
            #expect(await answer == .failed(reason: "no reply has arrived in time"))
        }

        /// The keyboard owns its name, and never replies.
        @Test func aSilentServiceHasADeadline() async throws {
            let bus = try PrivateBus()
            let peer = try BusPeer(bus.address)
            peer.own("sm.puri.OSK0")
            let scheduler = ManualScheduler()
            let reader = SessionReader(environment: [:])
            async let answer = reader.services(on: bus.address, scheduler: scheduler)
            _ = try await peer.nextCall()
            // When the bus has answered for the other services, only the call of the peer and the deadline wait.
            await waitUntil { scheduler.waitingCount == 2 }
            scheduler.advance(by: .seconds(2))
            let services = await answer.value
            #expect(services?[.osk0] == .failed(reason: "no reply has arrived in time"))
            #expect(services?[.kwin] == .absent)
        }

        @Test func aBusThatEndsIsReported() async throws {
            let socket = try SilentSocket()
            let address = socket.address
            // No time passes, so the end of the connection is the only answer.
            let reader = SessionReader(environment: [:])
            async let answer = reader.services(on: address, scheduler: ManualScheduler())
            await socket.endConnection()
            #expect(await answer == .failed(reason: "the connection to the bus is lost"))
        }

        // MARK: The compositor

        @Test func theInterfacesOfACompositorAreRead() async throws {
            let compositor = try FakeCompositor()
            let facts = try await reader(compositor.environment).read()
            #expect(facts.interfaces == .received(Set(FakeCompositor.wlroots)))
            // The requests are `get_registry` and `sync`.
            #expect(compositor.requests.allSatisfy { $0.hasPrefix("wl_display.") })
        }

        @Test func aMissingCompositorHasAReason() async {
            let environment = ["WAYLAND_DISPLAY": "none", "XDG_RUNTIME_DIR": "/nonexistent"]
            #expect(
                await SessionReader(environment: environment).interfaces()
                    == .failed(reason: "No such file or directory")
            )
        }

        @Test func aSilentCompositorHasADeadline() async throws {
            let socket = try SilentSocket()
            let scheduler = ManualScheduler()
            let path = socket.address.replacing("unix:path=", with: "")
            let reader = SessionReader(environment: ["WAYLAND_DISPLAY": path])
            async let answer = reader.interfaces(scheduler: scheduler)
            while scheduler.now < .seconds(4) {
                await nextTurn()
                scheduler.advance(by: .milliseconds(100))
            }
            #expect(await answer == .failed(reason: "no reply has arrived in time"))
        }

        // MARK: Settings

        @Test(arguments: [
            ("echo true", true), ("echo false", false), ("echo; exit 1", nil), ("echo \"'x'\"", nil), ("exit 0", nil),
            ("echo true >&2", nil), ("test \"$*\" = 'get a.b c-d' && echo true", true),
        ])
        func aSettingIsRead(script: String, value: Bool?) async throws {
            #expect(try await setting(script, limit: .seconds(120)) == value)
        }

        /// A program that starts while a setting is read could hold the pipe of `gsettings` open.
        @Test func programsThatStartMeanwhileAreNotWaitedFor() async {
            // The test runs in a process of its own. Otherwise, the programs would inherit the files of other tests.
            await #expect(processExitsWith: .success) { @MainActor in
                let test = SessionReaderTests()
                try await test.writeProgram("echo true")
                let programs = Mutex<[pid_t]>([])
                let isOver = Mutex(false)
                let starter = Thread {
                    while !isOver.withLock({ $0 }) {
                        guard programs.withLock({ $0.count }) < 1_000 else { continue }
                        var program: pid_t = 0
                        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("sleep"), strdup("1000"), nil]
                        let status = unsafe posix_spawn(&program, "/bin/sleep", nil, nil, arguments, environ)
                        unsafe arguments.forEach { unsafe free($0) }
                        if status == 0 { programs.withLock { [program] in $0.append(program) } }
                    }
                }
                starter.start()
                var values: [Bool?] = []
                while values.count < 20, !values.contains(nil) {
                    values.append(await test.setting(limit: .seconds(20)))
                }
                isOver.withLock { $0 = true }
                while !starter.isFinished { await nextTurn() }
                for program in programs.withLock({ $0 }) { kill(program, SIGKILL) }
                #expect(values == Array(repeating: true, count: 20))
                #expect(programs.withLock { !$0.isEmpty })
            }
        }

        /// The program is found by its environment, because a busy machine can end it before its first line.
        @Test(arguments: ["exec sleep 1000", "trap '' TERM; echo true; exec sleep 1000", "exec yes true"])
        func aProgramThatDoesNotEndIsEnded(script: String) async throws {
            #expect(try await setting(script, limit: .seconds(1)) == nil)
            let path = folder.path("bin")
            await waitUntil {
                !UserProcess.all(in: "/proc").contains { $0.environment["PATH"]?.hasPrefix(path) == true }
            }
        }

        @Test(arguments: [nil, "", "/nonexistent:/tmp", "relative"])
        func aMissingProgramIsNoError(path: String?) async {
            let reader = SessionReader(environment: path.map { ["PATH": $0] } ?? [:])
            #expect(await reader.setting("a.b c-d", on: "unix:path=/none") == nil)
        }

        private func setting(_ script: String, limit: Duration) async throws -> Bool? {
            try await writeProgram(script)
            return await setting(limit: limit)
        }

        /// Writes a program with the name `gsettings`.
        ///
        /// The kernel does not execute a file that is open for writing, and a program that starts meanwhile inherits the
        /// open files of this process. Therefore, another process writes the program.
        private func writeProgram(_ script: String) async throws {
            try folder.write("#!/bin/sh\n\(script)\n", to: "script")
            let install = Process()
            install.executableURL = URL(filePath: "/usr/bin/install")
            install.arguments = ["-D", "-m", "700", folder.path("script"), folder.path("bin/gsettings")]
            let status = try await withCheckedThrowingContinuation { continuation in
                install.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try install.start() } catch { continuation.resume(throwing: error) }
            }
            try #require(status == 0)
        }

        /// Reads a setting with the program that the test has written.
        private func setting(limit: Duration) async -> Bool? {
            let environment = ["PATH": "\(folder.path("bin")):/usr/bin:/bin"]
            return await SessionReader(environment: environment, limit: limit).setting("a.b c-d", on: "unix:path=/none")
        }
    }
#endif
