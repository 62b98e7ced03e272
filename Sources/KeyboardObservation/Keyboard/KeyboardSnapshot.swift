import Foundation

/// The keyboard of one sender at one time, as its followers receive it.
///
/// The type is a class, because a structure would be copied for each follower.
@MainActor
final class KeyboardSnapshot: SenderKeyboard {
    nonisolated let sender: ObjectIdentifier?
    let visible: VisibleKeyboard
    /// The latest transition, which can have ended.
    let transition: KeyboardTransition?
    /// The serial number of the latest transition; 0 if there is none.
    let transitionNumber: Int
    /// Whether the keyboard moves along its curve, or is about to move.
    let needsTicks: Bool
    let isAtRest: Bool
    /// Whether followers receive a display frame; at rest, there is nothing to draw.
    let hasFrame: Bool
    /// The latest overlap, because many screens of an app have the same frame; that of an empty view is empty.
    private var last: (view: CGRect, geometry: KeyboardGeometry, overlap: CGRect)
    private var lastInsets: (view: CGRect, geometry: KeyboardGeometry, insets: KeyboardInsets)?

    init(of keyboard: KeyboardJournal, at time: Duration, hasFrame: Bool = false) {
        sender = keyboard.sender
        last = (.zero, .usual, .zero)
        visible = keyboard.visible(at: time)
        transition = keyboard.animator.transition
        transitionNumber = keyboard.animator.number
        let moving = visible.state.transition
        isAtRest = moving == nil
        self.hasFrame = hasFrame
        var needsTicks = keyboard.isPending
        if moving != nil, keyboard.animator.report == nil { needsTicks = true }
        self.needsTicks = needsTicks
    }

    /// Where the transition ends; at rest, where the keyboard is.
    private(set) lazy var end = KeyboardEnd(of: visible, number: transitionNumber)

    /// Whether the animation of a *frame* event waits for the other half of its pair.
    var isPending: Bool {
        needsTicks && isAtRest
    }

    /// Returns the part of a view that the visible keyboard covers; `.zero` if it covers nothing.
    @inline(__always)
    func overlap(of view: CGRect, _ geometry: KeyboardGeometry) -> CGRect {
        if !view.matches(last.view) || !geometry.hasSameRules(as: last.geometry) {
            computeOverlap(of: view, geometry)
        }
        return last.overlap
    }

    @inline(never)
    private func computeOverlap(of view: CGRect, _ geometry: KeyboardGeometry) {
        last = (view, geometry, geometry.overlap(of: view, with: visible))
    }

    /// Returns the insets of a view for the visible keyboard.
    func insets(of view: CGRect, _ geometry: KeyboardGeometry) -> KeyboardInsets {
        if let last = lastInsets, view.matches(last.view), geometry.hasSameRules(as: last.geometry) {
            return last.insets
        }
        let insets = geometry.insets(of: view, with: visible)
        lastInsets = (view, geometry, insets)
        return insets
    }
}

extension KeyboardGeometry {
    fileprivate static let usual = KeyboardGeometry()

    /// Returns whether two geometries are equal; `==` is slower, because Swift does not inline it.
    fileprivate func hasSameRules(as other: KeyboardGeometry) -> Bool {
        undocked == other.undocked && minimumOverlap == other.minimumOverlap && screen == other.screen
            && countsOtherApps == other.countsOtherApps
    }
}

/// The keyboards of all senders at one time.
@MainActor
struct AllKeyboards {
    /// The keyboards, the one of the latest event last.
    let keyboards: [KeyboardSnapshot]
    /// The keyboard for a screen without events.
    let unknown: KeyboardSnapshot
    /// The scheduler's time.
    let time: Duration

    subscript(of sender: ObjectIdentifier?) -> KeyboardSnapshot? {
        guard let index = keyboards.index(of: sender) else { return nil }
        return keyboards[index]
    }

    /// The keyboard for a follower that specifies `screen`; see ``KeyboardTracker``.
    subscript(on screen: ObjectIdentifier?) -> KeyboardSnapshot {
        guard let index = keyboards.index(followedOn: screen) else { return unknown }
        return keyboards[index]
    }
}

protocol SenderKeyboard {
    /// The identity of the screen; `nil` if the keyboard does not report a screen.
    var sender: ObjectIdentifier? { get }
}

extension KeyboardJournal: SenderKeyboard {}

extension Array where Element: SenderKeyboard {
    func index(of sender: ObjectIdentifier?) -> Int? {
        // Each call of a closure on the main actor would check its actor.
        for index in indices where self[index].sender == sender { return index }
        return nil
    }

    /// Returns the index of the keyboard for a follower that specifies `screen`; see ``KeyboardTracker``.
    func index(followedOn screen: ObjectIdentifier?) -> Int? {
        guard let screen else { return isEmpty ? nil : count - 1 }
        return index(of: screen) ?? index(of: nil)
    }
}
