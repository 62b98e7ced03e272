/// The raw call that a pool is making to a screen whose typed methods it will call itself.
///
/// It finds out whether anything is written in the place of the defaults that it meets. A screen reaches a default of
/// its own only where nothing is, and that is so for its whole class, for good.
@MainActor
struct RawCall {
    static var running: RawCall?

    private let screen: ObjectIdentifier
    private let kind: KeyboardEvent.Kind
    private var isReceivedByDefault = false
    private var isConvertedByDefault = false

    init(to screen: AnyObject, _ kind: KeyboardEvent.Kind) {
        self.screen = ObjectIdentifier(screen)
        self.kind = kind
    }

    /// Whether the call has done nothing, and will not do more for another screen of the class.
    var isIdle: Bool {
        isReceivedByDefault && isConvertedByDefault
    }

    /// The default of `keyboardDidReceive` runs.
    static func receivesByDefault(_ screen: AnyObject, _ kind: KeyboardEvent.Kind) {
        if running?.isFor(screen, kind) == true { running?.isReceivedByDefault = true }
    }

    /// The default of a raw method runs, which converts the notification and calls the typed methods.
    ///
    /// - Returns: whether it must not, as the pool will.
    static func convertsByDefault(_ screen: AnyObject, _ kind: KeyboardEvent.Kind) -> Bool {
        guard running?.isFor(screen, kind) == true else { return false }
        running?.isConvertedByDefault = true
        return true
    }

    private func isFor(_ screen: AnyObject, _ kind: KeyboardEvent.Kind) -> Bool {
        self.screen == ObjectIdentifier(screen) && self.kind == kind
    }
}
