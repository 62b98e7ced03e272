public import Foundation

/// A screen that receives each display frame of the keyboard's transitions, with the covered part of its view.
///
/// ```swift
/// final class ChatScreen: KeyboardObservable, KeyboardTransitionPresentable {
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
/// Adopt this protocol together with ``KeyboardObservable``, at any level of a class hierarchy. The methods are called
/// on the main actor, after the observers of the event that began the transition.
///
/// Each call of ``keyboardTransitionWillBegin(_:overlap:)`` is followed by exactly one call of
/// ``keyboardTransitionDidEnd(_:overlap:isFinished:)``, unless the screen unsubscribes or the pool is deallocated
/// between the two calls. If a transition interrupts another transition, the interrupted transition ends unfinished,
/// and the new transition begins at the visible frame. A transition with a duration of 0 begins and ends without a call
/// of ``keyboardTransitionDidProgress(_:overlap:)``. If a source reports the frames of a moving keyboard, the reported
/// frames replace the frames of the curve.
@MainActor
public protocol KeyboardTransitionPresentable: KeyboardPresentable {
    /// The frame of the view for the overlap, in points, in the coordinates of the screen.
    ///
    /// The property is read before each call of a method of this protocol.
    var keyboardAvoidingFrame: CGRect { get }

    /// The rules for the overlap, by default `KeyboardGeometry()`.
    var keyboardGeometry: KeyboardGeometry { get }

    /// A transition begins.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that is covered at the end of the transition; `.zero` if no part is covered.
    ///     The end of an interactive transition is unknown. For an interactive transition, `overlap` is the part that
    ///     the first frame covers.
    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect)

    /// The keyboard has moved.
    ///
    /// This method is called for each display frame during a transition.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that is covered now; `.zero` if no part is covered.
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect)

    /// The transition has ended, or another transition interrupts it.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - overlap: The part of the view that is covered now; `.zero` if no part is covered.
    ///   - isFinished: Whether the transition has reached its end.
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool)
}

extension KeyboardTransitionPresentable {
    /// The default rules.
    public var keyboardGeometry: KeyboardGeometry { KeyboardGeometry() }
}

/// The follower that represents a transition screen.
///
/// The follower holds the screen weakly.
final class TransitionScreen: CancellableFollower {
    private weak let observer: (any KeyboardTransitionPresentable)?
    private var hasUnsubscribed = false
    /// The keyboard that was last reported to the screen; `nil` before the first update.
    private var known: Rest?

    /// The values that determine the overlap with a keyboard at rest.
    private struct Rest: Equatable {
        /// Whether the last reported transition is running or has ended unfinished.
        var isMoving = false
        var frame: CGRect?
        var placement = KeyboardState.Placement.offScreen
        var bounds: CGRect?
        var isLocal = true

        init(_ keyboard: VisibleKeyboard) {
            guard keyboard.placement != .offScreen else { return }
            (frame, placement) = (keyboard.frame, keyboard.placement)
            (bounds, isLocal) = (keyboard.state.screenBounds, keyboard.state.isLocal)
        }
    }

    init(_ screen: any KeyboardTransitionPresentable) {
        observer = screen
    }

    /// The screen; `nil` if the screen has unsubscribed or has been deallocated.
    private var screen: (any KeyboardTransitionPresentable)? {
        hasUnsubscribed ? nil : observer
    }

    var followedScreen: ObjectIdentifier?? {
        guard let screen else { return nil }
        return .some(screen.keyboardGeometry.screen)
    }

    func cancel() {
        hasUnsubscribed = true
    }

    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {
        var keyboard = keyboard
        if !transition.isInteractive { keyboard.state.transition = nil }
        keyboard.frame = transition.end
        guard let screen else { return }
        var rest = Rest(keyboard)
        (rest.isMoving, rest.frame) = (true, transition.end)
        known = rest
        screen.keyboardTransitionWillBegin(transition, overlap: overlap(of: screen, keyboard))
    }

    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {
        guard let screen else { return }
        screen.keyboardTransitionDidProgress(transition, overlap: overlap(of: screen, keyboard))
    }

    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool) {
        guard let screen else { return }
        if isFinished { known = Rest(keyboard) }
        screen.keyboardTransitionDidEnd(transition, overlap: overlap(of: screen, keyboard), isFinished: isFinished)
    }

    /// Reports a change of the overlap with a keyboard at rest as a transition with a duration of 0.
    ///
    /// The overlap changes if the placement or the bounds are corrected, or if the keyboard of another screen is
    /// followed.
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard) {
        let phase = keyboard.state.phase
        guard keyboard.state.transition == nil, phase != .appearing, phase != .disappearing else { return }
        let rest = Rest(keyboard)
        defer { known = rest }
        guard let known, known != rest, let frame = keyboard.frame ?? known.frame, let screen else { return }
        let transition = KeyboardTransition(
            from: known.frame ?? frame,
            to: frame,
            beginPlacement: known.placement,
            endPlacement: keyboard.placement,
            duration: 0
        )
        let overlap = overlap(of: screen, keyboard)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap)
        if !hasUnsubscribed { screen.keyboardTransitionDidEnd(transition, overlap: overlap, isFinished: true) }
    }

    private func overlap(of screen: any KeyboardTransitionPresentable, _ keyboard: VisibleKeyboard) -> CGRect {
        screen.keyboardGeometry.overlap(of: screen.keyboardAvoidingFrame, with: keyboard)
    }
}
