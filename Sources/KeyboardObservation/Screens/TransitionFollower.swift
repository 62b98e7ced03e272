import Foundation

/// The follower that reports transitions to a screen.
///
/// The follower holds the screen weakly. It compares the transition that it has reported with the running transition.
/// Therefore exactly one call of `keyboardTransitionDidEnd` follows each call of `keyboardTransitionWillBegin`, even if
/// several events arrive between two comparisons.
final class TransitionFollower: CancellableFollower {
    /// The screen; `nil` if the screen has unsubscribed or has been deallocated.
    private weak var screen: (any KeyboardTransitionPresentable)?
    /// Transitions up to this serial number began before the follower was added; 0 before the first event.
    private let firstNumber: Int
    /// The serial number of the last transition with a reported begin.
    private var lastNumber = 0
    private var begun: BegunTransition? {
        didSet { begunNumber = begun?.number ?? 0 }
    }
    /// The serial number of the begun transition; 0 if there is none.
    ///
    /// The number is stored, because each frame compares it.
    private var begunNumber = 0
    /// The place that was last reported to the screen, and whether the transition to it is running or has ended
    /// unfinished; `nil` before the first update.
    private var known: (place: KeyboardPlace, isMoving: Bool)?

    /// A transition with a reported begin, and without a reported end.
    private struct BegunTransition {
        var number: Int
        var transition: KeyboardTransition
        var beginParts: [KeyboardTransition.Part]
        var sender: ObjectIdentifier?
    }

    /// Creates a follower that begins after the transitions up to this serial number.
    ///
    /// The follower begins at the place to which these transitions have moved the keyboard. If the number is 0, the
    /// follower begins before the first event.
    init(_ screen: any KeyboardTransitionPresentable, afterTransition number: Int) {
        self.screen = screen
        firstNumber = number
    }

    var isEnded: Bool {
        screen == nil
    }

    func cancel() {
        screen = nil
    }

    func follow(_ keyboards: AllKeyboards) -> Bool? {
        guard let screen else { return nil }
        let geometry = screen.keyboardGeometry
        let keyboard = keyboards[on: geometry.screen]
        if keyboard.isAtRest || begunNumber != keyboard.transitionNumber {
            reportChange(to: keyboard, keyboards)
        } else if keyboard.isDrawn(keyboards), let transition = keyboard.transition {
            let overlap = keyboard.overlap(of: screen.keyboardAvoidingFrame, geometry)
            screen.keyboardTransitionDidProgress(transition, overlap: overlap)
        }
        return keyboard.needsTicks
    }

    static func draw(
        _ transition: KeyboardTransition,
        of keyboard: KeyboardSnapshot,
        _ followers: ArraySlice<any FrameFollower>
    ) -> Int {
        let number = keyboard.transitionNumber
        let followers = followers.span
        for index in followers.indices {
            // The follower is not used after its screen has been read, so it is not retained.
            guard let screen = (followers[index] as? TransitionFollower)?.screen(inTransition: number) else {
                return index
            }
            let geometry = screen.keyboardGeometry
            guard geometry.screen == nil || geometry.screen == keyboard.sender else { return index }
            let overlap = keyboard.overlap(of: screen.keyboardAvoidingFrame, geometry)
            screen.keyboardTransitionDidProgress(transition, overlap: overlap)
        }
        return followers.count
    }

    /// Returns the screen if its begun transition has this serial number.
    private func screen(inTransition number: Int) -> (any KeyboardTransitionPresentable)? {
        begunNumber == number ? screen : nil
    }

    /// Reports the end of the begun transition, and the begin of the keyboard's transition.
    private func reportChange(to keyboard: KeyboardSnapshot, _ keyboards: AllKeyboards) {
        let number = keyboard.transitionNumber
        if begun?.number != number, let begun = begun.take() { interrupt(begun, by: keyboard, keyboards) }
        if known == nil, keyboard.isAtRest, number <= firstNumber { return reportPlace(keyboard) }
        if begun == nil, number > max(firstNumber, lastNumber) || !keyboard.isAtRest,
            let transition = keyboard.transition
        {
            lastNumber = max(number, lastNumber)
            begin(transition, number, keyboard)
        }
        guard keyboard.isAtRest else { return }
        if let begun = begun.take() {
            end(keyboard.transition ?? begun.transition, keyboard.visible, isFinished: true)
        }
        reportRest(keyboard.visible)
    }

