#if SystemKeyboards
    import CDBus
    import Foundation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    struct BusMessageTests {
        private func signal(_ arguments: [BusValue]) throws -> BusMessage {
            let pointer = try unsafe #require(unsafe dbus_message_new_signal("/a", "a.b", "c"))
            let message = unsafe BusMessage(adopting: pointer)
            try message.append(arguments)
            return message
        }

        @Test func allTypesAreDecodedAsTheyWereEncoded() throws {
            let values: [BusValue] = [
                .byte(.max), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
                .int64(.min), .uint64(.max), .double(-0.5), .string("ü"), .string(""), .objectPath("/"),
                .signature("a{sv}"),
                .array([], elementSignature: "(si)"), .array([.int32(1), .int32(2)], elementSignature: "i"),
                .structure([.string("a"), .structure([.boolean(true)])]), .variant(.variant(.byte(1))),
                .array([.dictionaryEntry(.string("a"), .variant(.boolean(true)))], elementSignature: "{sv}"),
            ]
            let message = try signal(values)
            #expect(message.arguments() == values)
            #expect(message.header()?.signature == values.map(\.signature).joined())
        }

        @Test func randomValuesAreDecodedAsTheyWereEncoded() throws {
            let seed = UInt64.random(in: 0...UInt64.max)
            print("seed \(seed)")
            var numbers = SeededRandom(seed: seed)
            for _ in 0..<5_000 {
                let type = RandomBusType.random(depth: 5, using: &numbers)
                let value = type.value(depth: 5, using: &numbers)
                #expect(value.signature == type.signature, "seed \(seed)")
                #expect(try signal([value]).arguments() == [value], "seed \(seed)")
            }
        }

        @Test(
            arguments: [
                .string("a\0b"), .objectPath("a"), .objectPath("/\0"), .signature("{"), .signature("s\0"), .descriptor,
                .array([], elementSignature: ""), .array([], elementSignature: "ss"), .array([], elementSignature: "z"),
                .array([.byte(1)], elementSignature: "s"), .structure([]), .dictionaryEntry(.byte(1), .byte(1)),
                .array([], elementSignature: "{vs}"), .variant(.structure([])),
                .array([], elementSignature: String(repeating: "a", count: 40) + "s"),
                .structure(Array(repeating: .byte(1), count: 300)),
                .array([.array([.string("\0")], elementSignature: "s")], elementSignature: "as"),
            ] as [BusValue]
        )
        func aValueThatTheBusCannotTransferIsRefused(value: BusValue) {
            #expect(throws: BusError.invalidArgument) { _ = try signal([value]) }
            #expect(throws: BusError.invalidArgument) { _ = try signal([.variant(value)]) }
        }

        @Test func valuesThatAreNestedTooDeepAreRefused() {
            var value = BusValue.boolean(true)
            for _ in 0..<1_000 { value = .variant(value) }
            #expect(throws: BusError.invalidArgument) { _ = try signal([value]) }
        }

        @Test func aDescriptorIsNotDuplicated() throws {
            let message = try signal([])
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(message.pointer, &iterator)
            var descriptor: CInt = 0
            try #require(unsafe dbus_message_iter_append_basic(&iterator, CInt(UInt8(ascii: "h")), &descriptor) != 0)
            #expect(message.arguments() == [.descriptor])
        }

        @Test func theBudgetLimitsValuesBytesAndDepth() throws {
            let message = try signal([.string("abc"), .structure([.byte(1), .variant(.byte(2))])])
            let exact = BusDecodingBudget(values: 5, bytes: 3, depth: 2)
            #expect(message.arguments(budget: exact)?.count == 2)
            #expect(message.arguments(budget: BusDecodingBudget(values: 4, bytes: 3, depth: 2)) == nil)
            #expect(message.arguments(budget: BusDecodingBudget(values: 5, bytes: 2, depth: 2)) == nil)
            #expect(message.arguments(budget: BusDecodingBudget(values: 5, bytes: 3, depth: 1)) == nil)
        }

        /// The process exits with an error if the memory has grown, so that the other tests do not count.
        @Test func malformedMessagesNeitherTrapNorGrowTheMemory() async {
            await #expect(processExitsWith: .success) {
                try await fuzz(RandomTestSize.cases(of: 100_000))
            }
        }
    }

    /// Receives malformed messages on a connection with a service.
    @MainActor
    private func fuzz(_ count: Int) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let bus = try PrivateBus()
        let peer = try BusPeer(bus.address)
        peer.own(Keyboard.name)
        let connection = try BusConnection(address: bus.address, scheduler: ManualScheduler())
        let keyboard = BusService(
            name: Keyboard.name,
            path: Keyboard.path,
            interface: Keyboard.interface,
            on: connection
        )
        let log = EventLog()
        var reportCount = 0
        keyboard.onOwnerChange = { isRunning in
            reportCount += 1
            if isRunning { log.add("running") }
        }
        keyboard.onPropertiesChange = { _ in reportCount += 1 }
        keyboard.onSignal = { _, _ in reportCount += 1 }
        await log.wait(for: "running")

        var fuzzer = BusFuzzer(
            seed: seed,
            service: keyboard,
            owner: peer.uniqueName,
            receiver: try #require(connection.uniqueName)
        )
        var start: Int?
        for index in 0..<count {
            // The first tenth fills the caches of libdbus and of the allocator.
            if index == count / 10 { start = residentMemory() }
            if let message = try fuzzer.next() { connection.receive(message) }
            connection.receive(try fuzzer.ownerChange())
            if index % 1_000 == 0 { log.removeAll(); await nextTurn() }
        }
        let growth = try #require(residentMemory()) - #require(start)
        let summary = """
            seed \(seed): \(count) messages, \(fuzzer.parsedCount) parsed, \(reportCount) reports, \
            \(connection.droppedMessageCounts), \(growth >> 10) KiB more memory
            """
        print(summary)
        #expect(growth < 4 << 20, "\(summary)")
        #expect(fuzzer.parsedCount > count / 4, "\(summary)")
        #expect(reportCount > count / 20, "\(summary)")
    }
#endif
