/// A value in a message on the bus.
indirect enum BusValue: Hashable, Sendable {
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

    /// A file descriptor, which is neither received nor sent.
    case descriptor

    /// Values of one type, and the signature of the type.
    case array([BusValue], elementSignature: String)

    case structure([BusValue])
    case dictionaryEntry(BusValue, BusValue)
    case variant(BusValue)

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
        case .descriptor: "h"
        case .array(_, let elementSignature): "a" + elementSignature
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .dictionaryEntry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }

    /// The Boolean value, or `nil` if the value has another type.
    var booleanValue: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The string, or `nil` if the value has another type, such as an object path.
    var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The values by their names, or `nil` if the value is not a dictionary of strings and variants.
    ///
    /// The last entry counts if a name occurs more than once.
    var properties: [String: BusValue]? {
        guard case .array(let entries, elementSignature: "{sv}") = self else { return nil }
        var properties: [String: BusValue] = [:]
        for entry in entries {
            guard case .dictionaryEntry(.string(let name), .variant(let value)) = entry else { return nil }
            properties[name] = value
        }
        return properties
    }
}
