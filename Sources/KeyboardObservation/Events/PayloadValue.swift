/// Looks into what a payload holds without a dynamic cast, which costs more than all the rest of the reading.
enum PayloadValue {
    /// The value, where it was boxed as this very type; `nil` where it was boxed as another, even one that bridges.
    @inline(__always)
    static func exactly<Wanted>(_ type: Wanted.Type, _ value: Any) -> Wanted? {
        func open<Held>(_ held: Held) -> Wanted? {
            // Safe: the types are the same.
            Held.self == Wanted.self ? unsafe unsafeBitCast(held, to: Wanted.self) : nil
        }
        return _openExistential(value, do: open)
    }
}
