public import Foundation

/// A screen that follows each transition of the keyboard, and learns which part of a view the keyboard covers.
///
/// The pool calls the screen for each display frame of the transition.
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
/// methods on the main actor. If an event begins a transition, the pool first calls the event's observers, and then the
/// methods of this protocol.
///
/// For each reported transition, the pool calls ``keyboardTransitionWillBegin(_:overlap:)`` once and
/// ``keyboardTransitionDidEnd(_:overlap:isFinished:)`` once. In two cases, the pool does not report the end of a
/// transition:
///
/// - The screen has unsubscribed.
/// - The pool has been deallocated.
///
/// If a transition interrupts another transition, the interrupted transition ends, and `isFinished` is `false`. The new
/// transition begins at the visible frame. If a source reports the frames of a moving keyboard, the screen receives the
/// reported frames. Otherwise, the pool computes the frames from the animation curve. If a transition has a duration of
/// 0 seconds and no reported frames, the pool does not call ``keyboardTransitionDidProgress(_:overlap:)``.
///
/// If a screen subscribes while the keyboard is at rest, the pool reports a transition to the current frame. The
/// duration of a transition to the current frame is 0. If a screen subscribes while the keyboard is moving, the pool
/// reports the start and the remaining display frames of the running transition. The pool schedules its first call to a
/// new screen with a delay of 0. If an event arrives during this delay, the pool calls the new screen immediately, and
/// then delivers the event. If a screen subscribes before the first event, the pool does not report a current frame.
@MainActor
public protocol KeyboardTransitionPresentable: KeyboardPresentable {
    /// The view's frame, in points, in the coordinates of the screen.
    ///
    /// The pool computes the overlap from this frame.
    ///
    /// The pool reads `keyboardAvoidingFrame` before each call of a transition method.
    var keyboardAvoidingFrame: CGRect { get }

    /// The rules that the pool uses to compute the overlap, by default `KeyboardGeometry()`.
    var keyboardGeometry: KeyboardGeometry { get }

    /// A transition begins.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that the keyboard covers at the end of the transition; `.zero` if the keyboard
    ///     covers no part. In an interactive transition, for example a drag, `overlap` is the part that the keyboard
    ///     covers at the first reported frame.
    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect)

    /// The keyboard has moved.
    ///
    /// The pool calls this method for each display frame during a transition.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that the keyboard covers now; `.zero` if the keyboard covers no part.
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect)

    /// The transition has ended, or another transition has interrupted this transition.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that the keyboard covers now; `.zero` if the keyboard covers no part.
    ///   - isFinished: `true` if the transition has run to its end; `false` if it was interrupted.
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool)
}

extension KeyboardTransitionPresentable {
    /// The default rules.
    @inlinable
    public var keyboardGeometry: KeyboardGeometry { KeyboardGeometry() }
}
