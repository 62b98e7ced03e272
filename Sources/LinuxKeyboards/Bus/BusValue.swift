/// An argument of a message on the bus, in one of the types that keyboards use.
enum BusValue: Hashable, Sendable {
    case string(String)
    case boolean(Bool)

    /// A Boolean value in a variant.
    case variant(Bool)

    /// The Boolean values of a dictionary from names to variants.
    ///
    /// If several entries have the same name, the dictionary contains the value of the last entry.
    case properties([String: Bool])

    /// A value of another type.
    case other

    /// The string, or `nil` if the value has another type, such as an object path.
    var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }
}
