#if SystemKeyboards
    import CDBus

    extension BusMessage {
        /// Creates a call of a method, which never starts the service.
        ///
        /// Every name is checked, because libdbus aborts the process for an invalid one.
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
            try message.append(arguments)
            return message
        }

        /// Creates the reply to a call of a method that the connection does not have, or returns `nil` without memory.
        static func unknownMethod(answering call: borrowing BusMessage) -> BusMessage? {
            let reply = unsafe dbus_message_new_error(
                call.pointer,
                "org.freedesktop.DBus.Error.UnknownMethod",
                "The connection has no methods."
            )
            guard let reply = unsafe reply else { return nil }
            return unsafe BusMessage(adopting: reply)
        }

        /// Appends arguments.
        func append(_ arguments: [BusValue]) throws(BusError) {
            let signatureLength = arguments.reduce(0) { $0 + $1.signature.utf8.count }
            guard signatureLength <= 255, arguments.allSatisfy({ $0.isEncodable(depth: 0) }) else {
                throw .invalidArgument
            }
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(pointer, &iterator)
            for argument in arguments {
                guard unsafe argument.append(to: &iterator) else { throw .invalidArgument }
            }
        }
    }

    extension String {
        /// Throws an error if the string is not a valid name.
        fileprivate func checkName(_ isValid: (UnsafePointer<CChar>) -> dbus_bool_t) throws(BusError) {
            guard unsafe self.isValid(isValid) else { throw .invalidName(self) }
        }

        /// Whether a function of libdbus accepts the string, which has no null character.
        fileprivate func isValid(_ isValid: (UnsafePointer<CChar>) -> dbus_bool_t) -> Bool {
            guard !utf8.contains(0) else { return false }
            return unsafe withCString(isValid) != 0
        }
    }

    extension BusValue {
        /// Whether libdbus accepts the value.
        ///
        /// libdbus aborts the process for some of the others. A bus ends the connection of a sender that nests more than 64 containers.
        fileprivate func isEncodable(depth: Int) -> Bool {
            guard depth <= 48 else { return false }
            switch self {
            case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: return true
            case .descriptor: return false
            case .string(let text): return !text.utf8.contains(0)
            case .objectPath(let path): return unsafe path.isValid { unsafe dbus_validate_path($0, nil) }
            case .signature(let text): return unsafe text.isValid { unsafe dbus_signature_validate($0, nil) }
            case .array(let elements, let signature):
                // An entry of a dictionary is valid only as the element of an array.
                guard unsafe ("a" + signature).isValid({ unsafe dbus_signature_validate_single($0, nil) }) else {
                    return false
                }
                return elements.allSatisfy { element in
                    guard element.signature == signature else { return false }
                    guard case .dictionaryEntry(let key, let value) = element else {
                        return element.isEncodable(depth: depth + 1)
                    }
                    return key.isEncodable(depth: depth + 2) && value.isEncodable(depth: depth + 2)
                }
            case .structure(let fields):
                return !fields.isEmpty && fields.allSatisfy { $0.isEncodable(depth: depth + 1) }
            case .dictionaryEntry: return false
            case .variant(let value): return value.signature.utf8.count < 256 && value.isEncodable(depth: depth + 1)
            }
        }

        /// Appends the value, which is encodable.
        fileprivate func append(to iterator: inout DBusMessageIter) -> Bool {
            var basic = unsafe DBusBasicValue()
            switch self {
            case .byte(let value):
                unsafe basic.byt = value
                return unsafe iterator.append(&basic, .byte)
            case .boolean(let value):
                unsafe basic.bool_val = value ? 1 : 0
                return unsafe iterator.append(&basic, .boolean)
            case .int16(let value):
                unsafe basic.i16 = value
                return unsafe iterator.append(&basic, .int16)
            case .uint16(let value):
                unsafe basic.u16 = value
                return unsafe iterator.append(&basic, .uint16)
            case .int32(let value):
                unsafe basic.i32 = value
                return unsafe iterator.append(&basic, .int32)
            case .uint32(let value):
                unsafe basic.u32 = value
                return unsafe iterator.append(&basic, .uint32)
            case .int64(let value):
                unsafe basic.i64 = dbus_int64_t(value)
                return unsafe iterator.append(&basic, .int64)
            case .uint64(let value):
                unsafe basic.u64 = dbus_uint64_t(value)
                return unsafe iterator.append(&basic, .uint64)
            case .double(let value):
                unsafe basic.dbl = value
                return unsafe iterator.append(&basic, .double)
            case .string(let text): return unsafe iterator.append(text, .string)
            case .objectPath(let path): return unsafe iterator.append(path, .objectPath)
            case .signature(let text): return unsafe iterator.append(text, .signature)
            case .descriptor: return false
            case .array(let elements, let signature):
                return unsafe iterator.append(elements, in: .array, signature: signature)
            case .structure(let fields): return unsafe iterator.append(fields, in: .structure, signature: nil)
            case .dictionaryEntry(let key, let value):
                return unsafe iterator.append([key, value], in: .dictionaryEntry, signature: nil)
            case .variant(let value): return unsafe iterator.append([value], in: .variant, signature: value.signature)
            }
        }
    }

    extension DBusMessageIter {
        fileprivate mutating func append(_ basic: inout DBusBasicValue, _ type: BusType) -> Bool {
            unsafe dbus_message_iter_append_basic(&self, CInt(type.rawValue), &basic) != 0
        }

        fileprivate mutating func append(_ text: String, _ type: BusType) -> Bool {
            unsafe text.withCString { bytes in
                var pointer = unsafe bytes
                return unsafe dbus_message_iter_append_basic(&self, CInt(type.rawValue), &pointer) != 0
            }
        }

        fileprivate mutating func append(_ values: [BusValue], in container: BusType, signature: String?) -> Bool {
            var inner = unsafe DBusMessageIter()
            guard unsafe dbus_message_iter_open_container(&self, CInt(container.rawValue), signature, &inner) != 0
            else {
                return false
            }
            for value in values {
                guard unsafe value.append(to: &inner) else {
                    unsafe dbus_message_iter_abandon_container(&self, &inner)
                    return false
                }
            }
            return unsafe dbus_message_iter_close_container(&self, &inner) != 0
        }
    }
#endif
