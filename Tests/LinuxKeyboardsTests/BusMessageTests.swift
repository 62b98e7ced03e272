#if SystemKeyboards
    import CKeyboardDBus
    import Foundation
    import KeyboardSimulation
    import TestSupport
    import Testing

    @testable import LinuxKeyboards

    struct BusMessageTests {
        private func signal(_ arguments: [PeerValue]) throws -> BusMessage {
            let pointer = try unsafe #require(unsafe dbus_message_new_signal("/a", "a.b", "c"))
            let message = unsafe BusMessage(adopting: pointer)
            try message.append(arguments)
            return message
        }

        private func call(_ arguments: [BusValue]) throws(BusError) -> BusMessage {
            try BusMessage.call("c", of: "a.b", at: "/a", on: "a.b", arguments: arguments)
        }

        @Test func valuesAreReadAsTheyWereSent() throws {
            let values: [BusValue] = [.string("ü"), .string(""), .boolean(true), .variant(false), .variant(true)]
            let message = try call(values)
            #expect(message.arguments() == values)
            #expect(message.header()?.signature == "ssbvv")
            #expect(try call([]).arguments() == [])
        }

        @Test(arguments: [.string("a\0b"), .properties([:]), .other] as [BusValue])
        func aValueThatIsNotSentIsRefused(value: BusValue) {
            #expect(throws: BusError.invalidArgument) { _ = try call([.boolean(true), value]) }
        }

        /// With such a name, libdbus would abort the process.
        @Test(arguments: ["", "a b", "a\0b"])
        func anInvalidNameIsRefused(name: String) {
            let error = BusError.invalidName(name)
            #expect(throws: error) { _ = try BusMessage.call("c", of: "a.b", at: "/a", on: name, arguments: []) }
            #expect(throws: error) { _ = try BusMessage.call("c", of: "a.b", at: name, on: "a.b", arguments: []) }
            #expect(throws: error) { _ = try BusMessage.call("c", of: name, at: "/a", on: "a.b", arguments: []) }
            #expect(throws: error) { _ = try BusMessage.call(name, of: "a.b", at: "/a", on: "a.b", arguments: []) }
        }

        @Test func valuesOfOtherTypesAreSkipped() throws {
            let values: [PeerValue] = [
                .byte(.max), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
                .int64(.min), .uint64(.max), .double(-0.5), .string("ü"), .string(""), .objectPath("/"),
                .signature("a{sv}"),
                .array([], elementSignature: "(si)"), .array([.int32(1), .int32(2)], elementSignature: "i"),
                .array([], elementSignature: "{ss}"), .array([], elementSignature: "{sv}"),
                .structure([.string("a"), .structure([.boolean(true)])]), .variant(.variant(.boolean(true))),
                .variant(.string("a")), .variant(.boolean(true)),
                .properties(["a": .boolean(true), "b": .boolean(false), "c": .byte(1)]),
            ]
            let message = try signal(values)
            #expect(message.arguments() == values.map(\.asRead))
            #expect(message.arguments()?.last == .properties(["a": true, "b": false]))
            #expect(message.header()?.signature == values.map(\.signature).joined())
        }

        @Test func theLastPropertyOfANameCounts() throws {
            let entries = [PeerValue.boolean(true), .byte(1)].map {
                PeerValue.dictionaryEntry(.string("a"), .variant($0))
            }
            #expect(try signal([.array(entries, elementSignature: "{sv}")]).arguments() == [.properties([:])])
            let reversed = PeerValue.array(entries.reversed(), elementSignature: "{sv}")
            #expect(try signal([reversed]).arguments() == [.properties(["a": true])])
        }

        @Test func randomValuesAreReadByTheirTypes() throws {
            let seed = UInt64.random(in: 0...UInt64.max)
            print("seed \(seed)")
            var numbers = SeededRandom(seed: seed)
            for _ in 0..<5_000 {
                let type = RandomBusType.random(depth: 5, using: &numbers)
                let value = type.value(depth: 5, using: &numbers)
                #expect(value.signature == type.signature, "seed \(seed)")
                let values = [value, .properties(["a": value]), .string("end")]
                #expect(try signal(values).arguments() == values.map(\.asRead), "seed \(seed)")
            }
        }

        @Test func aDescriptorIsNotDuplicated() throws {
            let message = try signal([])
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(message.pointer, &iterator)
            var descriptor: CInt = 0
            try #require(unsafe dbus_message_iter_append_basic(&iterator, CInt(UInt8(ascii: "h")), &descriptor) != 0)
            #expect(message.arguments() == [.other])
        }

        @Test func aHeaderWithTheLongestNamesIsRead() throws {
            let path = "/" + String(repeating: "p", count: 999)
            let name = "a." + String(repeating: "b", count: 253)
            let member = String(repeating: "c", count: 255)
            let pointer = try unsafe #require(unsafe dbus_message_new_signal(path, name, member))
            let message = unsafe BusMessage(adopting: pointer)
            unsafe dbus_message_set_sender(pointer, name)
            unsafe dbus_message_set_error_name(pointer, name)
            let found = message.header()
            let header = try #require(found)
            #expect(header.path == path)
            #expect(header.sender == name)
            #expect(header.interface == name)
            #expect(header.member == member)
            #expect(header.errorName == name)
        }

        @Test func theBytesOfAllStringsAreLimited() throws {
            let limit = BusMessage.stringByteLimit
            let half = String(repeating: "a", count: limit / 2 - 1)
            #expect(try signal([.string(half), .string(half)]).arguments()?.count == 2)
            #expect(try signal([.string(half), .string(half + "a")]).arguments() == nil)
            #expect(try signal([.string(half), .properties([half: .boolean(true)])]).arguments()?.count == 2)
            #expect(try signal([.string(half), .properties([half + "a": .boolean(true)])]).arguments() == nil)
            // The bytes of other values, such as an object path, do not count.
            #expect(try signal([.string(half), .string(half), .objectPath("/a")]).arguments()?.count == 3)
        }

        /// The test runs in a process of its own, so that the memory of other tests does not count.
        ///
        /// The process exits with an error if its memory has grown.
        @Test func malformedMessagesNeitherTrapNorGrowTheMemory() async {
            await #expect(processExitsWith: .success) {
                try await fuzz(RandomTestSize.cases(of: 100_000, part: 20))
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
        keyboard.onSignal = { _ in reportCount += 1 }
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
