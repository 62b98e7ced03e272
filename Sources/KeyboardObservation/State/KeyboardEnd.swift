import Foundation

/// The values that determine how much of a view a keyboard at rest covers.
struct KeyboardPlace: Equatable {
    var frame: CGRect?
    var placement = KeyboardState.Placement.offScreen
    var bounds: CGRect?
    var isLocal = true

    static func == (first: KeyboardPlace, second: KeyboardPlace) -> Bool {
        first.placement == second.placement && first.isLocal == second.isLocal && first.frame.matches(second.frame)
            && first.bounds.matches(second.bounds)
    }
}

/// The final place of a moving keyboard, or the place of a keyboard at rest.
///
/// The value does not change when the transition finishes.
struct KeyboardEnd: Equatable {
    /// The serial number of the transition.
    var number: Int
    var place: KeyboardPlace
    /// Whether the final place is unknown, because a finger drags the keyboard.
    var isInteractive: Bool

    init(of keyboard: VisibleKeyboard, _ number: Int) {
        self.number = number
        let transition = keyboard.state.transition
        place = KeyboardPlace(
            frame: transition?.end ?? keyboard.frame,
            placement: transition?.endPlacement ?? keyboard.placement,
            bounds: keyboard.state.screenBounds,
            isLocal: keyboard.state.isLocal
        )
        isInteractive = transition?.isInteractive ?? false
    }
}

extension VisibleKeyboard {
    /// The place of the visible frame.
    ///
    /// An off-screen keyboard covers nothing. Therefore the place of such a keyboard has no frame and no bounds.
    var place: KeyboardPlace {
        guard placement != .offScreen else { return KeyboardPlace() }
        return KeyboardPlace(frame: frame, placement: placement, bounds: state.screenBounds, isLocal: state.isLocal)
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
