/// Something that real keyboards get wrong now and then, to be had on demand.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The *did* pair comes 7 ms after its *will* pair, whatever duration that told.
    case didEarly
    /// The *did* pair comes half a second late.
    case didLate
    /// The *did* pair never comes.
    case didMissing
    /// The *did* pair comes twice.
    case didDoubled
    /// The *will* pair comes twice.
    case willDoubled
    /// The end frame is zero.
    case zeroFrame
    /// The end frame is as wide as the screen, and has no height.
    case emptyFrame
    /// The end frame is infinitely tall.
    case infiniteFrame
    /// End frame, duration and curve are missing.
    case missingKeys
    /// The end frame is in the coordinates of a screen that was turned by a quarter.
    case wrongCoordinates
}

/// Which faults a ``SimulatedKeyboard`` has, and how often.
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
