import Foundation

/// A snapshot of a keyboard's visible frame, for layout guides and transition screens.
struct VisibleKeyboard {
    /// The state that the events determine.
    var state: KeyboardState

    /// The visible frame; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// The placement of the visible keyboard at rest.
    ///
    /// The placement equals the placement of ``state`` as soon as the transition to that placement begins.
    var placement = KeyboardState.Placement.offScreen

    /// The parts that affect the insets at the beginning of the transition.
    ///
    /// The array is empty unless the transition interrupts a blended transition.
    var beginParts: [KeyboardTransition.Part] = []

    /// The running transition, if frames other than the visible frame affect the insets.
    var blendedTransition: KeyboardTransition? {
        guard let transition = state.transition, transition.isBlended(beginningWith: beginParts) else { return nil }
        return transition
    }

    /// The placement of the visible frame, if only this frame affects the insets.
    ///
    /// While the keyboard appears or disappears, this is its placement on screen.
    var visiblePlacement: KeyboardState.Placement {
        guard let transition = state.transition else { return placement }
        return transition.endPlacement == .offScreen ? transition.beginPlacement : transition.endPlacement
    }
}
