import Foundation
import KeyboardObservation

/// A screen that follows transitions, and checks that each transition has one begin and one end.
final class FollowingScreen: StressScreen, KeyboardTransitionPresentable {
    static let callPattern = CallPattern.raw
    let keyboardAvoidingFrame = CGRect(x: 0, y: 0, width: 400, height: 900)
    let record: CallRecord
    private let lifetime = CountedLifetime(.transitionScreen)
    private var isMoving = false

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        record.receive(.raw, event.kind, event.number)
    }

    func didUnsubscribe() {
        // A screen that unsubscribes during a transition does not receive the end of the transition.
        isMoving = false
    }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        Findings.expect(!isMoving, "a screen received a begin within a transition")
        isMoving = true
    }

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        Findings.expect(isMoving, "a screen received a progress outside of a transition")
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        Findings.expect(isMoving, "a screen received an end outside of a transition")
        isMoving = false
    }
}
