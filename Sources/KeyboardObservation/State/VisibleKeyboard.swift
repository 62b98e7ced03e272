import Foundation

/// The visible frame of a keyboard at one moment, as layout guides and transition screens read it.
struct VisibleKeyboard {
    /// The state, which follows from the events.
    var state: KeyboardState

    /// The visible frame; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// The placement of the visible keyboard at rest.
    ///
    /// It equals that of the state as soon as the transition to that placement begins.
    var placement = KeyboardState.Placement.offScreen

    /// The parts that count at the beginning of the transition if undocked keyboards are ignored.
    ///
    /// Empty if only the keyboard's frame counts. It is not empty if the transition interrupts one that changes the
    /// edge.
    var beginParts: [KeyboardTransition.Part] = []

    /// The keyboard before the first event.
    static let unknown = VisibleKeyboard(state: .unknown)
}
