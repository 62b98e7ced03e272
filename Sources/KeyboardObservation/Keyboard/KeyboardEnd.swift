import Foundation

/// The frame, placement, bounds and flags of a keyboard at rest.
///
/// The place of a keyboard determines how much of a view the keyboard covers.
struct KeyboardPlace: Equatable {
    var frame: CGRect?
    var placement = KeyboardState.Placement.offScreen
    var bounds: CGRect?
    var flags = KeyboardFlags()

    static func == (first: KeyboardPlace, second: KeyboardPlace) -> Bool {
        first.placement == second.placement && first.flags == second.flags && first.frame.matches(second.frame)
            && first.bounds.matches(second.bounds)
    }
}

/// The Boolean values that the events of a keyboard report.
struct KeyboardFlags: Equatable {
    var isLocal = true
    var isObscured = false

    init() {}

    /// Creates the flags that a *will* event reports.
    ///
    /// If the event does not report a flag, the flag has its default value.
    init(_ info: Notification.KeyboardInfo) {
        isLocal = info.isLocal ?? true
        isObscured = info.isObscured ?? false
    }

    /// Sets the flags that an unannounced *did* event reports.
    mutating func update(_ info: Notification.KeyboardInfo) {
        if let local = info.isLocal { isLocal = local }
        if let obscured = info.isObscured { isObscured = obscured }
    }
}

/// The place of a keyboard at the end of its transition.
///
/// When the transition finishes, the place stays the same. If no transition is running, the place is the current place
/// of the keyboard.
struct KeyboardEnd: Equatable {
    /// The serial number of the transition.
    var number: Int
    var place: KeyboardPlace
    /// Whether the transition is interactive, for example a drag.
    ///
    /// The place at the end of an interactive transition is unknown.
    var isInteractive: Bool

    init(of keyboard: VisibleKeyboard, _ number: Int) {
        self.number = number
        let transition = keyboard.state.transition
        place = KeyboardPlace(
            frame: transition?.end ?? keyboard.frame,
            placement: transition?.endPlacement ?? keyboard.placement,
            bounds: keyboard.state.screenBounds,
            flags: keyboard.state.flags
        )
        isInteractive = transition?.isInteractive ?? false
    }
}

extension VisibleKeyboard {
    /// The keyboard's visible frame, with its placement, bounds and flags.
    ///
    /// If the keyboard is off screen, the place has no frame and no bounds, because the keyboard covers nothing.
    var place: KeyboardPlace {
        guard placement != .offScreen else { return KeyboardPlace() }
        return KeyboardPlace(frame: frame, placement: placement, bounds: state.screenBounds, flags: state.flags)
    }
}

extension KeyboardState {
    fileprivate var flags: KeyboardFlags {
        var flags = KeyboardFlags()
        (flags.isLocal, flags.isObscured) = (isLocal, isObscured)
        return flags
    }
}

extension CGRect {
    /// Returns whether the origin and the size are equal.
    ///
    /// The operator `==` takes three times as many instructions as this method.
    func matches(_ other: CGRect?) -> Bool {
        guard let other else { return false }
        return origin.y == other.origin.y && size.height == other.size.height && origin.x == other.origin.x
            && size.width == other.size.width
    }
}

extension CGRect? {
    /// Returns whether both frames are `nil`, or have an equal origin and size.
    func matches(_ other: CGRect?) -> Bool {
        self?.matches(other) ?? (other == nil)
    }
}
