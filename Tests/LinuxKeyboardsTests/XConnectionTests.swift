#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// The connection to an X server that does not answer.
    @MainActor
    @Suite(.serialized)
    struct XConnectionTests {
        private let center = NotificationCenter()
        private let scheduler = ManualScheduler()

        private func source(_ socket: SilentSocket, reconnects: Bool = false) -> SystemKeyboard {
            SystemKeyboard(
                kinds: [.x11],
                reconnects: reconnects,
                scheduler: scheduler,
                environment: ["DISPLAY": socket.display]
            )
        }

        private func failure(_ socket: SilentSocket, _ reason: String) -> KeyboardSourceStatus {
            .unavailable(.notConnected(service: "the X server \"\(socket.display)\"", reason: reason))
        }

        @Test func aSilentServerIsUnavailableAfterFiveSeconds() throws {
            let socket = try SilentSocket(display: RealDesktop.unusedDisplay())
            let source = source(socket)
            try source.start(postingTo: center)
            #expect(source.status == .connecting)
            scheduler.advance(by: .milliseconds(4_999))
            #expect(source.status == .connecting)
            scheduler.advance(by: .milliseconds(1))
            #expect(source.status == failure(socket, "it does not answer"))
            #expect(scheduler.waitingCount == 0)
        }

        /// While the server is silent, the source stops, starts and reconnects several times.
        ///
        /// The source uses only one connection.
        @Test func oneConnectionWaitsForASilentServer() async throws {
            let socket = try SilentSocket(display: RealDesktop.unusedDisplay())
            let source = source(socket, reconnects: true)
            for _ in 0..<5 {
                try source.start(postingTo: center)
                scheduler.advance(by: .seconds(60))
                #expect(source.status == failure(socket, "it does not answer"))
                source.stop()
            }
            try source.start(postingTo: center)
            await socket.endConnection()
            #expect(!socket.hasConnection)
            await waitUntil { source.status != .connecting }
            #expect(source.status == failure(socket, "it does not accept the connection"))
        }

        @Test func aNameThatIsNoDisplayIsUnavailable() async throws {
            let nameless = SystemKeyboard(kinds: [.x11], environment: ["DISPLAY": ""])
            #expect(throws: KeyboardSourceError.self) { try nameless.start(postingTo: center) }
            for name in ["no display", "/nowhere/\u{1B}"] {
                let source = SystemKeyboard(kinds: [.x11], environment: ["DISPLAY": name])
                try source.start(postingTo: center)
                await waitUntil { source.status != .connecting }
                #expect("\(source.status)".contains("is not the name of a display"))
            }
        }

        /// The sessions of a source share the connection to the bus.
        @Test func threeKeyboardsHaveOneBusConnection() async {
            // The check counts the descriptors of its process. Therefore, it runs in a separate process.
            await #expect(processExitsWith: .success) {
                try await XConnectionTests().checkBus()
            }
        }

        private func checkBus() async throws {
            let bus = try PrivateBus()
            try await expectSockets(1, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        }

        fileprivate func expectSockets(_ count: Int, _ environment: [String: String]) async throws {
            let (before, descriptors) = try (sockets(), descriptorCount())
            let keyboard = ObservedSource(SystemKeyboard(environment: environment))
            try keyboard.start()
            await waitUntil { keyboard.source.status != .connecting }
            #expect(try sockets().subtracting(before).count == count)
            let opened = try descriptorCount() - descriptors
            print("\(opened) descriptors")
            #expect(opened <= 8)
            keyboard.source.stop()
            // A file of a program that the test has started can be among the earlier sockets, and close at any time.
            await waitUntil { (try? sockets().isSubset(of: before)) == true }
        }

        private func sockets() throws -> Set<String> {
            let folder = "/proc/self/fd"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let targets = names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            }
            return Set(targets.filter { $0.hasPrefix("socket:") })
        }

        private func descriptorCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
    }

    /// The connection to a real X server.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct RealXConnectionTests {
        @Test func fourKeyboardsHaveTwoConnections() async {
            await #expect(processExitsWith: .success) {
                try await RealXConnectionTests().checkDesktop()
            }
        }

        private func checkDesktop() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startMatchbox(.bottom)
            try await XConnectionTests().expectSockets(2, desktop.environment)
            desktop.stop()
        }

        /// The server is stopped after the source has started, so it does not answer.
        ///
        /// Later, the server continues.
        @Test func aServerThatStopsIsLost() async throws {
            let desktop = try await RealDesktop(windowManager: false)
            let source = SystemKeyboard(kinds: [.onboard], reconnects: true, environment: desktop.environment)
            try source.start(postingTo: NotificationCenter())
            await waitUntil { source.status != .connecting }
            let server = try desktop.session.identifier(of: "Xvfb")
            kill(server, SIGSTOP)
            // When Onboard starts, the source asks the server for the window of Onboard.
            let onboard = try BusPeer(desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
            onboard.own("org.onboard.Onboard")
            await waitUntil {
                if case .unavailable(.notConnected("the X server", _)) = source.status { true } else { false }
            }
            // The next attempts to connect do not block the main thread.
            await waitUntil {
                if case .unavailable(.notConnected(_, "it does not answer")) = source.status { true } else { false }
            }
            kill(server, SIGCONT)
            try onboard.reply(to: try await onboard.nextCall(), [.variant(.boolean(false))])
            await waitUntil { source.status == .available }
            desktop.stop()
        }
    }
#endif
