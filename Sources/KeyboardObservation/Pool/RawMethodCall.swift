/// The raw method that a pool is calling.
///
/// During the call, the default implementation of the raw method does nothing, because the pool calls the typed methods
/// itself.
@MainActor
struct RawMethodCall {
    static var current = RawMethodCall()

    /// The address of the screen that receives the call; 0 if no call is running.
    var screen: UInt = 0
    var kind = KeyboardEvent.Kind.willShow
}
