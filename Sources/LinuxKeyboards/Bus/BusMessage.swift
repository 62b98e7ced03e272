#if SystemKeyboards
    import CKeyboardDBus
    import Glibc

    /// The wrapper owns a message of libdbus, and only the main actor uses the message.
    @safe
    struct BusMessage: ~Copyable {
        let pointer: OpaquePointer

        /// The caller must not release the reference, because the wrapper releases it.
        init(adopting pointer: OpaquePointer) {
            unsafe self.pointer = unsafe pointer
        }

        deinit {
            unsafe dbus_message_unref(pointer)
        }

        var header: BusHeader {
            let kind: BusHeader.Kind =
                switch unsafe dbus_message_get_type(pointer) {
                case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
                case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
                case DBUS_MESSAGE_TYPE_ERROR: .error
                case DBUS_MESSAGE_TYPE_SIGNAL: .signal
                default: .other
                }
            return unsafe BusHeader(
                kind: kind,
                sender: Self.text(dbus_message_get_sender(pointer)),
                path: Self.text(dbus_message_get_path(pointer)),
                interface: Self.text(dbus_message_get_interface(pointer)),
                member: Self.text(dbus_message_get_member(pointer)),
                errorName: Self.text(dbus_message_get_error_name(pointer)),
                replySerial: dbus_message_get_reply_serial(pointer)
            )
        }

        private static func text(_ bytes: UnsafePointer<CChar>?) -> String {
            unsafe bytes.map { unsafe String(cString: $0) } ?? ""
        }

        /// A value is `other` if keyboards do not use its type.
        var arguments: [BusValue] {
            var iterator = unsafe DBusMessageIter()
            guard unsafe dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
            var values: [BusValue] = []
            repeat {
                values.append(unsafe iterator.value)
            } while unsafe dbus_message_iter_next(&iterator) != 0
            return values
        }
    }

    // MARK: - Sending

    extension BusMessage {
        /// An invalid name of an interface or a member makes libdbus abort the process, so use constants.
        static func call(
            _ member: String,
            of interface: String,
            at path: String,
            on destination: String,
            arguments: [BusValue]
        ) -> BusMessage? {
            guard unsafe dbus_validate_bus_name(destination, nil) != 0, unsafe dbus_validate_path(path, nil) != 0,
                let pointer = unsafe dbus_message_new_method_call(destination, path, interface, member)
            else { return nil }
            let message = unsafe BusMessage(adopting: pointer)
            unsafe dbus_message_set_auto_start(pointer, 0)
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(pointer, &iterator)
            for argument in arguments {
                guard unsafe iterator.append(argument) else { return nil }
            }
            return message
        }

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

    extension DBusMessageIter {
        fileprivate mutating func append(_ value: BusValue) -> Bool {
            switch value {
            case .string(let text):
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
            case .number(let number):
                guard var value = dbus_uint32_t(exactly: number) else { return false }
                return unsafe dbus_message_iter_append_basic(&self, BusType.unsigned, &value) != 0
            case .list(let elements):
                var content = unsafe DBusMessageIter()
                return unsafe dbus_message_iter_open_container(&self, BusType.array, "s", &content) != 0
                    && elements.allSatisfy { unsafe content.append($0) }
                    && dbus_message_iter_close_container(&self, &content) != 0
            case .properties, .other: return false
            }
        }
    }

    // MARK: - Reading

    extension DBusMessageIter {
        fileprivate var value: BusValue {
            mutating get {
                switch unsafe dbus_message_iter_get_arg_type(&self) {
                case BusType.string, BusType.path: return .string(unsafe String(cString: basic.str))
                case BusType.boolean: return .boolean(unsafe basic.bool_val != 0)
                case BusType.integer: return .number(unsafe Double(basic.i32))
                case BusType.unsigned: return .number(unsafe Double(basic.u32))
                case BusType.double: return .number(unsafe basic.dbl)
                case BusType.variant: return unsafe variant
                case BusType.array where unsafe dbus_message_iter_get_element_type(&self) == BusType.entry:
                    return unsafe properties
                case BusType.array, BusType.structure, BusType.entry: return unsafe .list(elements)
                default: return .other
                }
            }
        }

        private var basic: DBusBasicValue {
            mutating get {
                var value = unsafe DBusBasicValue()
                unsafe dbus_message_iter_get_basic(&self, &value)
                return unsafe value
            }
        }

        /// The values in an array, a structure, an entry of a dictionary, or a variant.
        private var elements: [BusValue] {
            mutating get {
                var (elements, content) = unsafe ([BusValue](), DBusMessageIter())
                unsafe dbus_message_iter_recurse(&self, &content)
                while unsafe dbus_message_iter_get_arg_type(&content) != 0 {
                    unsafe elements.append(content.value)
                    unsafe dbus_message_iter_next(&content)
                }
                return elements
            }
        }

        private var properties: BusValue {
            mutating get {
                let entries = unsafe elements.compactMap { entry -> (String, Bool)? in
                    guard case .list(let pair) = entry, case .string(let name)? = pair.first,
                        case .variant(let value)? = pair.last
                    else { return nil }
                    return (name, value)
                }
                return .properties(Dictionary(entries) { $1 })
            }
        }

        /// A number that is not 0 counts as `true`.
        ///
        /// For example, KWin's property `mode` is 0 if KWin never shows its keyboard.
        private var variant: BusValue {
            mutating get {
                switch unsafe elements.first {
                case .boolean(let value): .variant(value)
                case .number(let value): .variant(value != 0)
                default: .other
                }
            }
        }
    }

    private enum BusType {
        static let string = CInt(UInt8(ascii: "s"))
        static let path = CInt(UInt8(ascii: "o"))
        static let boolean = CInt(UInt8(ascii: "b"))
        static let integer = CInt(UInt8(ascii: "i"))
        static let unsigned = CInt(UInt8(ascii: "u"))
        static let double = CInt(UInt8(ascii: "d"))
        static let array = CInt(UInt8(ascii: "a"))
        static let structure = CInt(UInt8(ascii: "r"))
        static let entry = CInt(UInt8(ascii: "e"))
        static let variant = CInt(UInt8(ascii: "v"))
    }
#endif
