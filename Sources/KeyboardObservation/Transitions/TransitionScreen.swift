import Foundation

/// A screen that follows the keyboard's moves. Weak on it.
final class TransitionScreen: KeyboardFollower {
    private weak let screen: (any KeyboardTransitionPresentable)?
    private var isCancelled = false

    init(_ screen: any KeyboardTransitionPresentable) {
        self.screen = screen
    }

    var isOver: Bool {
        isCancelled || screen == nil
    }

    /// The screen has left.
    func cancel() {
        isCancelled = true
    }

    func keyboardDidBegin(_ transition: KeyboardTransition, _ state: KeyboardState) {
        guard let screen else { return }
        let overlap = overlap(screen, state.isOnScreen ? transition.end : nil, transition, state)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap)
    }

    func keyboardDidMove(_ transition: KeyboardTransition, to frame: CGRect, _ state: KeyboardState) {
        guard let screen else { return }
        screen.keyboardTransitionDidProgress(transition, overlap: overlap(screen, frame, transition, state))
    }

    func keyboardDidEnd(_ transition: KeyboardTransition, at frame: CGRect, _ state: KeyboardState, isFinished: Bool) {
        guard let screen else { return }
        let overlap = overlap(screen, frame, transition, state)
        screen.keyboardTransitionDidEnd(transition, overlap: overlap, isFinished: isFinished)
    }

    private func overlap(
        _ screen: any KeyboardTransitionPresentable,
        _ frame: CGRect?,
        _ transition: KeyboardTransition,
        _ state: KeyboardState
    ) -> CGRect {
        let (view, geometry) = (screen.keyboardAvoidingFrame, screen.keyboardGeometry)
        guard let frame, geometry.counts(state) else { return .zero }
        return geometry.overlap(of: view, in: view, frame: frame, placement: transition.placement)
    }
}
