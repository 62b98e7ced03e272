import Foundation

/// The follower that reports transitions to a screen.
///
/// The follower holds the screen weakly. At each update, the follower compares the last reported transition with the
/// running transition. Therefore each call of `keyboardTransitionWillBegin` is followed by exactly one call of
/// `keyboardTransitionDidEnd`. No begin call remains without an end call, even after several events between two
/// updates.
final class TransitionFollower: CancellableFollower {
    /// The screen; `nil` if the screen has unsubscribed or has been deallocated.
    private weak var screen: (any KeyboardTransitionPresentable)?
    /// The highest serial number of the transitions that began before the follower was added.
    ///
    /// Before the first event, the number is 0.
    private let firstNumber: Int
    /// The serial number of the last transition that the follower has reported to the screen.
    private var lastNumber = 0
    private var begun: BegunTransition? {
        didSet { begunNumber = begun?.number ?? 0 }
    }
    /// The serial number of the transition that has begun but not ended; 0 if there is none.
    ///
    /// The number has a property of its own. Therefore the comparison in each display frame is fast.
    private var begunNumber = 0
    /// The last keyboard place that the follower has reported to the screen; `nil` before the first update.
    ///
    /// The value `isMoving` is `true` if the transition to this place is running, or has ended unfinished.
    private var known: (place: KeyboardPlace, isMoving: Bool)?

    /// A transition that has begun for the screen, and has not ended for the screen.
    private struct BegunTransition {
        var number: Int
        var transition: KeyboardTransition
        var beginParts: [KeyboardTransition.Part]
        var sender: ObjectIdentifier?
    }

    /// Creates a follower that ignores the transitions up to this serial number.
    ///
    /// The follower first reports the place to which these transitions have moved the keyboard. If the number is 0, no
    /// event has arrived yet, and there is no place to report.
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
            // The constant holds the screen, not the follower. Therefore the follower does not need to be retained.
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

    /// Returns the screen, if the screen has received the start of this transition.
    ///
    /// Otherwise the result is `nil`. The parameter `number` is the serial number of the transition.
    private func screen(inTransition number: Int) -> (any KeyboardTransitionPresentable)? {
        begunNumber == number ? screen : nil
    }

    /// Reports the end of the last reported transition, and the start of the keyboard's latest transition.
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
        // If the transition began before the screen subscribed, the current frame is also reported. Otherwise the
        // screen would not learn the frame of a keyboard that a finger holds still.
        guard number <= firstNumber, begunNumber == number, let screen = self.screen else { return }
        screen.keyboardTransitionDidProgress(transition, overlap: overlap(of: screen, keyboard.visible))
    }

    /// Reports the end of an interrupted transition.
    ///
    /// The reported overlap is the overlap at the begin frame of the new transition.
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
    /// If the screen was subscribed earlier, the keyboard can have been at another place. Therefore the screen must
    /// receive the current place.
    private func reportPlace(_ keyboard: KeyboardSnapshot) {
        known = (keyboard.visible.place, isMoving: false)
        guard firstNumber > 0 else { return }
        // If the frame is unknown, the keyboard covers nothing. The screen is still called, because it has possibly
        // made room for an earlier keyboard.
        reportJump(from: nil, to: keyboard.visible, at: keyboard.visible.frame ?? .zero)
    }

    /// Reports a changed place of a keyboard at rest, as a transition of 0 seconds.
    ///
    /// The place of a keyboard at rest changes in two cases:
    ///
    /// - The placement or the bounds are corrected.
    /// - The screen now follows another keyboard.
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
