#if SystemKeyboards
    import CKeyboardDBus
    import Glibc

    /// A wrapper that owns a message of libdbus.
    ///
    /// At the end of its lifetime, the wrapper releases the message. Only the main actor uses the message.
    @safe
    struct BusMessage: ~Copyable {
        /// The message of libdbus.
        let pointer: OpaquePointer

        /// Creates a wrapper that takes over a reference to a message.
        ///
        /// The caller must not release this reference, because the wrapper releases it.
        init(adopting pointer: OpaquePointer) {
            unsafe self.pointer = unsafe pointer
        }

        deinit {
            unsafe dbus_message_unref(pointer)
        }

        /// Returns the header, or `nil` if the path is too long or the type of the message is unknown.
        ///
        /// The limit of 1,024 bytes is sufficient for the path of any keyboard. The method does not limit the other
        /// names, because they have at most 255 bytes.
        func header() -> BusHeader? {
            let kind: BusHeader.Kind
            switch unsafe dbus_message_get_type(pointer) {
            case DBUS_MESSAGE_TYPE_METHOD_CALL: kind = .methodCall
            case DBUS_MESSAGE_TYPE_METHOD_RETURN: kind = .methodReturn
            case DBUS_MESSAGE_TYPE_ERROR: kind = .error
            case DBUS_MESSAGE_TYPE_SIGNAL: kind = .signal
            default: return nil
            }
            var budget = 1_024
            var header = BusHeader(kind: kind)
            guard let path = unsafe String(dbus_message_get_path(pointer), budget: &budget) else { return nil }
            header.path = path
            budget = 4_096
            header.sender = unsafe String(dbus_message_get_sender(pointer), budget: &budget) ?? ""
            header.interface = unsafe String(dbus_message_get_interface(pointer), budget: &budget) ?? ""
            header.member = unsafe String(dbus_message_get_member(pointer), budget: &budget) ?? ""
            header.errorName = unsafe String(dbus_message_get_error_name(pointer), budget: &budget) ?? ""
            header.signature = unsafe String(dbus_message_get_signature(pointer), budget: &budget) ?? ""
            header.replySerial = unsafe dbus_message_get_reply_serial(pointer)
            header.expectsReply = unsafe dbus_message_get_no_reply(pointer) == 0
            return header
        }

        /// Returns the arguments, or `nil` if the strings in the arguments are too long.
        ///
        /// The strings of all arguments together can have at most ``stringByteLimit`` bytes. If keyboards do not use
        /// the type of a value, the array contains `other` for this value.
        func arguments() -> [BusValue]? {
            var iterator = unsafe DBusMessageIter()
            guard unsafe dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
            var reader = BusReader()
            var values: [BusValue] = []
            repeat {
                guard let value = unsafe reader.value(at: &iterator) else { return nil }
                values.append(value)
            } while unsafe dbus_message_iter_next(&iterator) != 0
            return values
        }
    }

    // MARK: - Sending

    extension BusMessage {
        /// Creates a method call that does not start the program of the service.
        ///
        /// The method checks every name, because libdbus aborts the process if a name is invalid.
        static func call(
            _ member: String,
            of interface: String,
            at path: String,
            on destination: String,
            arguments: [BusValue]
        ) throws(BusError) -> BusMessage {
            try unsafe destination.checkName { unsafe dbus_validate_bus_name($0, nil) }
            try unsafe path.checkName { unsafe dbus_validate_path($0, nil) }
            try unsafe interface.checkName { unsafe dbus_validate_interface($0, nil) }
            try unsafe member.checkName { unsafe dbus_validate_member($0, nil) }
            guard let pointer = unsafe dbus_message_new_method_call(destination, path, interface, member) else {
                throw .tooManyCalls
            }
            let message = unsafe BusMessage(adopting: pointer)
            unsafe dbus_message_set_auto_start(pointer, 0)
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(pointer, &iterator)
            for argument in arguments {
                guard unsafe iterator.append(argument) else { throw .invalidArgument }
            }
            return message
        }

        /// Creates an error as the reply to a call of an unknown method.
        ///
        /// If no memory is left, the method returns `nil`.
        static func unknownMethod(answering call: borrowing BusMessage) -> BusMessage? {
            let reply = unsafe dbus_message_new_error(
                call.pointer,
                "org.freedesktop.DBus.Error.UnknownMethod",
                "The connection has no methods."
            )
            guard let reply = unsafe reply else { return nil }
            return unsafe BusMessage(adopting: reply)
        }
    }

    extension String {
        /// Throws an error if the string is not a valid name.
        fileprivate func checkName(_ isValid: (UnsafePointer<CChar>) -> dbus_bool_t) throws(BusError) {
            guard !utf8.contains(0), unsafe withCString(isValid) != 0 else { throw .invalidName(self) }
        }
    }

    extension DBusMessageIter {
        /// Appends a value.
        ///
        /// - Returns: `true` if the value was appended. The result is `false` if a string contains a null character, if
        ///   the value has the type `properties` or `other`, or if no memory is left.
        fileprivate mutating func append(_ value: BusValue) -> Bool {
            switch value {
            case .string(let text):
                guard !text.utf8.contains(0) else { return false }
                return unsafe text.withCString { bytes in
                    var pointer = unsafe bytes
                    return unsafe dbus_message_iter_append_basic(&self, BusType.string, &pointer) != 0
                }
            case .boolean(let isTrue):
                var boolean: dbus_bool_t = isTrue ? 1 : 0
                return unsafe dbus_message_iter_append_basic(&self, BusType.boolean, &boolean) != 0
            case .variant(let isTrue):
                var content = unsafe DBusMessageIter()
                return unsafe dbus_message_iter_open_container(&self, BusType.variant, "b", &content) != 0
                    && content.append(.boolean(isTrue)) && dbus_message_iter_close_container(&self, &content) != 0
            case .properties, .other: return false
            }
        }
    }

    // MARK: - Reading

    extension BusMessage {
        /// The maximum number of bytes in all strings of a message, including the null characters.
        static var stringByteLimit: Int { 65_536 }
    }

    /// Reads the values of a message, and limits the length of their strings.
    private struct BusReader {
        private var byteBudget = BusMessage.stringByteLimit

        /// Returns the value at the iterator, or `nil` if the strings of the message are too long.
        mutating func value(at iterator: inout DBusMessageIter) -> BusValue? {
            switch unsafe dbus_message_iter_get_arg_type(&iterator) {
            case BusType.string: return unsafe string(at: &iterator).map { .string($0) }
            case BusType.boolean: return unsafe boolean(at: &iterator).map { .boolean($0) }
            case BusType.variant: return unsafe booleanInVariant(at: &iterator).map { .variant($0) } ?? .other
            case BusType.array where unsafe isDictionary(at: &iterator):
                return unsafe properties(at: &iterator).map { .properties($0) }
            default: return .other
            }
        }

        /// Returns whether the array is a dictionary from strings to variants.
        private func isDictionary(at iterator: inout DBusMessageIter) -> Bool {
            guard let signature = unsafe dbus_message_iter_get_signature(&iterator) else { return false }
            defer { unsafe dbus_free(signature) }
            return unsafe strcmp(signature, "a{sv}") == 0
        }

        private mutating func properties(at iterator: inout DBusMessageIter) -> [String: Bool]? {
            var properties: [String: Bool] = [:]
            var entries = unsafe DBusMessageIter()
            unsafe dbus_message_iter_recurse(&iterator, &entries)
            // At the end of the dictionary, libdbus returns 0 as the type.
            while unsafe dbus_message_iter_get_arg_type(&entries) != 0 {
                var entry = unsafe DBusMessageIter()
                unsafe dbus_message_iter_recurse(&entries, &entry)
                guard let name = unsafe string(at: &entry) else { return nil }
                unsafe dbus_message_iter_next(&entry)
                properties[name] = unsafe booleanInVariant(at: &entry)
                unsafe dbus_message_iter_next(&entries)
            }
            return properties
        }

        private func booleanInVariant(at iterator: inout DBusMessageIter) -> Bool? {
            var content = unsafe DBusMessageIter()
            unsafe dbus_message_iter_recurse(&iterator, &content)
            return unsafe boolean(at: &content) ?? isNotZero(at: &content)
        }

        /// Returns whether the integer is not zero, or `nil` if the value has another type.
        ///
        /// KWin's property `mode` is an integer, which is 0 if KWin never shows its keyboard.
        private func isNotZero(at iterator: inout DBusMessageIter) -> Bool? {
            guard unsafe dbus_message_iter_get_arg_type(&iterator) == BusType.integer else { return nil }
            var value: dbus_int32_t = 0
            unsafe dbus_message_iter_get_basic(&iterator, &value)
            return value != 0
        }

        /// Returns the Boolean value, or `nil` if the value has another type.
        private func boolean(at iterator: inout DBusMessageIter) -> Bool? {
            guard unsafe dbus_message_iter_get_arg_type(&iterator) == BusType.boolean else { return nil }
            var value: dbus_bool_t = 0
            unsafe dbus_message_iter_get_basic(&iterator, &value)
            return value != 0
        }

        private mutating func string(at iterator: inout DBusMessageIter) -> String? {
            var bytes: UnsafePointer<CChar>?
            unsafe dbus_message_iter_get_basic(&iterator, &bytes)
            byteBudget -= 1
            return unsafe String(bytes, budget: &byteBudget)
        }
    }

    extension String {
        /// Copies a string of libdbus, and subtracts the byte count of the string from `budget`.
        ///
        /// If the pointer is `nil`, the result is empty. If the string has more bytes than the budget, the result is
        /// `nil`.
        fileprivate init?(_ bytes: UnsafePointer<CChar>?, budget: inout Int) {
            guard budget >= 0 else { return nil }
            guard let bytes = unsafe bytes else {
                self = ""
                return
            }
            let count = unsafe strnlen(bytes, budget + 1)
            guard count <= budget else { return nil }
            budget -= count
            self = unsafe String(cString: bytes)
        }
    }

    /// The type codes in the signatures of messages.
    private enum BusType {
        static let string = CInt(UInt8(ascii: "s"))
        static let boolean = CInt(UInt8(ascii: "b"))
        static let integer = CInt(UInt8(ascii: "i"))
        static let array = CInt(UInt8(ascii: "a"))
        static let variant = CInt(UInt8(ascii: "v"))
    }
#endif
