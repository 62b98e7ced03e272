/// An argument of a message on the bus, in one of the types that keyboards use.
enum BusValue: Hashable, Sendable {
    /// A string or an object path.
    case string(String)
    case boolean(Bool)

    /// A number of any type.
    ///
    /// This module sends each number as an unsigned integer of 32 bits.
    case number(Double)

    /// The elements of an array or the fields of a structure.
    ///
    /// A list that this module sends contains only strings.
    case list([BusValue])

    /// A Boolean value in a variant.
    case variant(Bool)

    /// Boolean values with their names, from a dictionary of variants.
    case properties([String: Bool])

    case other

    var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    var elements: [BusValue] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }
}
