/// The raw method that a pool is calling, and the screen that receives the call.
///
/// If an app calls a raw method, the default implementation converts the notification and calls the typed methods. If a
/// pool calls a raw method, the default implementation does nothing, because the pool calls the typed methods.
@MainActor
struct RawMethodCall {
    /// The current call of a raw method.
    static var current = RawMethodCall()

    // The properties are not private, because the pool sets `kind`, and the dispatchers set `screen`.

    /// The address of the screen that receives the call; 0 if no call is running.
    ///
    /// For each screen, the default implementation of a raw method compares this address with the address of the
    /// screen. The property is a number and not an optional, because comparing numbers takes two instructions fewer.
    var screen: UInt = 0
    var kind = KeyboardEvent.Kind.willShow
}
