/// The kind of a transition.
enum Announcement {
    case show
    case hide
    case frame
    /// The *show* events that follow the *frame* events when a keyboard docks.
    case showWithoutFrame

    /// Chooses the events for a change of the keyboard on screen from `old` to `new`.
    init(from old: KeyboardPresence.Kind, to new: KeyboardPresence.Kind) {
        self =
            switch (old, new) {
            case (_, .docked): .show
            case (_, .bar), (.docked, _), (.bar, _): .hide
            default: .frame
            }
    }
}
