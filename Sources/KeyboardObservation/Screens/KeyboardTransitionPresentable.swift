public import Foundation

/// A screen that learns, during transitions, which part of its view the keyboard covers.
///
/// The screen receives the covered part for each display frame of a transition.
///
/// ```swift
/// final class ChatScreen: KeyboardObservable, KeyboardTransitionPresentable {
///     private let view = View(), messages = View()
///
///     init() { subscribeOnKeyboardNotifications() }
///
///     var keyboardAvoidingFrame: CGRect { view.frameOnScreen }
///
///     func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}
///     func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
///         messages.bottomInset = overlap.height
///     }
///     func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
///         messages.bottomInset = overlap.height
///     }
/// }
/// ```
///
/// Adopt this protocol together with ``KeyboardObservable``, at any level of a class hierarchy. The pool calls the
/// methods on the main actor. If an event begins a transition, the pool first calls the observers of the event.
///
/// After each call of ``keyboardTransitionWillBegin(_:overlap:)``, the screen receives exactly one call of
/// ``keyboardTransitionDidEnd(_:overlap:isFinished:)``. In two cases, the end of a transition is not reported:
///
/// - The screen has unsubscribed.
/// - The pool has been deallocated.
///
/// If a transition interrupts another transition, the interrupted transition ends unfinished. The new transition begins
/// at the visible frame. A transition with a duration of 0 begins and ends without a call of
/// ``keyboardTransitionDidProgress(_:overlap:)``. If a source reports the frames of a moving keyboard, these frames
/// replace the curve's frames.
///
/// If a screen subscribes after the first event, it first receives the keyboard's current place. If the keyboard is at
/// rest, the screen receives a transition with a duration of 0. If the keyboard is moving, the screen receives the
/// start of the running transition. The screen also receives the remaining display frames of the running transition.
/// The pool makes the first call when the pool's scheduler next runs its actions. The first call always comes before
/// the next event.
@MainActor
public protocol KeyboardTransitionPresentable: KeyboardPresentable {
    /// The view's frame, in points, in the coordinates of the screen.
    ///
    /// The overlap is computed from this frame.
    ///
    /// The pool reads the property before each call of a method of this protocol.
    var keyboardAvoidingFrame: CGRect { get }

    /// The rules for the overlap, by default `KeyboardGeometry()`.
    var keyboardGeometry: KeyboardGeometry { get }

    /// A transition begins.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that is covered at the end of the transition. If no part is covered, the value
    ///     is `.zero`. The end of an interactive transition is unknown. For such a transition, `overlap` is the part
    ///     that the first frame covers.
    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect)

    /// The keyboard has moved.
    ///
    /// This method is called for each display frame during a transition.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that is covered now; `.zero` if no part is covered.
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect)

    /// The transition has ended, or another transition has interrupted it.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that is covered now; `.zero` if no part is covered.
    ///   - isFinished: Whether the transition has reached its end.
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool)
}

extension KeyboardTransitionPresentable {
    /// The default rules.
    @inlinable
    public var keyboardGeometry: KeyboardGeometry { KeyboardGeometry() }
}
