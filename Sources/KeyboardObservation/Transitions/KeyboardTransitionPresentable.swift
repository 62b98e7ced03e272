public import Foundation

/// The keyboard's moves, frame by frame, with the part of the screen's own view that is covered.
///
/// ```swift
/// final class ChatScreen: KeyboardObservable, KeyboardTransitionPresentable {
///     var keyboardAvoidingFrame: CGRect { view.frameOnScreen }
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
/// Adopt it together with ``KeyboardObservable``, at any level of a class hierarchy. The calls come on the main actor,
/// after the observers of the event that began the move. Each *begin* has exactly one *end*, unless the screen leaves
/// or the pool dies in between. A move that interrupts another ends that one, unfinished, and begins where it was. One
/// that takes no time begins and ends, with nothing in between. Where a source tells real frames, those are given, and
/// not the curve's.
@MainActor
public protocol KeyboardTransitionPresentable: KeyboardPresentable {
    /// The view whose overlap is told: its frame in points, in the coordinates of the screen. Asked at each call.
    var keyboardAvoidingFrame: CGRect { get }

    /// What counts as overlap. The default rules, unless written.
    var keyboardGeometry: KeyboardGeometry { get }

    /// The keyboard begins to move.
    ///
    /// - Parameters:
    ///   - transition: the move.
    ///   - overlap: what will be covered when it has ended; `.zero` for nothing. Of an interactive move, which does not
    ///     say where it goes: what is covered first.
    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect)

    /// The keyboard is on its way: once a frame.
    ///
    /// - Parameters:
    ///   - transition: the move.
    ///   - overlap: what is covered now; `.zero` for nothing.
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect)

    /// The keyboard has arrived, or another move has begun.
    ///
    /// - Parameters:
    ///   - transition: the move.
    ///   - overlap: what is covered now; `.zero` for nothing.
    ///   - isFinished: whether it has arrived.
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool)
}

extension KeyboardTransitionPresentable {
    public var keyboardGeometry: KeyboardGeometry { KeyboardGeometry() }
}
