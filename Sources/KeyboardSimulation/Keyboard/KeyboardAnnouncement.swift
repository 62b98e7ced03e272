enum Announcement {
    case show
    case hide
    case frame
    /// After the *frame* events of a docking movement, the keyboard posts the *show* events alone.
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
