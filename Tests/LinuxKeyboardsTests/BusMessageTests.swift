#if SystemKeyboards
    import CKeyboardDBus
    import Testing

    @testable import LinuxKeyboards

    struct BusMessageTests {
        private func signal(_ arguments: [PeerValue]) throws -> BusMessage {
            let pointer = try unsafe #require(unsafe dbus_message_new_signal("/a", "a.b", "c"))
            let message = unsafe BusMessage(adopting: pointer)
            try message.append(arguments)
            return message
        }

        private func call(_ arguments: [BusValue], on name: String = "a.b") -> BusMessage? {
            BusMessage.call("c", of: "a.b", at: "/a", on: name, arguments: arguments)
        }

        @Test func valuesAreReadAsTheyWereSent() throws {
            let values: [BusValue] = [.string("ü"), .string(""), .boolean(true), .variant(false), .variant(true)]
            #expect(call(values)?.arguments == values)
            #expect(call([])?.arguments == [])
        }

        /// With such a name, libdbus would abort the process.
        @Test(arguments: ["", "a b", "a\0b"])
        func anInvalidNameIsRefused(name: String) {
            if call([], on: name) != nil { Issue.record("\(name)") }
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
            #expect(message.arguments == values.map(\.asRead))
            #expect(message.arguments.last == .properties(["a": true, "b": false]))
        }

        @Test func theLastPropertyOfANameCounts() throws {
            let entries = [PeerValue.boolean(true), .byte(1)].map {
                PeerValue.dictionaryEntry(.string("a"), .variant($0))
            }
            #expect(try signal([.array(entries, elementSignature: "{sv}")]).arguments == [.properties([:])])
            let reversed = PeerValue.array(entries.reversed(), elementSignature: "{sv}")
            #expect(try signal([reversed]).arguments == [.properties(["a": true])])
        }

        @Test func aDescriptorIsNotDuplicated() throws {
            let message = try signal([])
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(message.pointer, &iterator)
            var descriptor: CInt = 0
            try #require(unsafe dbus_message_iter_append_basic(&iterator, CInt(UInt8(ascii: "h")), &descriptor) != 0)
            #expect(message.arguments == [.other])
        }

        @Test func aHeaderWithTheLongestNamesIsRead() throws {
            let path = "/" + String(repeating: "p", count: 999)
            let name = "a." + String(repeating: "b", count: 253)
            let member = String(repeating: "c", count: 255)
            let pointer = try unsafe #require(unsafe dbus_message_new_signal(path, name, member))
            let message = unsafe BusMessage(adopting: pointer)
            unsafe dbus_message_set_sender(pointer, name)
            unsafe dbus_message_set_error_name(pointer, name)
            let header = message.header
            #expect(header.path == path)
            #expect(header.sender == name)
            #expect(header.interface == name)
            #expect(header.member == member)
            #expect(header.errorName == name)
        }
    }
#endif
