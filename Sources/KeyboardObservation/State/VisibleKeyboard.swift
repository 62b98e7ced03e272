import Foundation

/// A keyboard's state and visible frame at one time.
///
/// Layout guides, avoiders and the followers of screens compute insets and overlaps from this value.
struct VisibleKeyboard {
    /// The state that the events determine.
    var state: KeyboardState

    /// The visible frame; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// The placement of the keyboard at the end of the latest transition.
    ///
    /// Before a pending transition begins, ``state`` already contains the new placement, and this property contains the
    /// old placement.
    var placement = KeyboardState.Placement.offScreen

    /// The keyboard frames that affected the insets when the transition began.
    ///
    /// If the transition has not interrupted a blended transition, the array is empty.
    var beginParts: [KeyboardTransition.Part] = []

    /// The running transition; `nil` if the transition is not blended.
    var blendedTransition: KeyboardTransition? {
        guard let transition = state.transition, transition.isBlended(beginningWith: beginParts) else { return nil }
        return transition
    }

    /// The placement of the visible frame.
    ///
    /// The property is valid only if no blended transition is running.
    ///
    /// While the keyboard disappears, the property is the placement at the beginning of the transition. While the
    /// keyboard appears or changes its frame, the property is the placement at the end of the transition.
    var visiblePlacement: KeyboardState.Placement {
        guard let transition = state.transition else { return placement }
        return transition.endPlacement == .offScreen ? transition.beginPlacement : transition.endPlacement
    }
}
