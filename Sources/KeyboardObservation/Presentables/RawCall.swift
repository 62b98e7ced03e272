/// The raw call that a pool is making to a screen whose typed methods it will call itself.
@MainActor
struct RawCall: Equatable {
    static var running: RawCall?

    var screen: ObjectIdentifier
    var kind: KeyboardEvent.Kind
}
