#if SystemKeyboards
    import CKeyboardDBus
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
        }

        @Test func signalsOfAForeignSenderAreDropped() async throws {
            let keyboard = try await startKeyboard()
            let own = try #require(observed.connection.uniqueName)
            let stranger = try BusPeer(bus.address)
            try stranger.emitChange(of: "Visible", to: .boolean(true), to: own)
            try stranger.emitChange(of: "Visible", to: .boolean(true))
            try stranger.emit("visibleChanged", to: own)
            try stranger.emit(
                "NameOwnerChanged",
                of: "org.freedesktop.DBus",
                at: "/org/freedesktop/DBus",
                to: own,
                [.string(Keyboard.name), .string(keyboard.uniqueName), .string("")]
            )
            try keyboard.emit("end")
            await log.wait(for: "end")
            #expect(log.lines == ["end"])
            #expect(observed.keyboard.owner == keyboard.uniqueName)
        }

        @Test func aReplyOfAForeignSenderIsDropped() async throws {
            let keyboard = try await startKeyboard()
            let stranger = try BusPeer(bus.address)
            observed.getVisible()
            let call = try await keyboard.nextCall()
            // With a copy of the call, the stranger can reply as if it had received the call.
            let forged = try unsafe BusMessage(adopting: #require(unsafe dbus_message_copy(call.pointer)))
            unsafe dbus_message_set_serial(forged.pointer, dbus_message_get_serial(call.pointer))
            try stranger.reply(to: forged, [.variant(.boolean(true))])
            try stranger.refuse(forged, name: "org.example.No", text: "no")
            try keyboard.reply(to: call, [.variant(.boolean(false))])
            await log.wait(for: "get: false")
            #expect(log.lines == ["get: false"])
        }

        @Test func valuesWithUnexpectedTypesAreIgnored() async throws {
            let keyboard = try await startKeyboard()
            let lists: [[PeerValue]] = [
                [], [.string(Keyboard.interface)], [.boolean(true)],
                [.string(Keyboard.interface), .array([], elementSignature: "{ss}"), .array([], elementSignature: "s")],
                [.string(Keyboard.interface), .array([], elementSignature: "{sv}")],
            ]
            for arguments in lists {
                try keyboard.emit("PropertiesChanged", of: "org.freedesktop.DBus.Properties", arguments)
            }
            let bytes = PeerValue.array(Array(repeating: .byte(1), count: 1_000_000), elementSignature: "y")
            let nested = (0..<40).reduce(PeerValue.boolean(true)) { value, _ in .variant(value) }
            for value in [bytes, nested] {
                try keyboard.emitChange(of: "Visible", to: value)
                observed.getVisible()
                try await keyboard.reply(to: keyboard.nextCall(), [.variant(value)])
            }
            observed.getVisible()
            try await keyboard.reply(to: keyboard.nextCall(), [.boolean(true)])
            try keyboard.emit("end")
            await log.wait(for: "end")
            #expect(log.lines == Array(repeating: "get: the reply has unexpected types", count: 3) + ["end"])
        }

        @Test func callsReachTheOwner() async throws {
            let keyboard = try BusPeer(bus.address)
            keyboard.own("org.example.Early")
            let observed = try ObservedBus(bus.address, name: "org.example.Early")
            await observed.log.wait(for: "running: true")
            observed.getVisible()
            observed.call("SetVisible", [.boolean(true)])
            let get = try await keyboard.nextCall()
            #expect(get.arguments == [.string(Keyboard.interface), .string("Visible")])
            try keyboard.reply(to: get, [.variant(.boolean(false))])
            let set = try await keyboard.nextCall()
            #expect(set.header.member == "SetVisible")
            #expect(set.arguments == [.boolean(true)])
            try keyboard.reply(to: set, [])
            await observed.log.wait(for: "SetVisible: []")
            #expect(observed.log.lines == ["running: true", "get: false", "SetVisible: []"])
            #expect(observed.scheduler.waitingCount == 0)
        }

        @Test func aPropertyIsSet() async throws {
            let keyboard = try await startKeyboard()
            observed.keyboard.setProperty("active", to: true)
            let call = try await keyboard.nextCall()
            #expect(call.header.interface == "org.freedesktop.DBus.Properties")
            #expect(call.arguments == [.string(Keyboard.interface), .string("active"), .variant(true)])
        }

        @Test func aCallWithoutARunningKeyboardHasNoEffect() async throws {
            observed.call("Show")
            await log.wait(for: "running: false")
            observed.call("Show")
            observed.scheduler.advance(by: .seconds(60))
            await nextTurn()
            #expect(log.lines == ["running: false"])
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
            #expect(!stalled.connection.isLost)
        }
    }
#endif
