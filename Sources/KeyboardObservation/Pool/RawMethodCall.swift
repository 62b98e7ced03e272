/// The raw method that a pool is calling.
///
/// The default implementation of a raw method calls the typed methods, unless it is called by the pool, which calls them
/// itself.
@MainActor
struct RawMethodCall {
    static var current = RawMethodCall()

    /// The address of the screen that receives the call; 0 if no call is running.
    var screen: UInt = 0
    var kind = KeyboardEvent.Kind.willShow
}
