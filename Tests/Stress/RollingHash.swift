/// A hash of a sequence of values that depends on their order.
///
/// The hashes of two prefixes determine the hash of the part between them. Therefore, the model needs no work for each
/// call of an observer.
struct RollingHash: Equatable {
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    private(set) var hash: UInt64 = 0
    private(set) var count = 0

    mutating func append(_ value: Int) {
        // Each value is mixed first. Otherwise, consecutive values could have the same sum after two values are
        // swapped.
        var mixed = UInt64(truncatingIfNeeded: value) &+ Self.base
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = hash &* Self.base &+ (mixed ^ (mixed >> 27))
        count += 1
    }

    /// Appends the values of `longer` that follow its prefix `shorter`.
    mutating func append(_ longer: Self, after shorter: Self) {
        let count = longer.count - shorter.count
        let power = Self.power(count)
        hash = hash &* power &+ (longer.hash &- shorter.hash &* power)
        self.count += count
    }

    private static func power(_ exponent: Int) -> UInt64 {
        var (result, square, rest): (UInt64, UInt64, Int) = (1, base, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result &*= square }
            square &*= square
            rest >>= 1
        }
        return result
    }
}
