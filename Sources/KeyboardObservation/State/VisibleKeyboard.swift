import Foundation

/// Where the keyboard is visible at one moment. Guides and screens that present transitions read it.
struct VisibleKeyboard {
    /// What the events say.
    var state: KeyboardState

    /// Where the keyboard is visible; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// Where on the screen that is, at rest. It follows the state's when the transition to it begins.
    var placement = KeyboardState.Placement.offScreen

    /// What counts at the begin of its transition where undocked keyboards are ignored, if that is not the keyboard's
    /// frame: the transition that it interrupted led from one edge to the other, or to or from none.
    var beginParts: [KeyboardTransition.Part] = []

    /// Before the first event.
    static let unknown = VisibleKeyboard(state: .unknown)
}
