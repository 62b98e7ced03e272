import Foundation
import KeyboardObservation

/// A screen that follows the keyboard's moves, each of which must have one beginning and one end.
final class FollowingScreen: StressScreen, KeyboardTransitionPresentable {
    static let share = Ear.Share(all: 1)
    let keyboardAvoidingFrame = CGRect(x: 0, y: 0, width: 400, height: 900)
    private let ear: Ear
    private let mark = Mark(.transitionScreen)
    private var isMoving = false

    init(_ ear: Ear) {
        self.ear = ear
        subscribeOnKeyboardNotifications()
    }

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        ear.hear(event.number)
    }

    func didUnsubscribe() {
        // Who leaves in the middle of a move does not hear of its end.
        isMoving = false
    }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        Findings.expect(!isMoving, "a screen was told the beginning of a move twice")
        isMoving = true
    }

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        Findings.expect(isMoving, "a screen was told of the progress of a move that had not begun")
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        Findings.expect(isMoving, "a screen was told the end of a move that had not begun")
        isMoving = false
    }
}
