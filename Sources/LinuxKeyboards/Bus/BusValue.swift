/// An argument of a message on the bus, of one of the types that keyboards use.
enum BusValue: Hashable, Sendable {
    case string(String)
    case boolean(Bool)

    /// A Boolean value in a variant.
    case variant(Bool)

    /// The Boolean values in a dictionary of strings and variants, by their names.
    ///
    /// The last entry counts if a name occurs more than once.
    case properties([String: Bool])

    /// A value of another type, which is not read.
    case other

    /// The string, or `nil` if the value has another type, such as an object path.
    var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }
}
