import Foundation

/// The keyboard of one sender at one moment.
///
/// The type is a class, because a structure would be copied for each follower.
final class KeyboardSnapshot: SenderKeyboard {
    typealias Part = KeyboardTransition.Part

    let time: Duration
    let state: KeyboardState
    /// The visible frame; `nil` if no event has reported a frame.
    let frame: CGRect?
    /// The placement at the end of the latest transition.
    ///
    /// ``state`` can already have a newer placement, because it does not wait for an animation to begin.
    let placement: KeyboardState.Placement
    /// The transition that moves the frame; `nil` if no transition is running, for example because the animation of a
    /// *frame* event has not begun yet.
    let moving: KeyboardTransition?
    /// If the latest transition has interrupted a blended transition, the latest transition begins with these weighted
    /// frames.
    let beginParts: [Part]
    /// The latest transition, which may already have ended.
    let transition: KeyboardTransition?
    let transitionNumber: Int
    let needsTicks: Bool
    /// Whether the snapshot is for a display frame.
    let isTick: Bool
    /// Many screens of an app have the same frame, so the snapshot stores the latest overlap and reuses it.
    private var last: (view: CGRect, geometry: KeyboardGeometry, overlap: CGRect)
    private var lastInsets: (view: CGRect, geometry: KeyboardGeometry, insets: KeyboardInsets)?

    // If the parameter were not `inout`, Swift would copy `keyboard` for each display frame.
    init(of keyboard: inout KeyboardJournal, at time: Duration, isTick: Bool = false) {
        (self.time, state) = (time, keyboard.state(at: time))
        (transition, transitionNumber) = (keyboard.animator.transition, keyboard.animator.number)
        let movingFrame = keyboard.animator.movingFrame(at: time)
        (frame, moving) = movingFrame == nil ? (keyboard.animator.lastFrame, nil) : (movingFrame, transition)
        (beginParts, last) = (keyboard.animator.beginParts, (.zero, .usual, .zero))
        if let transition { placement = transition.endPlacement } else { placement = state.placement }
        self.isTick = isTick
        var needsTicks = keyboard.isPending
        if moving != nil, keyboard.animator.report == nil { needsTicks = true }
        self.needsTicks = needsTicks
    }

    private init(_ other: KeyboardSnapshot, _ frame: CGRect?, _ moving: KeyboardTransition?, _ beginParts: [Part]) {
        (time, state, placement) = (other.time, other.state, other.placement)
        (self.frame, self.moving, self.beginParts) = (frame, moving, beginParts)
        (transition, transitionNumber) = (other.transition, other.transitionNumber)
        (needsTicks, isTick, last) = (other.needsTicks, other.isTick, (.zero, .usual, .zero))
    }

    func moved(to frame: CGRect?, in moving: KeyboardTransition?, from beginParts: [Part] = []) -> KeyboardSnapshot {
        KeyboardSnapshot(self, frame, moving, beginParts)
    }

    /// A drag has no known end, so the result for a dragged keyboard is this snapshot.
    var atEnd: KeyboardSnapshot {
        guard let moving, !moving.isInteractive else { return self }
        return moved(to: moving.end, in: nil)
    }

    var sender: ObjectIdentifier? { state.sender }

    var isAtRest: Bool { moving == nil }

    var isInteractive: Bool { moving?.isInteractive == true }

    /// Whether the animation of a *frame* event still waits for a *show* or *hide* event that can follow.
    var isPending: Bool { needsTicks && isAtRest }

    var progress: CGFloat {
        guard let moving, !moving.isInteractive, let frame else { return 1 }
        return moving.progress(of: frame)
    }

    /// The visible frame with its placement; `nil` during a blended transition.
    var wholePart: Part? {
        guard let frame else { return nil }
        guard let moving else { return Part(frame: frame, placement: placement, weight: 1) }
        if moving.isBlended(beginningWith: beginParts) { return nil }
        let visible = moving.endPlacement == .offScreen ? moving.beginPlacement : moving.endPlacement
        return Part(frame: frame, placement: visible, weight: 1)
    }

    // MARK: Comparison

    func hasSameEnd(as other: KeyboardSnapshot) -> Bool {
        transitionNumber == other.transitionNumber && isInteractive == other.isInteractive
            && (moving?.end ?? frame) == (other.moving?.end ?? other.frame) && covers(like: other)
    }

    /// A keyboard that is off screen covers nothing, even if its frame overlaps a view.
    func isInSamePlace(as other: KeyboardSnapshot) -> Bool {
        if placement == .offScreen, other.placement == .offScreen { return true }
        return frame == other.frame && covers(like: other)
    }

    private func covers(like other: KeyboardSnapshot) -> Bool {
        placement == other.placement && state.screenBounds == other.state.screenBounds
            && state.isLocal == other.state.isLocal && state.isObscured == other.state.isObscured
    }

    // MARK: Covered part

    @inline(__always)
    func overlap(of view: CGRect, _ geometry: KeyboardGeometry) -> CGRect {
        if !view.matches(last.view) || !geometry.hasSameRules(as: last.geometry) {
            computeOverlap(of: view, geometry)
        }
        return last.overlap
    }

    @inline(never)
    private func computeOverlap(of view: CGRect, _ geometry: KeyboardGeometry) {
        last = (view, geometry, geometry.overlap(of: view, with: self))
    }

    func insets(of view: CGRect, _ geometry: KeyboardGeometry) -> KeyboardInsets {
        if let last = lastInsets, view.matches(last.view), geometry.hasSameRules(as: last.geometry),
            geometry.screen == last.geometry.screen
        {
            return last.insets
        }
        let insets = geometry.insets(of: view, with: self)
        lastInsets = (view, geometry, insets)
        return insets
    }
}

extension KeyboardGeometry {
    fileprivate static let usual = KeyboardGeometry()

    /// The screens are not compared, because a screen determines only which keyboard is followed.
    fileprivate func hasSameRules(as other: KeyboardGeometry) -> Bool {
        undocked == other.undocked && minimumOverlap == other.minimumOverlap
            && countsOtherApps == other.countsOtherApps
    }
}

protocol SenderKeyboard {
    /// The `object` of the keyboard's notifications.
    var sender: ObjectIdentifier? { get }
}

extension KeyboardJournal: SenderKeyboard {}

/// The keyboards of all senders, in the order of their latest events.
///
/// The array always contains an element whose `sender` is `nil`.
extension Array where Element: SenderKeyboard {
    func index(of sender: ObjectIdentifier?) -> Int? {
        // A closure on the main actor would check the actor at each call, so a loop is faster.
        for index in indices.reversed() where self[index].sender == sender { return index }
        return nil
    }

    /// A follower without a sender follows the keyboard with the latest event.
    func index(followedOn sender: ObjectIdentifier?) -> Int {
        guard let sender else { return count - 1 }
        return index(of: sender) ?? index(of: nil) ?? 0
    }
}
