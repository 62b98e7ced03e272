#if SystemKeyboards
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    @MainActor
    @Suite(.serialized)
    struct BusServiceTests {
        let bus: PrivateBus
        let observed: ObservedBus
        let log: EventLog

        init() throws {
            bus = try PrivateBus()
            observed = try ObservedBus(bus.address)
            log = observed.log
        }

        /// Returns a peer that owns the keyboard's name, after the service has noticed the owner.
        private func startKeyboard() async throws -> BusPeer {
            await log.wait(for: "running: false")
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            await log.wait(for: "running: true")
            log.removeAll()
            return keyboard
        }

        @Test func theOwnerIsReportedOnceAndAtEachChange() async throws {
            await log.wait(for: "running: false")
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            await log.wait(for: "running: true")
            #expect(log.lines == ["running: false", "running: true"])

            log.removeAll()
            let successor = try BusPeer(bus.address)
            successor.own(Keyboard.name)
            await log.wait(for: "running: true")
            #expect(log.lines == ["running: false", "running: true"])
            #expect(observed.keyboard.owner == successor.uniqueName)

            log.removeAll()
            keyboard.finishSending()
            successor.release(Keyboard.name)
            await log.wait(for: "running: true")
            #expect(log.lines.first == "running: false")
        }

        @Test func aKeyboardThatAlreadyRunsIsReported() async throws {
            let keyboard = try BusPeer(bus.address)
            keyboard.own("org.example.Early")
            let observed = try ObservedBus(bus.address, name: "org.example.Early")
            await observed.log.wait(for: "running: true")
            #expect(observed.log.lines == ["running: true"])
            withExtendedLifetime(keyboard) {}
        }

        @Test func aKeyboardThatEndsIsReported() async throws {
            var keyboard: BusPeer? = try await startKeyboard()
            #expect(keyboard != nil)
            keyboard = nil
            await log.wait(for: "running: false")
            #expect(log.lines == ["running: false"])
        }

        @Test func propertiesAndSignalsOfTheOwnerAreReported() async throws {
            let keyboard = try await startKeyboard()
            try keyboard.emitChange(of: "Visible", to: .boolean(true))
            try keyboard.emit("visibleChanged")
            await log.wait(for: "visibleChanged")
            #expect(log.lines == ["Visible: true", "visibleChanged"])
        }

        /// The caller receives each time-out, so that a source can choose another keyboard.
        @Test func aPropertyIsReadAgainAfterEachTimeOut() async throws {
            let keyboard = try await startKeyboard()
            var values: [Result<Bool, BusError>] = []
            observed.keyboard.readProperty("Visible") { values.append($0) }
            for count in 1...3 {
                observed.scheduler.advance(by: .seconds(5))
                #expect(values.count == count && values.allSatisfy { $0 == .failure(.timedOut) })
            }
            withExtendedLifetime(keyboard) {}
        }

        @Test func signalsOfOtherPathsAndInterfacesAreDropped() async throws {
            let keyboard = try await startKeyboard()
            let own = try #require(observed.connection.uniqueName)
            try keyboard.emitChange(of: "Visible", to: .boolean(true), interface: "org.example.Other", to: own)
            try keyboard.emit("visibleChanged", of: "org.example.Other", to: own)
            try keyboard.emit("visibleChanged", at: "/other", to: own)
            try keyboard.emit("end")
            await log.wait(for: "end")
            #expect(log.lines == ["end"])
            #expect(observed.connection.droppedMessageCounts == [.unknownSignal: 3])
        }

        @Test func callsReachTheOwner() async throws {
            let keyboard = try BusPeer(bus.address)
            keyboard.own("org.example.Early")
            let observed = try ObservedBus(bus.address, name: "org.example.Early")
            await observed.log.wait(for: "running: true")
            observed.getVisible()
            observed.call("SetVisible", [.boolean(true)])
            let get = try await keyboard.nextCall()
            #expect(get.arguments() == [.string(Keyboard.interface), .string("Visible")])
            try keyboard.reply(to: get, [.variant(.boolean(false))])
            let set = try await keyboard.nextCall()
            #expect(set.header()?.member == "SetVisible")
            #expect(set.arguments() == [.boolean(true)])
            try keyboard.reply(to: set, [])
            await observed.log.wait(for: "SetVisible: []")
            #expect(observed.log.lines == ["running: true", "get: false", "SetVisible: []"])
            #expect(observed.scheduler.waitingCount == 0)
        }

        @Test func aPropertyIsSet() async throws {
            let keyboard = try await startKeyboard()
            observed.keyboard.setProperty("active", to: true)
            let call = try await keyboard.nextCall()
            #expect(call.header()?.interface == "org.freedesktop.DBus.Properties")
            #expect(call.arguments() == [.string(Keyboard.interface), .string("active"), .variant(true)])
        }

        @Test func aCallBeforeTheOwnerIsKnownFails() async throws {
            let observed = try ObservedBus(bus.address)
            observed.call("Show")
            #expect(observed.log.lines.isEmpty)
            await observed.log.wait(for: "Show: the service is not running")
        }

        @Test func aCallWithoutARunningKeyboardFails() async throws {
            await log.wait(for: "running: false")
            observed.call("Show")
            #expect(log.lines == ["running: false"])
            await log.wait(for: "Show: the service is not running")
        }

        @Test func aCallWithoutAReplyFailsAfterFiveSeconds() async throws {
            let keyboard = try await startKeyboard()
            observed.getVisible()
            let call = try await keyboard.nextCall()
            observed.scheduler.advance(by: .milliseconds(4_999))
            #expect(log.lines.isEmpty)
            observed.scheduler.advance(by: .milliseconds(1))
            #expect(log.lines == ["get: no reply has arrived in time"])

            try keyboard.reply(to: call, [.variant(.boolean(true))])
            try keyboard.emit("end")
            await log.wait(for: "end")
            #expect(log.lines == ["get: no reply has arrived in time", "end"])
            #expect(observed.connection.droppedMessageCounts == [.unexpectedReply: 1])
        }

        @Test func aReplyJustBeforeTheTimeoutCounts() async throws {
            let keyboard = try await startKeyboard()
            observed.getVisible()
            let call = try await keyboard.nextCall()
            observed.scheduler.advance(by: .milliseconds(4_999))
            try keyboard.reply(to: call, [.variant(.boolean(true))])
            await log.wait(for: "get: true")
            observed.scheduler.advance(by: .seconds(60))
            #expect(log.lines == ["get: true"])
        }

        @Test func aRefusalIsReportedWithoutControlCharacters() async throws {
            let keyboard = try await startKeyboard()
            observed.call("Show")
            let call = try await keyboard.nextCall()
            try keyboard.refuse(call, name: "org.example.No", text: "not\u{1B}[31m now\n")
            await log.wait(for: #"Show: the call was refused with org.example.No: not\u{1B}[31m now\n"#)
        }

        @Test func aCallFailsWhenTheKeyboardEnds() async throws {
            var keyboard: BusPeer? = try await startKeyboard()
            observed.call("Show")
            _ = try await keyboard?.nextCall()
            keyboard = nil
            await log.wait(for: "Show: the service is not running")
            #expect(Set(log.lines) == ["running: false", "Show: the service is not running"])
        }

        @Test func theReplyOfAnEarlierOwnerIsNotReported() async throws {
            let keyboard = try await startKeyboard()
            observed.getVisible()
            let call = try await keyboard.nextCall()
            keyboard.release(Keyboard.name)
            try keyboard.reply(to: call, [.variant(.boolean(true))])
            await log.wait(for: "get: the service is not running")
            #expect(log.lines == ["running: false", "get: the service is not running"])
        }

        @Test(arguments: ["", "a b", "Show\0", "Ünï", "1", "a.b", String(repeating: "a", count: 256)])
        func anInvalidMemberIsRefused(member: String) async throws {
            let keyboard = try await startKeyboard()
            var errors: [BusError] = []
            observed.keyboard.call(member) { [log] result in
                if case .failure(let error) = result { errors.append(error) }
                log.add("completed")
            }
            #expect(errors.isEmpty)
            await log.wait(for: "completed")
            #expect(errors == [.invalidName(member)])
            withExtendedLifetime(keyboard) {}
        }

        @Test func callsAreLimited() async throws {
            let keyboard = try await startKeyboard()
            for _ in 0..<BusConnection.pendingCallLimit { observed.keyboard.call("Show") }
            observed.call("Hide")
            await log.wait(for: "Hide: too many calls wait for a reply")
            #expect(observed.scheduler.waitingCount == BusConnection.pendingCallLimit)
            observed.scheduler.advance(by: .seconds(5))
            observed.call("Hide")
            while try await keyboard.nextCall().header()?.member != "Hide" {}
        }

        /// The reply waits on the socket while the main queue is busy.
        @Test func aStallOfTheMainQueueIsNoTimeout() async throws {
            let keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            let scheduler = StallingScheduler()
            let stalled = try ObservedBus(bus.address, scheduler: scheduler)
            scheduler.stall(for: .seconds(60))
            await stalled.log.wait(for: "running: true")
            stalled.getVisible()
            scheduler.stall(for: .seconds(60))
            try await keyboard.reply(to: keyboard.nextCall(), [.variant(.boolean(true))])
            await stalled.log.wait(for: "get: true")
            stalled.getVisible()
            for _ in 0..<10 { scheduler.stall(for: .milliseconds(500)) }
            #expect(stalled.log.lines.last?.hasPrefix("get: true") == false)
            #expect(stalled.connection.lossReason == nil)
        }
    }
#endif
