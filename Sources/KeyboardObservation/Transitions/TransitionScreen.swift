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
        let overlap = overlap(screen, transition.end, transition, state, isOver: true)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap)
    }

    func keyboardDidMove(_ transition: KeyboardTransition, to frame: CGRect, _ state: KeyboardState) {
        guard let screen else { return }
        let overlap = overlap(screen, frame, transition, state, isOver: false)
        screen.keyboardTransitionDidProgress(transition, overlap: overlap)
    }

    func keyboardDidEnd(_ transition: KeyboardTransition, at frame: CGRect, _ state: KeyboardState, isFinished: Bool) {
        guard let screen else { return }
        let overlap = overlap(screen, frame, transition, state, isOver: isFinished)
        screen.keyboardTransitionDidEnd(transition, overlap: overlap, isFinished: isFinished)
    }

    private func overlap(
        _ screen: any KeyboardTransitionPresentable,
        _ frame: CGRect,
        _ transition: KeyboardTransition,
        _ state: KeyboardState,
        isOver: Bool
    ) -> CGRect {
        // Off screen it covers nothing, even of a view that reaches below the screen.
        if isOver, !state.isOnScreen { return .zero }
        return screen.keyboardGeometry.overlap(of: screen.keyboardAvoidingFrame, at: frame, of: transition, state)
    }
}
