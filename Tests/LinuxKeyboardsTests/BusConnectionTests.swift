#if SystemKeyboards
    import CKeyboardDBus
    import Foundation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    @MainActor
    @Suite(.serialized)
    struct BusConnectionTests {
        /// Returns the error of a connection to an address, or `nil` if the connection succeeds.
        private func error(_ address: String) -> BusError? {
            do throws(BusError) {
                _ = try BusConnection(address: address, scheduler: ManualScheduler())
                return nil
            } catch {
                return error
            }
        }

        @Test(arguments: [
            "", "unix", "unix:path", "unix:path=%zz", ";", "unix:path=/a\0b", ":", "=,;", "autolaunch:",
            "autolaunch:scope=install", "tcp:host=127.0.0.1,port=1",
        ])
        func anotherAddressIsRefused(address: String) {
            guard case .unreachable = error(address) else {
                Issue.record("\(String(describing: error(address)))")
                return
            }
        }

        @Test func anAddressStartsNoProgram() throws {
            let mark = FileManager.default.temporaryDirectory.appending(path: "started-\(UUID().uuidString)").path
            let program = "unixexec:path=/bin/touch,argv1=\(mark)"
            for address in [program, "unix:path=/nowhere;\(program)"] { #expect(error(address) != nil) }
            #expect(!FileManager.default.fileExists(atPath: mark))
        }

        @Test func aMissingSocketIsReportedWithoutControlCharacters() throws {
            let description = try #require(error("unix:path=/nowhere/%1b%0abus")?.description)
            #expect(description.hasPrefix("the bus is not reachable: "))
            #expect(description.contains(#"/nowhere/\u{1B}\nbus"#))
        }

        @Test func aSocketThatRefusesIsReported() throws {
            let socket = try SilentSocket()
            socket.close()
            guard case .unreachable = error(socket.address) else {
                Issue.record("\(String(describing: error(socket.address)))")
                return
            }
        }

        @Test func aBusThatDoesNotAnswerIsLostAfterFiveSeconds() async throws {
            let socket = try SilentSocket()
            let observed = try ObservedBus(socket.address)
            await nextTurn()
            observed.scheduler.advance(by: .milliseconds(4_999))
            #expect(observed.log.lines.isEmpty)
            observed.scheduler.advance(by: .milliseconds(1))
            #expect(observed.log.lines == ["lost"])
            #expect(observed.scheduler.waitingCount == 0)
        }

        /// A message of half a mebibyte is delivered.
        ///
        /// A real keyboard sends fewer than 1,000 bytes in a message.
        @Test func aMessageOfTwoMebibytesEndsTheConnection() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            await observed.log.wait(for: "running: false")
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            await observed.log.wait(for: "running: true")
            let half = [PeerValue.string(String(repeating: "a", count: 1 << 19))]
            try keyboard.emit("half", half)
            await observed.log.wait(for: "half")
            try keyboard.emit("whole", [.string(String(repeating: "a", count: 1 << 21))])
            await observed.log.wait(for: "lost")
            #expect(!observed.log.lines.contains("whole"))
        }

        /// Two services use one connection.
        ///
        /// After one service is closed, the other service still receives signals.
        @Test func servicesShareAConnection() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            let other = BusService(
                name: "org.example.Other",
                path: "/org/example/Other",
                interface: "org.example.Other",
                on: observed.connection
            )
            other.onOwnerChange = { [log = observed.log] in log.add("other running: \($0)") }
            other.onSignal = { [log = observed.log] member, _ in log.add("other: \(member)") }
            other.onLoss = { [log = observed.log] in log.add("other: lost") }
            await observed.log.wait(for: "running: false")
            await observed.log.wait(for: "other running: false")
            // One process owns both names.
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            keyboard.own("org.example.Other")
            await observed.log.wait(for: "other running: true")
            try keyboard.emit("first", of: "org.example.Other", at: "/org/example/Other")
            try keyboard.emit("second")
            await observed.log.wait(for: "second")
            other.call("Show") { [log = observed.log] _ in log.add("other: answered") }
            other.close()
            try keyboard.emit("third", of: "org.example.Other", at: "/org/example/Other")
            try keyboard.emit("fourth")
            await observed.log.wait(for: "fourth")
            bus.kill()
            await observed.log.wait(for: "lost")
            #expect(observed.log.lines.filter { $0.hasPrefix("other:") } == ["other: first"])
        }

        @Test func aKilledBusIsLostOnce() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            await observed.log.wait(for: "running: false")
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            await observed.log.wait(for: "running: true")
            observed.log.removeAll()
            observed.call("Show")
            bus.kill()
            await observed.log.wait(for: "lost")
            observed.call("Hide")
            observed.scheduler.advance(by: .seconds(60))
            await nextTurn()
            #expect(observed.log.lines == ["lost"])
        }

        @Test func aClosedConnectionIsSilent() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            let other = try ObservedBus(bus.address)
            await observed.log.wait(for: "running: false")
            await other.log.wait(for: "running: false")
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            await observed.log.wait(for: "running: true")
            await other.log.wait(for: "running: true")
            observed.log.removeAll()

            observed.getVisible()
            try await keyboard.reply(to: keyboard.nextCall(), [.variant(.boolean(true))])
            try keyboard.emit("visibleChanged")
            observed.connection.close()
            observed.connection.close()
            observed.call("Show")
            await other.log.wait(for: "visibleChanged")
            bus.kill()
            await other.log.wait(for: "lost")
            observed.scheduler.advance(by: .seconds(60))
            #expect(observed.log.lines.isEmpty)
            #expect(observed.scheduler.waitingCount == 0)
        }

        @Test func aConnectionThatIsClosedInAHandlerIsSilent() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            observed.keyboard.onOwnerChange = { [observed] isRunning in
                observed.log.add("running: \(isRunning)")
                observed.connection.close()
            }
            await observed.log.wait(for: "running: false")
            await nextTurn()
            #expect(observed.log.lines == ["running: false"])
        }

        @Test func noCallStartsAProgram() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address, name: "org.example.Startable")
            await observed.log.wait(for: "running: false")
            observed.getVisible()
            observed.call("Show")
            observed.connection.call(
                "Show",
                of: Keyboard.interface,
                at: Keyboard.path,
                on: "org.example.Startable"
            ) { [log = observed.log] in log.add("completed: \($0.line)") }
            await observed.log.wait(for: "completed: the service is not running")
            #expect(!bus.hasStartedService())
            // A call that permits an automatic start starts the program.
            let peer = try BusPeer(bus.address)
            let name = "org.example.Startable"
            let call = BusMessage.call("Show", of: Keyboard.interface, at: Keyboard.path, on: name, arguments: [])
            guard let call else { throw DesktopSession.Failure(description: "no call") }
            unsafe dbus_message_set_auto_start(call.pointer, 1)
            peer.send(call)
            #expect(bus.hasStartedService(within: 10_000))
        }

        @Test func aCallOfTheConnectionIsRefused() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            await observed.log.wait(for: "running: false")
            let name = try #require(observed.connection.uniqueName)
            let call = BusMessage.call("Show", of: Keyboard.interface, at: Keyboard.path, on: name, arguments: [])
            let peer = try BusPeer(bus.address)
            if let call { peer.send(call) }
            let refusal = try await peer.nextMessage(.error).header.errorName
            #expect(refusal == "org.freedesktop.DBus.Error.UnknownMethod")
        }

        @Test func manySignalsLeaveTheMainQueueResponsive() async throws {
            let bus = try PrivateBus()
            let observed = try ObservedBus(bus.address)
            await observed.log.wait(for: "running: false")
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            await observed.log.wait(for: "running: true")
            observed.log.removeAll()
            for _ in 0..<1_000 { try keyboard.emit("changed") }
            var (largestStep, count) = (0, 0)
            func tick() {
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        largestStep = max(largestStep, observed.log.lines.count - count)
                        count = observed.log.lines.count
                        if count < 1_000 { tick() }
                    }
                }
            }
            tick()
            await waitUntil { count == 1_000 }
            // In one turn, a scheduled delivery and a wake of the descriptor can each deliver messages.
            #expect(largestStep <= 2 * BusConnection.messagesPerTurn)
        }

        @Test func theProcessKeepsItsHandlingOfBrokenPipes() async throws {
            await #expect(processExitsWith: .success) {
                try await BusConnectionTests().checkBrokenPipes()
            }
        }

        private func checkBrokenPipes() throws {
            var before = sigaction()
            unsafe sigaction(SIGPIPE, nil, &before)
            let bus = try PrivateBus()
            let connection = try BusConnection(address: bus.address, scheduler: ManualScheduler())
            var after = sigaction()
            unsafe sigaction(SIGPIPE, nil, &after)
            let handlers = [before, after].map {
                unsafe unsafeBitCast($0.__sigaction_handler.sa_handler, to: Int.self)
            }
            #expect(handlers[0] == handlers[1])
            connection.close()
        }

        @Test func aConnectionAndItsServicesAreReleased() async throws {
            let bus = try PrivateBus()
            weak var connection: BusConnection?
            weak var keyboard: BusService?
            weak var log: EventLog?
            do {
                let observed = try ObservedBus(bus.address)
                await observed.log.wait(for: "running: false")
                observed.getVisible()
                (connection, keyboard, log) = (observed.connection, observed.keyboard, observed.log)
                observed.connection.close()
            }
            for _ in 0..<10 { await nextTurn() }
            #expect(connection == nil)
            #expect(keyboard == nil)
            #expect(log == nil)
        }

        @Test func aHundredConnectionsLeaveNoDescriptorAndNoThread() async {
            await #expect(processExitsWith: .success) {
                try await cycleConnections()
            }
        }
    }

    /// Compares the numbers of descriptors and threads after one connection and after a hundred more.
    @MainActor
    private func cycleConnections() async throws {
        let bus = try PrivateBus()
        func count(_ folder: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
        }
        func cycle() async throws {
            let observed = try ObservedBus(bus.address)
            await observed.log.wait(for: "running: false")
            observed.connection.close()
            // Dispatch delivers the cancellation of the watches in a later turn.
            for _ in 0..<10 { await nextTurn() }
        }
        try await cycle()
        let descriptors = try count("fd")
        let threads = try count("task")
        for _ in 0..<100 { try await cycle() }
        // On a busy machine, the first or the last cancellations may arrive later.
        for _ in 0..<1_000 where try count("fd") > descriptors { await nextPoll() }
        #expect(try count("fd") <= descriptors)
        // A connection adds no thread. On a busy machine, Dispatch adds idle threads to its pool.
        #expect(try count("task") < threads + 20)
    }
#endif
