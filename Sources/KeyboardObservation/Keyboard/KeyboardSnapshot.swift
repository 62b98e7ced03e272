import Foundation

/// The keyboard of one sender at one moment.
///
/// All states, insets and overlaps are computed from a snapshot.
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
    /// While an animation waits to begin, ``state`` already has the new placement, but this property has the old
    /// placement.
    let placement: KeyboardState.Placement
    /// The running transition; `nil` if the visible keyboard does not move.
    let moving: KeyboardTransition?
    /// The weighted frames of the blended transition that the latest transition has interrupted.
    ///
    /// If the latest transition has interrupted no blended transition, the array is empty.
    let beginParts: [Part]
    /// The latest transition, which may already have ended.
    let transition: KeyboardTransition?
    /// The serial number of the latest transition; 0 if there is none.
    let transitionNumber: Int
    /// Whether the keyboard moves along its curve, or is about to move.
    let needsTicks: Bool
    /// Whether the snapshot is for a display frame.
    let isTick: Bool
    /// The latest computed overlap; initially, the overlap of an empty view.
    ///
    /// Many screens of an app have the same frame, so the overlap is computed only once.
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

    /// Returns a copy of this snapshot with the given frame and transition.
    ///
    /// If the transition is `nil`, the keyboard is at rest.
    func moved(to frame: CGRect?, in moving: KeyboardTransition?, from beginParts: [Part] = []) -> KeyboardSnapshot {
        KeyboardSnapshot(self, frame, moving, beginParts)
    }

    /// The keyboard at the end of its transition.
    ///
    /// During a drag, the end frame is unknown, and the property is the snapshot itself.
    var atEnd: KeyboardSnapshot {
        guard let moving, !moving.isInteractive else { return self }
        return moved(to: moving.end, in: nil)
    }

    var sender: ObjectIdentifier? { state.sender }

    var isAtRest: Bool { moving == nil }

    /// Whether the keyboard follows the reported frames of a drag.
    var isInteractive: Bool { moving?.isInteractive == true }

    /// Whether the animation of a *frame* event waits, because a *show* or *hide* event can still follow.
    var isPending: Bool { needsTicks && isAtRest }

    /// The progress of the transition, from 0 to 1.
    ///
    /// At rest and during a drag, the progress is 1.
    var progress: CGFloat {
        guard let moving, !moving.isInteractive, let frame else { return 1 }
        return moving.progress(of: frame)
    }

    /// The visible frame with its placement; `nil` during a blended transition, which has several weighted frames.
    var wholePart: Part? {
        guard let frame else { return nil }
        guard let moving else { return Part(frame: frame, placement: placement, weight: 1) }
        if moving.isBlended(beginningWith: beginParts) { return nil }
        let visible = moving.endPlacement == .offScreen ? moving.beginPlacement : moving.endPlacement
        return Part(frame: frame, placement: visible, weight: 1)
    }

    // MARK: Comparison

    /// Returns whether both snapshots have the same latest transition with the same end.
    func hasSameEnd(as other: KeyboardSnapshot) -> Bool {
        transitionNumber == other.transitionNumber && isInteractive == other.isInteractive
            && (moving?.end ?? frame) == (other.moving?.end ?? other.frame) && covers(like: other)
    }

    /// Returns whether the keyboards of both snapshots cover the same part of each view.
    ///
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

    /// Returns the part of a view that the visible keyboard covers; `.zero` if the keyboard covers no part.
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

    /// Returns the insets of a view for the visible keyboard.
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

    /// Returns whether two geometries are equal, apart from their screens.
    ///
    /// The screens are not compared, because a screen determines only which keyboard is followed.
    fileprivate func hasSameRules(as other: KeyboardGeometry) -> Bool {
        undocked == other.undocked && minimumOverlap == other.minimumOverlap
            && countsOtherApps == other.countsOtherApps
    }
}

protocol SenderKeyboard {
    /// The `object` of the keyboard's notifications; `nil` if the notifications have no `object`.
    var sender: ObjectIdentifier? { get }
}

extension KeyboardJournal: SenderKeyboard {}

/// The keyboards of all senders, in the order of their latest events.
///
/// The array always contains a keyboard for events without a sender.
extension Array where Element: SenderKeyboard {
    func index(of sender: ObjectIdentifier?) -> Int? {
        // A closure on the main actor would check the actor at each call, so a loop is faster.
        for index in indices.reversed() where self[index].sender == sender { return index }
        return nil
    }

    /// Returns the index of the keyboard that a follower follows.
    ///
    /// Without a sender, a follower follows the keyboard with the latest event. If the sender has no keyboard, the
    /// follower follows the keyboard of the events without a sender.
    func index(followedOn sender: ObjectIdentifier?) -> Int {
        guard let sender else { return count - 1 }
        return index(of: sender) ?? index(of: nil) ?? 0
    }
}
