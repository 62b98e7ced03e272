#if SystemKeyboards
    import CKeyboardDBus
    import Dispatch
    import Foundation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    @MainActor
    @Suite(.serialized)
    struct BusTrustTests {
        let bus: PrivateBus
        let observed: ObservedBus
        let log: EventLog
        let keyboard: BusPeer

        init() async throws {
            bus = try PrivateBus()
            keyboard = try BusPeer(bus.address)
            keyboard.own(Keyboard.name)
            observed = try ObservedBus(bus.address)
            log = observed.log
            await log.wait(for: "running: true")
            log.removeAll()
        }

        /// The connection's own unique name.
        private var own: String {
            observed.connection.uniqueName ?? ""
        }

        /// Waits until the bus has delivered all earlier messages.
        private func drain() async throws {
            try keyboard.emit("end")
            await log.wait(for: "end")
        }

        @Test func signalsOfAForeignSenderAreDropped() async throws {
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
            try await drain()
            #expect(log.lines == ["end"])
            // The stranger does not own the keyboard's name, so the bus does not deliver its broadcast.
            #expect(observed.connection.droppedMessageCounts == [.foreignSender: 3])
            #expect(observed.keyboard.owner == keyboard.uniqueName)
        }

        @Test func aReplyOfAForeignSenderIsDropped() async throws {
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
            #expect(observed.connection.droppedMessageCounts == [.unexpectedReply: 2])
        }

        @Test func signalsWithUnexpectedTypesAreDropped() async throws {
            let properties = "org.freedesktop.DBus.Properties"
            let lists: [[PeerValue]] = [
                [], [.string(Keyboard.interface)], [.boolean(true)],
                [.string(Keyboard.interface), .array([], elementSignature: "{ss}"), .array([], elementSignature: "s")],
                [.string(Keyboard.interface), .array([], elementSignature: "{sv}")],
            ]
            for arguments in lists {
                try keyboard.emit("PropertiesChanged", of: properties, to: own, arguments)
            }
            try await drain()
            #expect(log.lines == ["end"])
            #expect(observed.connection.droppedMessageCounts == [.unexpectedTypes: lists.count])
        }

        @Test func aReplyWithUnexpectedTypesFails() async throws {
            observed.getVisible()
            try await keyboard.reply(to: keyboard.nextCall(), [.boolean(true)])
            await log.wait(for: "get: the reply is too large or has unexpected types")
            #expect(observed.connection.droppedMessageCounts == [.unexpectedTypes: 1])
        }

        @Test func largeStringsAreDropped() async throws {
            let name = String(repeating: "a", count: 1_000_000)
            try keyboard.emitChange(of: name, to: .boolean(true))
            let entries = Array(repeating: PeerValue.dictionaryEntry(.string("a"), .variant(.byte(1))), count: 40_000)
            try keyboard.emit(
                "PropertiesChanged",
                of: "org.freedesktop.DBus.Properties",
                [
                    .string(Keyboard.interface), .array(entries, elementSignature: "{sv}"),
                    .array([], elementSignature: "s"),
                ]
            )
            try keyboard.emit("long", at: "/" + String(repeating: "a", count: 100_000), to: own)
            try await drain()
            #expect(log.lines == ["end"])
            #expect(observed.connection.droppedMessageCounts == [.overBudget: 3])
        }

        @Test func largeAndDeepValuesAreSkipped() async throws {
            let bytes = PeerValue.array(Array(repeating: .byte(1), count: 1_000_000), elementSignature: "y")
            var nested = PeerValue.boolean(true)
            for _ in 0..<40 { nested = .variant(nested) }
            for value in [bytes, nested] {
                try keyboard.emitChange(of: "Visible", to: value)
                try keyboard.emit("large", [value])
                observed.getVisible()
                try await keyboard.reply(to: keyboard.nextCall(), [.variant(value)])
            }
            try await drain()
            let refusal = "get: the reply is too large or has unexpected types"
            #expect(log.lines == ["large", refusal, "large", refusal, "end"])
            #expect(observed.connection.droppedMessageCounts == [.unexpectedTypes: 2])
        }

        @Test func valuesWithinTheBudgetAreDelivered() async throws {
            let name = String(repeating: "a", count: 65_000)
            try keyboard.emitChange(of: name, to: .boolean(true))
            try await drain()
            #expect(log.lines == ["\(name): true", "end"])
            #expect(observed.connection.droppedMessageCount == 0)
        }

        @Test func aCallOfTheConnectionIsRefused() async throws {
            let call = try BusMessage.call("Show", of: Keyboard.interface, at: Keyboard.path, on: own, arguments: [])
            keyboard.send(call)
            try await drain()
            let name = try await keyboard.nextMessage(.error).header()?.errorName
            #expect(name == "org.freedesktop.DBus.Error.UnknownMethod")
            #expect(observed.connection.droppedMessageCounts == [.methodCall: 1])
        }

        @Test func aFloodLeavesTheMainQueueResponsive() async {
            // The check runs in a process of its own, because it compares the memory of the process.
            await #expect(processExitsWith: .success) {
                try await BusTrustTests().checkFlood(of: 100_000)
            }
        }

        private func checkFlood(of count: Int) async throws {
            let (address, own, path) = (bus.address, own, Keyboard.path)
            let memory = try #require(residentMemory())
            // The stranger sends on a thread of its own.
            let thread = Thread {
                guard let stranger = try? BusPeer(address) else { return }
                for _ in 0..<count {
                    guard let signal = unsafe dbus_message_new_signal(path, "org.example.Flood", "flood") else {
                        return
                    }
                    unsafe dbus_message_set_destination(signal, own)
                    unsafe dbus_connection_send(stranger.connection, signal, nil)
                    unsafe dbus_message_unref(signal)
                    if unsafe dbus_connection_get_outgoing_size(stranger.connection) > 1 << 16 {
                        unsafe dbus_connection_flush(stranger.connection)
                    }
                }
                stranger.finishSending()
            }
            thread.start()
            let ticker = Ticker(observed.connection, count: count)
            await ticker.run()
            // In one turn, a scheduled delivery and a wake of the descriptor can each deliver messages.
            #expect(ticker.largestStep <= 2 * BusConnection.messagesPerTurn)
            #expect(observed.connection.droppedMessageCounts == [.foreignSender: count])
            try await drain()
            let growth = try #require(residentMemory()) - memory
            #expect(growth < 16 << 20)
        }
    }

    /// Counts the messages that are dropped in each turn of the main queue.
    @MainActor
    private final class Ticker {
        private(set) var turnCount = 0
        private(set) var largestStep = 0
        private let connection: BusConnection
        private let count: Int
        private var dropped = 0

        init(_ connection: BusConnection, count: Int) {
            self.connection = connection
            self.count = count
        }

        /// Returns when the connection has dropped the expected number of messages.
        func run() async {
            await withCheckedContinuation { tick($0) }
        }

        private func tick(_ continuation: CheckedContinuation<Void, Never>) {
            turnCount += 1
            largestStep = max(largestStep, connection.droppedMessageCount - dropped)
            dropped = connection.droppedMessageCount
            guard dropped < count else { return continuation.resume() }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self.tick(continuation) }
            }
        }
    }
#endif
