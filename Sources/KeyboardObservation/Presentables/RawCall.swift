/// The raw call that a pool is making to a screen whose typed methods it will call itself.
@MainActor
struct RawCall {
    static var running = RawCall()

    /// Nobody where none is running.
    var screen: ObjectIdentifier?
    var kind = KeyboardEvent.Kind.willShow

    static func isRunning(to screen: AnyObject, _ kind: KeyboardEvent.Kind) -> Bool {
        running.screen == ObjectIdentifier(screen) && running.kind == kind
    }
}
