public import Foundation
import KeyboardObservation

/// One thing that a person does to a ``SimulatedKeyboard``, or a wait between two such things. Each but the wait is a
/// method of the keyboard.
public enum KeyboardStep: Sendable, Hashable {
    /// A field takes the focus; with these keys, or those of the last time.
    case show(SimulatedKeyboard.Layout? = nil)
    /// The field resigns.
    case hide
    /// The keys change.
    case changeFrame(to: SimulatedKeyboard.Layout, animated: Bool = true)
    /// The prediction row is turned on or off.
    case setPredictions(Bool)
    /// A bar of this height, in points, is put above the keys.
    case setAccessory(height: CGFloat)
    /// The keyboard is taken off the bottom, its top edge to here.
    case undock(toTop: CGFloat? = nil)
    /// The keyboard is split, its top edge to here.
    case split(toTop: CGFloat? = nil)
    /// The keyboard is made to float in this frame.
    case float(in: CGRect)
    /// A keyboard that is not docked is dragged here.
    case drag(to: CGPoint)
    /// The keyboard is put back to the bottom.
    case dock
    /// The device is turned.
    case rotate(to: SimulatedScreen.Orientation)
    /// A hardware keyboard is attached.
    case attachHardwareKeyboard
    /// The hardware keyboard is detached.
    case detachHardwareKeyboard
    /// A finger takes hold of the keyboard, to draw it off the screen.
    case beginDismissing
    /// The finger draws the top edge here.
    case moveDismissing(toTop: CGFloat)
    /// The finger lets go.
    case endDismissing(cancelled: Bool = false)
    /// An alert comes over the form.
    case presentAlert
    /// The alert goes.
    case dismissAlert
    /// The system asks for a password in a prompt of its own.
    case promptForPassword
    /// That prompt goes.
    case dismissPasswordPrompt
    /// Another app's keyboard comes.
    case showOtherAppsKeyboard(SimulatedKeyboard.Layout = .letters)
    /// Another app's keyboard goes.
    case hideOtherAppsKeyboard
    /// Nothing is done for so long.
    case wait(Duration)

    /// Long enough for any move to end: a second.
    public static let settle = KeyboardStep.wait(.seconds(1))
}
