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

    /// The parts that affect the insets at the beginning of the transition if undocked keyboards are ignored.
    ///
    /// The array is empty if only the keyboard's frame affects the insets. The array is not empty if the transition
    /// interrupts a transition that changes the keyboard's edge.
    var beginParts: [KeyboardTransition.Part] = []

    /// The keyboard before the first event.
    static let unknown = VisibleKeyboard(state: .unknown)
}
