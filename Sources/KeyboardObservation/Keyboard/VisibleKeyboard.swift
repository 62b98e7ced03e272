import Foundation

/// A keyboard's state and visible frame at one time.
///
/// The layout guides, avoiders and transition followers of a pool compute insets and overlaps from a `VisibleKeyboard`.
struct VisibleKeyboard {
    /// The keyboard's state according to the events.
    var state: KeyboardState

    /// The visible frame; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// The placement of the keyboard at the end of the latest transition.
    ///
    /// While a transition is pending, ``state`` contains the new placement, but ``placement`` contains the old
    /// placement.
    var placement = KeyboardState.Placement.offScreen

    /// The keyboard frames that affected the insets when the transition began.
    ///
    /// The array has elements only if the transition has interrupted a blended transition.
    var beginParts: [KeyboardTransition.Part] = []

    /// The running transition if the transition is blended; otherwise `nil`.
    var blendedTransition: KeyboardTransition? {
        guard let transition = state.transition, transition.isBlended(beginningWith: beginParts) else { return nil }
        return transition
    }

    /// The placement of the visible frame.
    ///
    /// During a blended transition, `visiblePlacement` is not valid.
    ///
    /// While the keyboard disappears, `visiblePlacement` is the placement at the beginning of the transition. While the
    /// keyboard appears or changes its frame, `visiblePlacement` is the placement at the end of the transition.
    var visiblePlacement: KeyboardState.Placement {
        guard let transition = state.transition else { return placement }
        return transition.endPlacement == .offScreen ? transition.beginPlacement : transition.endPlacement
    }
}
