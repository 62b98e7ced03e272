enum Announcement {
    case show
    case hide
    case frame
    /// A keyboard that docks posts *show* events after its *frame* events.
    case showWithoutFrame

    init(from old: KeyboardPresence.Kind, to new: KeyboardPresence.Kind) {
        self =
            switch (old, new) {
            case (_, .docked): .show
            case (_, .bar), (.docked, _), (.bar, _): .hide
            default: .frame
            }
    }
}
