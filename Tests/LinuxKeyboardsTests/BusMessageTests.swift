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
            let values: [BusValue] = [
                .string("ü"), .string(""), .boolean(true), .variant(false), .variant(true), .number(7),
                .list([.string("a")]),
            ]
            #expect(call(values)?.arguments == values)
            #expect(call([])?.arguments == [])
        }

        /// With such a name, libdbus would abort the process.
        @Test(arguments: ["", "a b", "a\0b"])
        func anInvalidNameIsRefused(name: String) {
            if call([], on: name) != nil { Issue.record("\(name)") }
        }

        @Test func otherTypesAreReadOrSkipped() throws {
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
    }
#endif