    private func begin(_ transition: KeyboardTransition, _ number: Int, _ keyboard: KeyboardSnapshot) {
        var visible = keyboard.visible
        begun = BegunTransition(
            number: number,
            transition: transition,
            beginParts: visible.beginParts,
            sender: keyboard.sender
        )
        if !transition.isInteractive { visible.state.transition = nil }
        visible.frame = transition.end
        guard let screen else { return }
        var place = visible.place
        place.frame = transition.end
        known = (place, isMoving: true)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap(of: screen, visible))
        // The keyboard may have moved before the screen subscribed, and a finger may hold it.
        guard number <= firstNumber, begunNumber == number, let screen = self.screen else { return }
        screen.keyboardTransitionDidProgress(transition, overlap: overlap(of: screen, keyboard.visible))
    }

    /// Reports the end of an interrupted transition, at the begin frame of the transition that interrupts it.
    private func interrupt(
        _ begun: BegunTransition,
        by keyboard: KeyboardSnapshot,
        _ keyboards: AllKeyboards
    ) {
        var visible = (keyboards[of: begun.sender] ?? keyboard).visible
        visible.state.transition = begun.transition
        visible.beginParts = begun.beginParts
        if begun.sender == keyboard.sender { visible.frame = keyboard.transition?.begin }
        end(begun.transition, visible, isFinished: false)
    }

    private func end(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool) {
        guard let screen else { return }
        if isFinished { known = (keyboard.place, isMoving: false) }
        screen.keyboardTransitionDidEnd(transition, overlap: overlap(of: screen, keyboard), isFinished: isFinished)
    }

    /// Reports the place of a keyboard that was at rest when the screen subscribed.
    ///
    /// The screen may have been subscribed earlier, when the keyboard was at another place.
    private func reportPlace(_ keyboard: KeyboardSnapshot) {
        known = (keyboard.visible.place, isMoving: false)
        guard firstNumber > 0 else { return }
        // A keyboard with an unknown frame covers nothing, but the screen may have made room for an earlier keyboard.
        reportJump(from: nil, to: keyboard.visible, at: keyboard.visible.frame ?? .zero)
    }

    /// Reports a change of the overlap with a keyboard at rest as a transition with a duration of 0.
    ///
    /// The overlap changes if the placement or the bounds are corrected, or if the keyboard of another screen is
    /// followed.
    private func reportRest(_ keyboard: VisibleKeyboard) {
        let phase = keyboard.state.phase
        guard phase != .appearing, phase != .disappearing else { return }
        let place = keyboard.place
        defer { known = (place, isMoving: false) }
        guard let (old, isMoving) = known, isMoving || old != place, let frame = keyboard.frame ?? old.frame else {
            return
        }
        reportJump(from: old, to: keyboard, at: frame)
    }

    /// Reports a transition with a duration of 0.
    private func reportJump(from begin: KeyboardPlace?, to keyboard: VisibleKeyboard, at frame: CGRect) {
        guard let screen else { return }
        let transition = KeyboardTransition(
            from: begin?.frame ?? frame,
            to: frame,
            beginPlacement: begin?.placement ?? keyboard.placement,
            endPlacement: keyboard.placement,
            duration: 0
        )
        let overlap = overlap(of: screen, keyboard)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap)
        if self.screen != nil { screen.keyboardTransitionDidEnd(transition, overlap: overlap, isFinished: true) }
    }

    private func overlap(of screen: any KeyboardTransitionPresentable, _ keyboard: VisibleKeyboard) -> CGRect {
        screen.keyboardGeometry.overlap(of: screen.keyboardAvoidingFrame, with: keyboard)
    }
}
