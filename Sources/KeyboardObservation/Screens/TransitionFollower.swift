import Foundation

/// If the follower reports the beginning of a transition, it also reports the end exactly once, even if several events
/// arrive between two updates.
final class TransitionFollower: KeyboardFollower {
    private weak var screen: (any KeyboardTransitionPresentable)?
    /// The serial numbers up to this number belong to transitions that began before the subscription; 0 if there was no
    /// event.
    private let earlierNumber: Int
    private var lastNumber = 0
    /// The keyboard at the beginning of the reported transition; `nil` after the end of the transition.
    private var begun: KeyboardSnapshot? {
        didSet { begunNumber = begun?.transitionNumber ?? 0 }
    }
    /// The number is stored, because reading it from `begun` at each display frame would be slower.
    private var begunNumber = 0
    /// The last reported place of the keyboard; `nil` before the first update.
    private var known: (place: KeyboardSnapshot, isMoving: Bool)?

    init(_ screen: any KeyboardTransitionPresentable, afterTransition number: Int) {
        self.screen = screen
        earlierNumber = number
    }

    var isEnded: Bool { screen == nil }

    func cancel() { screen = nil }

    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? {
        guard let screen else { return nil }
        let geometry = screen.keyboardGeometry
        let keyboard = keyboards[keyboards.index(followedOn: geometry.screen)]
        if keyboard.isAtRest || begunNumber != keyboard.transitionNumber {
            reportChange(to: keyboard, keyboards)
        } else if keyboard.isTick, let transition = keyboard.transition {
            let overlap = keyboard.overlap(of: screen.keyboardAvoidingFrame, geometry)
            screen.keyboardTransitionDidProgress(transition, overlap: overlap)
        }
        return keyboard.needsTicks
    }

    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any KeyboardFollower>) -> Int {
        guard let transition = keyboard.transition else { return 0 }
        let (number, sender) = (keyboard.transitionNumber, keyboard.sender)
        let followers = followers.span
        for index in followers.indices {
            // The loop retains only the screen. If a constant held the follower, the loop would also retain the
            // follower.
            guard let screen = (followers[index] as? TransitionFollower)?.screen(inTransition: number) else {
                return index
            }
            let geometry = screen.keyboardGeometry
            guard geometry.screen == nil || geometry.screen == sender else { return index }
            let overlap = keyboard.overlap(of: screen.keyboardAvoidingFrame, geometry)
            screen.keyboardTransitionDidProgress(transition, overlap: overlap)
        }
        return followers.count
    }

    private func screen(inTransition number: Int) -> (any KeyboardTransitionPresentable)? {
        begunNumber == number ? screen : nil
    }

    // MARK: Begin and end

    private func reportChange(to keyboard: KeyboardSnapshot, _ keyboards: [KeyboardSnapshot]) {
        let number = keyboard.transitionNumber
        if begunNumber != number, let begun = begun.take() { interrupt(begun, by: keyboard, keyboards) }
        if known == nil, keyboard.isAtRest, number <= earlierNumber { return reportPlace(keyboard) }
        if begun == nil, number > max(earlierNumber, lastNumber) || !keyboard.isAtRest,
            let transition = keyboard.transition
        {
            lastNumber = max(number, lastNumber)
            begin(transition, keyboard)
        }
        guard keyboard.isAtRest else { return }
        if let transition = begun.take()?.transition {
            end(keyboard.transition ?? transition, keyboard, isFinished: true)
        }
        reportRest(keyboard)
    }

    private func begin(_ transition: KeyboardTransition, _ keyboard: KeyboardSnapshot) {
        let number = keyboard.transitionNumber
        let end = keyboard.moved(to: transition.end, in: transition.isInteractive ? keyboard.moving : nil)
        begun = keyboard
        guard let screen else { return }
        known = (end, isMoving: true)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap(of: screen, end))
        // A screen that has subscribed during the transition receives the visible frame immediately. The next frame can
        // arrive late: while a finger holds the keyboard in place, the source reports no frames.
        guard number <= earlierNumber, begunNumber == number, let screen = self.screen else { return }
        screen.keyboardTransitionDidProgress(transition, overlap: overlap(of: screen, keyboard))
    }

    /// An interrupted transition ends at the frame at which the next transition of the same keyboard begins.
    ///
    /// If the screen now follows another keyboard, the transition ends at the current frame of the keyboard that the
    /// screen followed before.
    private func interrupt(_ begun: KeyboardSnapshot, by next: KeyboardSnapshot, _ keyboards: [KeyboardSnapshot]) {
        guard let transition = begun.transition else { return }
        let keyboard = keyboards.index(of: begun.sender).map { keyboards[$0] } ?? next
        let frame = begun.sender == next.sender ? next.transition?.begin : keyboard.frame
        end(transition, keyboard.moved(to: frame, in: transition, from: begun.beginParts), isFinished: false)
    }

    private func end(_ transition: KeyboardTransition, _ keyboard: KeyboardSnapshot, isFinished: Bool) {
        guard let screen else { return }
        if isFinished { known = (keyboard, isMoving: false) }
        screen.keyboardTransitionDidEnd(transition, overlap: overlap(of: screen, keyboard), isFinished: isFinished)
    }

    // MARK: Rest

    /// During an earlier subscription, the screen may have made room for a keyboard at a different place, so the
    /// follower reports the current place.
    private func reportPlace(_ keyboard: KeyboardSnapshot) {
        known = (keyboard, isMoving: false)
        guard earlierNumber > 0 else { return }
        reportJump(from: nil, to: keyboard, at: keyboard.frame ?? .zero)
    }

    /// The place of a keyboard at rest changes if the pool corrects the keyboard's placement or the screen's bounds.
    ///
    /// The place also changes if the screen follows the keyboard of another sender.
    private func reportRest(_ keyboard: KeyboardSnapshot) {
        let phase = keyboard.state.phase
        guard phase != .appearing, phase != .disappearing else { return }
        defer { known = (keyboard, isMoving: false) }
        guard let (old, isMoving) = known, isMoving || !old.isInSamePlace(as: keyboard),
            let frame = keyboard.frame ?? old.frame
        else { return }
        reportJump(from: old, to: keyboard, at: frame)
    }

    private func reportJump(from begin: KeyboardSnapshot?, to keyboard: KeyboardSnapshot, at frame: CGRect) {
        guard let screen else { return }
        let transition = KeyboardTransition(
            from: begin?.frame ?? frame,
            to: frame,
            beginPlacement: begin?.placement ?? keyboard.placement,
            endPlacement: keyboard.placement,
            seconds: 0
        )
        screen.keyboardTransitionWillBegin(transition, overlap: overlap(of: screen, keyboard))
        guard self.screen != nil else { return }
        // The screen may have changed its frame during the previous call.
        screen.keyboardTransitionDidEnd(transition, overlap: overlap(of: screen, keyboard), isFinished: true)
    }

    private func overlap(of screen: any KeyboardTransitionPresentable, _ keyboard: KeyboardSnapshot) -> CGRect {
        screen.keyboardGeometry.overlap(of: screen.keyboardAvoidingFrame, with: keyboard)
    }
}
