#if SystemKeyboards
    import CKeyboardDBus
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// Makes malformed messages.
    @MainActor
    struct BusFuzzer {
        private var numbers: SeededRandom
        private let name, path, interface: String
        private let owner: String
        private let receiver: String
        private(set) var parsedCount = 0

        /// Creates a fuzzer of a service.
        ///
        /// - Parameters:
        ///   - seed: The seed of the random messages.
        ///   - service: The service that the messages seem to be from.
        ///   - owner: The unique name of the process that owns the service's name.
        ///   - receiver: The unique name of the connection that receives the messages.
        init(seed: UInt64, service: BusService, owner: String, receiver: String) {
            numbers = SeededRandom(seed: seed)
            (name, path, interface) = (service.name, service.path, service.interface)
            self.owner = owner
            self.receiver = receiver
        }

        /// Returns the message with which the bus reports the owner of the keyboard's name.
        func ownerChange() throws -> BusMessage {
            try signal(
                "NameOwnerChanged",
                of: BusName.bus,
                at: BusName.busPath,
                from: BusName.bus,
                [.string(name), .string(""), .string(owner)]
            )
        }

        /// Returns the next message, or `nil` if libdbus refuses its bytes.
        mutating func next() throws -> BusMessage? {
            let message = try validMessage()
            unsafe dbus_message_set_serial(message.pointer, UInt32.random(in: 1...20, using: &numbers))
            var bytes: UnsafeMutablePointer<CChar>?
            var length: CInt = 0
            try #require(unsafe dbus_message_marshal(message.pointer, &bytes, &length) != 0)
            let buffer = unsafe UnsafeMutableBufferPointer(start: bytes, count: Int(length))
            defer { unsafe dbus_free(bytes) }
            var size = Int(length)
            for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                let index = Int.random(in: 0..<size, using: &numbers)
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: unsafe buffer[index] ^= 1 << CChar.random(in: 0..<8, using: &numbers)
                case 1: unsafe buffer[index] = CChar.random(in: .min ... .max, using: &numbers)
                case 2: unsafe buffer[index] = 0
                case 3:
                    unsafe buffer[index] = CChar(
                        bitPattern: "ybnqiuxtdsoghav(){}".utf8.randomElement(using: &numbers) ?? 0
                    )
                case 4: unsafe buffer[index] = unsafe buffer[Int.random(in: 0..<size, using: &numbers)]
                default: if Int.random(in: 0..<4, using: &numbers) == 0 { size = max(index, 1) }
                }
            }
            guard let parsed = unsafe dbus_message_demarshal(bytes, CInt(size), nil) else { return nil }
            parsedCount += 1
            return unsafe BusMessage(adopting: parsed)
        }

        private mutating func validMessage() throws -> BusMessage {
            let type = RandomBusType.random(depth: 6, using: &numbers)
            let value = type.value(depth: 6, using: &numbers)
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0:
                return try signal(
                    "NameOwnerChanged",
                    of: BusName.bus,
                    at: BusName.busPath,
                    from: BusName.bus,
                    [.string(name), .string(owner), .string("")]
                )
            case 1, 2:
                return try change(.properties(["Visible": value]))
            case 3:
                let call = try BusMessage.call(
                    "Show",
                    of: interface,
                    at: path,
                    on: receiver,
                    arguments: []
                )
                try call.append([value])
                unsafe dbus_message_set_sender(call.pointer, owner)
                return call
            case 4:
                let kind = Bool.random(using: &numbers) ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_ERROR
                let reply = try unsafe BusMessage(adopting: #require(unsafe dbus_message_new(kind)))
                unsafe dbus_message_set_reply_serial(reply.pointer, UInt32.random(in: 1...20, using: &numbers))
                unsafe dbus_message_set_sender(reply.pointer, owner)
                if kind == DBUS_MESSAGE_TYPE_ERROR {
                    unsafe dbus_message_set_error_name(reply.pointer, "org.example.No")
                }
                try reply.append([value])
                return reply
            case 5:
                // The strings have about as many bytes as the limit permits.
                let name = PeerValue.string(String(repeating: "a", count: 640))
                let entry = PeerValue.dictionaryEntry(name, .variant(.boolean(true)))
                let count = Int.random(in: 90...110, using: &numbers)
                return try change(.array(Array(repeating: entry, count: count), elementSignature: "{sv}"))
            default: return try signal("changed", of: interface, [value])
            }
        }

        private func change(_ properties: PeerValue) throws -> BusMessage {
            try signal(
                "PropertiesChanged",
                of: BusName.properties,
                [.string(interface), properties, .array([], elementSignature: "s")]
            )
        }

        private func signal(
            _ member: String,
            of interface: String,
            at otherPath: String? = nil,
            from sender: String? = nil,
            _ arguments: [PeerValue]
        ) throws -> BusMessage {
            let pointer = try unsafe #require(unsafe dbus_message_new_signal(otherPath ?? path, interface, member))
            let message = unsafe BusMessage(adopting: pointer)
            unsafe dbus_message_set_sender(pointer, sender ?? owner)
            unsafe dbus_message_set_serial(pointer, 1)
            try message.append(arguments)
            return message
        }
    }
#endif
