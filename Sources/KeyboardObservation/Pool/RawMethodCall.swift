/// The raw method that a pool is calling, and the screen that receives the call.
///
/// The default implementation of a raw method converts the notification and calls the typed methods. If a pool calls
/// the raw method, the default implementation does nothing. The pool itself calls the typed methods.
@MainActor
struct RawMethodCall {
    /// The running call.
    static var current = RawMethodCall()

    // The pool sets the kind for each event. The dispatchers set the screen for each call. Therefore the properties are
    // internal.

    /// The screen; `nil` if no call is running.
    var screen: ObjectIdentifier?
    var kind = KeyboardEvent.Kind.willShow

    /// Returns whether a pool is calling the raw method of this screen for this kind of event.
    static func isUnderWay(to screen: AnyObject, _ kind: KeyboardEvent.Kind) -> Bool {
        current.screen == ObjectIdentifier(screen) && current.kind == kind
    }
}
