/// The call of a screen's raw method by a pool.
///
/// The pool calls the typed methods itself, after the raw method. So the default raw method, which converts its
/// notification and calls the typed methods where an app calls it, does nothing in such a call.
@MainActor
struct RawMethodCall {
    /// The call that is under way.
    static var current = RawMethodCall()

    /// The screen; `nil` if no call is under way.
    var screen: ObjectIdentifier?
    var kind = KeyboardEvent.Kind.willShow

    /// Whether a pool is calling the raw method of this screen for this kind of event.
    static func isUnderWay(to screen: AnyObject, _ kind: KeyboardEvent.Kind) -> Bool {
        current.screen == ObjectIdentifier(screen) && current.kind == kind
    }
}
