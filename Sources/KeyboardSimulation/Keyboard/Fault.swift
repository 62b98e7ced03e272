/// Something that real keyboards get wrong now and then, to be had on demand.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The *did* pair comes 7 ms after its *will* pair, whatever longer duration that told.
    case didEarly
    /// The *did* pair comes half a second late: longer than any move takes. Where it is early as well, it is early.
    case didLate
    /// The *did* pair never comes, neither early nor late.
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
