import Foundation

/// A snapshot of a keyboard's visible frame, for layout guides, avoiders and screens that receive transitions.
struct VisibleKeyboard {
    /// The state that the events determine.
    var state: KeyboardState

    /// The visible frame; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// The placement of the visible keyboard after its transition.
    ///
    /// As soon as a transition begins, this placement equals the placement of ``state``.
    var placement = KeyboardState.Placement.offScreen

    /// The parts that affected the insets when the transition began.
    ///
    /// If the transition has not interrupted a blended transition, the array is empty.
    var beginParts: [KeyboardTransition.Part] = []

    /// The running transition, if other frames besides the visible frame affect the insets; otherwise `nil`.
    var blendedTransition: KeyboardTransition? {
        guard let transition = state.transition, transition.isBlended(beginningWith: beginParts) else { return nil }
        return transition
    }

    /// The placement of the visible frame, for a keyboard without a blended transition.
    ///
    /// While the keyboard appears, the property is the keyboard's placement at the end of the transition. While the
    /// keyboard disappears, the property is the keyboard's placement at the beginning of the transition.
    var visiblePlacement: KeyboardState.Placement {
        guard let transition = state.transition else { return placement }
        return transition.endPlacement == .offScreen ? transition.beginPlacement : transition.endPlacement
    }
}
