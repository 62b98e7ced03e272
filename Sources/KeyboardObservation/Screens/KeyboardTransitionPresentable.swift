public import Foundation

/// A screen that receives the keyboard's transitions frame by frame, with the covered part of its view.
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
/// Adopt it together with ``KeyboardObservable``, at any level of a class hierarchy. The methods are called on the main
/// actor, after the observers of the event that began the transition.
///
/// Each begin has exactly one end, unless the screen unsubscribes or the pool is deallocated in between. A transition
/// that interrupts another one ends that one, unfinished, and begins at the visible frame. A transition with a duration
/// of 0 begins and ends without a frame in between. If a source reports the frames of a moving keyboard, they replace
/// those of the curve.
@MainActor
public protocol KeyboardTransitionPresentable: KeyboardPresentable {
    /// The frame of the view for the overlap, in points, in the coordinates of the screen.
    ///
    /// It is read at each call of a method.
    var keyboardAvoidingFrame: CGRect { get }

    /// The rules for the overlap, by default `KeyboardGeometry()`.
    var keyboardGeometry: KeyboardGeometry { get }

    /// A transition begins.
    ///
    /// - Parameters:
    ///   - transition: the transition.
    ///   - overlap: the part of the view that is covered at the end of the transition; `.zero` if there is none. The
    ///     end of an interactive transition is unknown: the part that is covered by its first frame.
    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect)

    /// The keyboard has moved by one frame.
    ///
    /// - Parameters:
    ///   - transition: the transition.
    ///   - overlap: the part of the view that is covered now; `.zero` if there is none.
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect)

    /// The transition has ended, or another one interrupts it.
    ///
    /// - Parameters:
    ///   - transition: the transition.
    ///   - overlap: the part of the view that is covered now; `.zero` if there is none.
    ///   - isFinished: whether the transition has reached its end.
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool)
}

extension KeyboardTransitionPresentable {
    /// The default rules.
    public var keyboardGeometry: KeyboardGeometry { KeyboardGeometry() }
}

/// The follower that represents a transition screen, which it holds weakly.
final class TransitionScreen: CancellableFollower {
    private weak let observer: (any KeyboardTransitionPresentable)?
    private var hasUnsubscribed = false
    /// The keyboard that was last reported to the screen; `nil` before the first update.
    private var known: Rest?

    /// The values that determine the overlap with a keyboard at rest.
    private struct Rest: Equatable {
        /// Whether the last call was within a transition, or ended an unfinished one.
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

    /// The screen, if it is to be called.
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
