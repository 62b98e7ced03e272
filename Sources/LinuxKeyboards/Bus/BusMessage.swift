#if SystemKeyboards
    import CDBus
    import Glibc

    /// A message of libdbus, which is released with this value.
    ///
    /// The message of libdbus is used on the main actor only.
    @safe
    struct BusMessage: ~Copyable {
        /// The message of libdbus.
        let pointer: OpaquePointer

        /// Takes over a reference to a message.
        init(adopting pointer: OpaquePointer) {
            unsafe self.pointer = unsafe pointer
        }

        deinit {
            unsafe dbus_message_unref(pointer)
        }

        /// Returns the header, or `nil` if the path is longer than all paths of keyboards.
        ///
        /// The other names have at most 255 bytes.
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

        /// Returns the arguments, or `nil` if they exceed the budget.
        func arguments(budget: BusDecodingBudget = BusDecodingBudget()) -> [BusValue]? {
            var iterator = unsafe DBusMessageIter()
            guard unsafe dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
            var decoder = BusDecoder(budget: budget)
            return unsafe decoder.values(of: &iterator, depth: 0)
        }
    }

    /// Decodes values until the budget is spent.
    private struct BusDecoder {
        var budget: BusDecodingBudget

        /// Returns the values from the iterator's place to its end, or `nil` if they exceed the budget.
        mutating func values(of iterator: inout DBusMessageIter, depth: Int) -> [BusValue]? {
            guard depth <= budget.depth else { return nil }
            var values: [BusValue] = []
            while true {
                // The type is 0 at the end.
                let type = unsafe dbus_message_iter_get_arg_type(&iterator)
                guard type != 0 else { return values }
                guard budget.values > 0 else { return nil }
                budget.values -= 1
                guard let value = unsafe value(of: &iterator, type: type, depth: depth) else { return nil }
                values.append(value)
                unsafe dbus_message_iter_next(&iterator)
            }
        }

        private mutating func value(of iterator: inout DBusMessageIter, type: CInt, depth: Int) -> BusValue? {
            switch BusType(type) {
            case .byte: return .byte(unsafe basicValue(of: &iterator).byt)
            case .boolean: return .boolean(unsafe basicValue(of: &iterator).bool_val != 0)
            case .int16: return .int16(unsafe basicValue(of: &iterator).i16)
            case .uint16: return .uint16(unsafe basicValue(of: &iterator).u16)
            case .int32: return .int32(unsafe basicValue(of: &iterator).i32)
            case .uint32: return .uint32(unsafe basicValue(of: &iterator).u32)
            case .int64: return .int64(Int64(truncatingIfNeeded: unsafe basicValue(of: &iterator).i64))
            case .uint64: return .uint64(UInt64(truncatingIfNeeded: unsafe basicValue(of: &iterator).u64))
            case .double: return .double(unsafe basicValue(of: &iterator).dbl)
            case .string: return unsafe string(of: &iterator).map { .string($0) }
            case .objectPath: return unsafe string(of: &iterator).map { .objectPath($0) }
            case .signature: return unsafe string(of: &iterator).map { .signature($0) }
            // Reading the value would duplicate the descriptor.
            case .descriptor: return .descriptor
            case .array:
                guard let signature = unsafe elementSignature(of: &iterator) else { return nil }
                return unsafe elements(of: &iterator, depth: depth).map { .array($0, elementSignature: signature) }
            case .structure: return unsafe elements(of: &iterator, depth: depth).map { .structure($0) }
            case .dictionaryEntry:
                guard let pair = unsafe elements(of: &iterator, depth: depth), pair.count == 2 else { return nil }
                return .dictionaryEntry(pair[0], pair[1])
            case .variant:
                guard let content = unsafe elements(of: &iterator, depth: depth), content.count == 1 else { return nil }
                return .variant(content[0])
            case nil: return nil
            }
        }

        private mutating func elements(of iterator: inout DBusMessageIter, depth: Int) -> [BusValue]? {
            var inner = unsafe DBusMessageIter()
            unsafe dbus_message_iter_recurse(&iterator, &inner)
            return unsafe values(of: &inner, depth: depth + 1)
        }

        private func basicValue(of iterator: inout DBusMessageIter) -> DBusBasicValue {
            var value = unsafe DBusBasicValue()
            unsafe dbus_message_iter_get_basic(&iterator, &value)
            return unsafe value
        }

        private mutating func string(of iterator: inout DBusMessageIter) -> String? {
            unsafe String(basicValue(of: &iterator).str, budget: &budget.bytes)
        }

        /// Returns the signature of the elements, which counts as a string.
        private mutating func elementSignature(of iterator: inout DBusMessageIter) -> String? {
            guard let signature = unsafe dbus_message_iter_get_signature(&iterator) else { return nil }
            defer { unsafe dbus_free(signature) }
            return unsafe String(signature, budget: &budget.bytes).map { String($0.dropFirst()) }
        }
    }

    extension String {
        /// Copies a string of libdbus and reduces the budget by its bytes.
        ///
        /// A missing string is empty. The result is `nil` if the string has more bytes than the budget.
        fileprivate init?(_ bytes: UnsafePointer<CChar>?, budget: inout Int) {
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

    /// The code of a type in a signature.
    enum BusType: UInt8 {
        case byte = 0x79
        case boolean = 0x62
        case int16 = 0x6E
        case uint16 = 0x71
        case int32 = 0x69
        case uint32 = 0x75
        case int64 = 0x78
        case uint64 = 0x74
        case double = 0x64
        case string = 0x73
        case objectPath = 0x6F
        case signature = 0x67
        case descriptor = 0x68
        case array = 0x61
        case structure = 0x72
        case dictionaryEntry = 0x65
        case variant = 0x76

        init?(_ code: CInt) {
            guard let byte = UInt8(exactly: code) else { return nil }
            self.init(rawValue: byte)
        }
    }
#endif
