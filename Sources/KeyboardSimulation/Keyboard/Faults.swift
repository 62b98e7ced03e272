/// Which faults a ``SimulatedKeyboard`` has, and how often. Setting them begins the choices anew.
public struct Faults: Sendable, Hashable {
    /// The faults that can happen. Any of them may happen to one move together.
    public var kinds: Set<Fault>

    /// How likely each is to happen to a move, from 0 to 1.
    public var rate: Double

    /// What the choice depends on: the same seed makes the same choices.
    public var seed: UInt64

    /// Makes faults that always happen, unless a rate is given.
    public init(_ kinds: Set<Fault>, rate: Double = 1, seed: UInt64 = 0) {
        self.kinds = kinds
        self.rate = rate
        self.seed = seed
    }

    /// No faults.
    public static let none = Faults([])
}
