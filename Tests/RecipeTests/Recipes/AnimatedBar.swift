import Foundation
import KeyboardObservation

@MainActor
final class EditorScreen: KeyboardObservable, KeyboardTransitionPresentable {
    private let view: View, bar: View

    init(in view: View, bar: View) {
        (self.view, self.bar) = (view, bar)
        placeBar(above: .zero)
        subscribeOnKeyboardNotifications()
    }

    var keyboardAvoidingFrame: CGRect { view.frameOnScreen }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}
    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        placeBar(above: overlap)
    }
    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        placeBar(above: overlap)
    }

    private func placeBar(above overlap: CGRect) {
        // Some keyboards are at the top of the screen.
        let isAtBottom = overlap.maxY >= view.frameOnScreen.maxY
        bar.bottomMargin = isAtBottom ? overlap.height : 0
        bar.opacity = min(overlap.height / bar.height, 1)
    }
}
