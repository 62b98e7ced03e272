#if SystemKeyboards
    import CKeyboardDBus
    import Testing

    @testable import LinuxKeyboards

    /// A value that a peer sends, of any type of the bus.
    indirect enum PeerValue: Hashable, Sendable {
        case byte(UInt8)
        case boolean(Bool)
        case int16(Int16)
        case uint16(UInt16)
        case int32(Int32)
        case uint32(UInt32)
        case int64(Int64)
        case uint64(UInt64)
        case double(Double)
        case string(String)
        case objectPath(String)
        case signature(String)

        /// Values of one type, and the signature of the type.
        case array([PeerValue], elementSignature: String)

        case structure([PeerValue])
        case dictionaryEntry(PeerValue, PeerValue)
        case variant(PeerValue)

        /// A dictionary of strings and variants.
        static func properties(_ values: [String: PeerValue]) -> PeerValue {
            let entries = values.map { PeerValue.dictionaryEntry(.string($0), .variant($1)) }
            return .array(entries, elementSignature: "{sv}")
        }

        /// The signature of the value's type.
        var signature: String {
            switch self {
            case .byte: "y"
            case .boolean: "b"
            case .int16: "n"
            case .uint16: "q"
            case .int32: "i"
            case .uint32: "u"
            case .int64: "x"
            case .uint64: "t"
            case .double: "d"
            case .string: "s"
            case .objectPath: "o"
            case .signature: "g"
            case .array(_, let elementSignature): "a" + elementSignature
            case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
            case .dictionaryEntry(let key, let value): "{" + key.signature + value.signature + "}"
            case .variant: "v"
            }
        }

        /// The value as the library reads it.
        var asRead: BusValue {
            switch self {
            case .string(let text), .objectPath(let text): return .string(text)
            case .boolean(let isTrue): return .boolean(isTrue)
            case .int32(let value): return .number(Double(value))
            case .uint32(let value): return .number(Double(value))
            case .double(let value): return .number(value)
            case .variant(let value): return value.truth.map { .variant($0) } ?? .other
            case .array(let entries, let signature) where signature.hasPrefix("{"):
                var properties: [String: Bool] = [:]
                for case .dictionaryEntry(.string(let name), .variant(let value)) in entries {
                    properties[name] = value.truth
                }
                return .properties(properties)
            case .array(let elements, _), .structure(let elements): return .list(elements.map(\.asRead))
            default: return .other
            }
        }

        private var truth: Bool? {
            switch self {
            case .boolean(let isTrue): isTrue
            case .int32(let number): number != 0
            default: nil
            }
        }

        fileprivate func append(to iterator: inout DBusMessageIter) throws {
            var basic = unsafe DBusBasicValue()
            switch self {
            case .byte(let value): unsafe basic.byt = value
            case .boolean(let value): unsafe basic.bool_val = value ? 1 : 0
            case .int16(let value): unsafe basic.i16 = value
            case .uint16(let value): unsafe basic.u16 = value
            case .int32(let value): unsafe basic.i32 = value
            case .uint32(let value): unsafe basic.u32 = value
            case .int64(let value): unsafe basic.i64 = dbus_int64_t(value)
            case .uint64(let value): unsafe basic.u64 = dbus_uint64_t(value)
            case .double(let value): unsafe basic.dbl = value
            case .string(let text), .objectPath(let text), .signature(let text):
                let isAppended = unsafe text.withCString { bytes in
                    var pointer = unsafe bytes
                    return unsafe dbus_message_iter_append_basic(&iterator, code, &pointer) != 0
                }
                return try #require(isAppended)
            case .array(let elements, let signature):
                return try unsafe append(elements, signature: signature, to: &iterator)
            case .structure(let fields): return try unsafe append(fields, signature: nil, to: &iterator)
            case .dictionaryEntry(let key, let value):
                return try unsafe append([key, value], signature: nil, to: &iterator)
            case .variant(let value):
                return try unsafe append([value], signature: value.signature, to: &iterator)
            }
            try #require(unsafe dbus_message_iter_append_basic(&iterator, code, &basic) != 0)
        }

        private func append(
            _ contents: [PeerValue],
            signature: String?,
            to iterator: inout DBusMessageIter
        ) throws {
            var inner = unsafe DBusMessageIter()
            try #require(unsafe dbus_message_iter_open_container(&iterator, code, signature, &inner) != 0)
            for value in contents { try unsafe value.append(to: &inner) }
            try #require(unsafe dbus_message_iter_close_container(&iterator, &inner) != 0)
        }

        /// The code of the type.
        ///
        /// The signature of a structure or an entry does not contain this code.
        private var code: CInt {
            switch self {
            case .structure: CInt(UInt8(ascii: "r"))
            case .dictionaryEntry: CInt(UInt8(ascii: "e"))
            default: CInt(signature.utf8.first ?? 0)
            }
        }
    }

    extension BusMessage {
        /// Appends values of valid types.
        func append(_ values: [PeerValue]) throws {
            var iterator = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init_append(pointer, &iterator)
            for value in values { try unsafe value.append(to: &iterator) }
        }
    }
#endif
