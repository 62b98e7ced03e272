import Foundation

/// Reports the transitions of a keyboard to a screen.
///
/// The follower holds the screen weakly. At each update, the follower compares the keyboard's latest transition with
/// the last reported transition. If the transitions differ, the follower first reports the end of the old transition,
/// and then the start of the new transition. Therefore the screen receives one `keyboardTransitionDidEnd` call after
/// each `keyboardTransitionWillBegin` call, even if several events arrive between two updates.
final class TransitionFollower: FrameFollower {
    /// The screen; `nil` if the screen has unsubscribed or has been deallocated.
    private weak var screen: (any KeyboardTransitionPresentable)?
    /// An upper bound for the serial numbers of all transitions that began before the follower was added.
    ///
    /// If the follower was added before the first event, `firstNumber` is 0.
    private let firstNumber: Int
    /// The highest serial number of the transitions that the follower has reported to the screen.
    private var lastNumber = 0
    /// The keyboard at the begin of a transition that the follower has reported as begun, but not as ended.
    private var begun: KeyboardSnapshot? {
        didSet { begunNumber = begun?.transitionNumber ?? 0 }
    }
    /// The serial number of `begun`; 0 if `begun` is `nil`.
    ///
    /// The follower reads this property in each display frame, because reading the number from `begun` is slower.
    private var begunNumber = 0
    /// The most recently reported place of the keyboard; `nil` before the first update.
    ///
    /// While `isMoving` is `true`, the keyboard is still on the way to this place.
    private var known: (place: KeyboardState, isMoving: Bool)?

    /// Creates a follower for a screen that has just subscribed.
    ///
    /// The parameter `number` is an upper bound for the serial numbers of all transitions so far. Before the first
    /// event, `number` is 0. If a transition is already running, the follower first reports this transition. If the
    /// keyboard is at rest and `number` is not 0, the follower first reports the current place of the keyboard.
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
        } else if keyboard.hasFrame, let transition = keyboard.transition {
            let overlap = keyboard.overlap(of: screen.keyboardAvoidingFrame, geometry)
            screen.keyboardTransitionDidProgress(transition, overlap: overlap)
        }
        return keyboard.needsTicks
    }

    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any FrameFollower>) -> Int {
        guard let transition = keyboard.transition else { return 0 }
        let number = keyboard.transitionNumber
        let followers = followers.span
        for index in followers.indices {
            // The constant `screen` holds the screen, not the follower. Therefore the loop does not retain the
            // follower.
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

    /// Returns the screen if `number` is the serial number of `begun`; otherwise returns `nil`.
    private func screen(inTransition number: Int) -> (any KeyboardTransitionPresentable)? {
        begunNumber == number ? screen : nil
    }

    /// Reports the end of the last reported transition, and the start of the keyboard's latest transition.
    private func reportChange(to keyboard: KeyboardSnapshot, _ keyboards: AllKeyboards) {
        let number = keyboard.transitionNumber
        if begun?.transitionNumber != number, let begun = begun.take() { interrupt(begun, by: keyboard, keyboards) }
        if known == nil, keyboard.isAtRest, number <= firstNumber { return reportPlace(keyboard) }
        if begun == nil, number > max(firstNumber, lastNumber) || !keyboard.isAtRest,
            let transition = keyboard.transition
        {
            lastNumber = max(number, lastNumber)
            begin(transition, keyboard)
        }
        guard keyboard.isAtRest else { return }
        if let transition = begun.take()?.transition {
            end(keyboard.transition ?? transition, keyboard.visible, isFinished: true)
        }
        reportRest(keyboard.visible)
    }

    private func begin(_ transition: KeyboardTransition, _ keyboard: KeyboardSnapshot) {
        let number = keyboard.transitionNumber
        var visible = keyboard.visible
        begun = keyboard
        if !transition.isInteractive { visible.state.transition = nil }
        visible.frame = transition.end
        guard let screen else { return }
        var place = visible.place
        place.frame = transition.end
        known = (place, isMoving: true)
        screen.keyboardTransitionWillBegin(transition, overlap: overlap(of: screen, visible))
        // If the transition began before the screen subscribed, the follower also reports the current frame. The next
        // frame can arrive late. For example, the source reports no frame while a finger holds the keyboard still.
        guard number <= firstNumber, begunNumber == number, let screen = self.screen else { return }
        screen.keyboardTransitionDidProgress(transition, overlap: overlap(of: screen, keyboard.visible))
    }

    /// Reports the end of an interrupted transition.
    ///
    /// If the same keyboard has begun a new transition, the method reports the overlap at the begin frame of the new
    /// transition. If the screen now follows another keyboard, the method reports the overlap at the visible frame of
    /// the old keyboard.
    private func interrupt(_ begun: KeyboardSnapshot, by keyboard: KeyboardSnapshot, _ keyboards: AllKeyboards) {
        guard let transition = begun.transition else { return }
        var visible = (keyboards[of: begun.sender] ?? keyboard).visible
        visible.state.transition = transition
        visible.beginParts = begun.visible.beginParts
        if begun.sender == keyboard.sender { visible.frame = keyboard.transition?.begin }
        end(transition, visible, isFinished: false)
    }

    private func end(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool) {
        guard let screen else { return }
        if isFinished { known = (keyboard.place, isMoving: false) }
        screen.keyboardTransitionDidEnd(transition, overlap: overlap(of: screen, keyboard), isFinished: isFinished)
    }

    /// Reports the place of a keyboard that was at rest when the screen subscribed.
    ///
    /// The report is necessary, because the screen may have received a different place during an earlier subscription.
    private func reportPlace(_ keyboard: KeyboardSnapshot) {
        known = (keyboard.visible.place, isMoving: false)
        guard firstNumber > 0 else { return }
        // If the frame is unknown, the keyboard covers nothing. The follower still calls the screen, because the screen
        // may have made room for the keyboard during an earlier subscription.
        reportJump(from: nil, to: keyboard.visible, at: keyboard.visible.frame ?? .zero)
    }

    /// Reports the place of a keyboard at rest if the place has changed.
    ///
    /// The reported transition has a duration of 0. The place of a keyboard at rest changes in two cases:
    ///
    /// - ``KeyboardJournal`` corrects the keyboard's placement or the screen's bounds.
    /// - The screen now follows a different keyboard, for example the keyboard of the latest event.
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
    private func reportJump(from begin: KeyboardState?, to keyboard: VisibleKeyboard, at frame: CGRect) {
        guard let screen else { return }
        let transition = KeyboardTransition(
            from: begin?.frame ?? frame,
            to: frame,
            beginPlacement: begin?.placement ?? keyboard.placement,
            endPlacement: keyboard.placement,
            duration: 0
        )
        screen.keyboardTransitionWillBegin(transition, overlap: overlap(of: screen, keyboard))
        guard self.screen != nil else { return }
        // The screen can change its frame during the previous call, so the method computes the overlap again.
        screen.keyboardTransitionDidEnd(transition, overlap: overlap(of: screen, keyboard), isFinished: true)
    }

    private func overlap(of screen: any KeyboardTransitionPresentable, _ keyboard: VisibleKeyboard) -> CGRect {
        screen.keyboardGeometry.overlap(of: screen.keyboardAvoidingFrame, with: keyboard)
    }
}
