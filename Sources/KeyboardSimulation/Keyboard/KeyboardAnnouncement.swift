/// The kind of a transition.
enum Announcement {
    case show
    case hide
    case frame
    /// The *show* events that follow the *frame* events when a keyboard docks.
    case showWithoutFrame

    /// Chooses the events of a change.
    ///
    /// - Parameters:
    ///   - old: What the screen showed before the change.
    ///   - new: What the screen shows after the change.
    ///   - floatsWithoutHide: Whether the keyboard posts only *frame* events when it begins to float.
    ///   - isPostedAsShown: Whether the keyboard has posted a *show* event since its latest *hide* event.
    init(
        from old: KeyboardPresence.Kind,
        to new: KeyboardPresence.Kind,
        _ floatsWithoutHide: Bool,
        isPostedAsShown: Bool
    ) {
        self =
            switch (old, new) {
            case (_, .docked): .show
            case (_, .bar): .hide
            case (.docked, .undocked), (.bar, .undocked): floatsWithoutHide ? .frame : .hide
            case (.docked, .nothing), (.bar, .nothing): .hide
            // If the keyboard began to float without a *hide* event, the keyboard posts the *hide* event when it
            // disappears.
            case (.undocked, .nothing): isPostedAsShown ? .hide : .frame
            default: .frame
            }
    }
}
