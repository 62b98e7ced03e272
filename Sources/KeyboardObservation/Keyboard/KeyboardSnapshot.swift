import Foundation

/// A snapshot of the keyboard of one sender.
///
/// The type is a class. If the type were a structure, Swift would copy the snapshot for each follower.
@MainActor
final class KeyboardSnapshot: SenderKeyboard {
    nonisolated let sender: ObjectIdentifier?
    let visible: VisibleKeyboard
    /// The latest transition; `nil` if there is no transition.
    let transition: KeyboardTransition?
    /// The serial number of the latest transition; 0 if there is no transition.
    let transitionNumber: Int
    /// Whether the keyboard moves along its animation curve, or is about to move.
    let needsTicks: Bool
    /// Whether the keyboard's source has just reported a frame.
    let hasReported: Bool
    /// The place at the end of the keyboard's transition, or the current place if no transition is running.
    let end: KeyboardEnd
    /// Whether no transition is running.
    let isAtRest: Bool
    /// The overlap that the snapshot computed most recently.
    private var last: (view: CGRect, geometry: KeyboardGeometry, overlap: CGRect)
    /// The insets that the snapshot computed most recently; `nil` before the first computation.
    private var lastInsets: (view: CGRect, geometry: KeyboardGeometry, insets: KeyboardInsets)?

    init(of keyboard: KeyboardJournal, at time: Duration, hasReported: Bool = false) {
        sender = keyboard.sender
        visible = keyboard.visible(at: time)
        transition = keyboard.lastTransition
        transitionNumber = keyboard.transitionNumber
        needsTicks = keyboard.needsTicks(visible)
        self.hasReported = hasReported
        isAtRest = visible.state.transition == nil
        end = KeyboardEnd(of: visible, transitionNumber)
        // The overlap with an empty view is always empty.
        last = (.zero, KeyboardGeometry(), .zero)
    }

    /// Whether an event has announced a movement that has not begun yet.
    ///
    /// A *show* or *hide* event can form a pair with an earlier *frame* event. Therefore the movement that a *frame*
    /// event announces usually does not begin immediately.
    var isPending: Bool {
        needsTicks && isAtRest
    }

    /// Returns whether followers must receive a display frame of the running transition.
    ///
    /// Followers receive a display frame at each tick. Followers also receive a display frame each time that the source
    /// reports a frame of the keyboard.
    func isDrawn(_ keyboards: AllKeyboards) -> Bool {
        !isAtRest && (keyboards.isTick || hasReported)
    }

    /// Returns the part of a view that the visible keyboard covers.
    ///
    /// If the keyboard covers no part of the view, the result is `.zero`.
    ///
    /// Many screens of an app have the same frame, so the snapshot stores and reuses the most recent overlap.
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
    ///
    /// The snapshot stores the most recently computed insets, and reuses the insets for a view with an equal frame.
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
    /// Returns whether the rules of two geometries are equal.
    ///
    /// The operator `==` is slower, because Swift does not inline the operator.
    fileprivate func hasSameRules(as other: KeyboardGeometry) -> Bool {
        undocked == other.undocked && minimumOverlap == other.minimumOverlap && screen == other.screen
            && countsOtherApps == other.countsOtherApps
    }
}

extension VisibleKeyboard {
    /// The keyboard at the end of its transition.
    ///
    /// The end of an interactive transition is unknown. If the transition is interactive, or if no transition is
    /// running, the value is `self`.
    var atEnd: VisibleKeyboard {
        guard let transition = state.transition, !transition.isInteractive else { return self }
        var end = self
        end.state.transition = nil
        (end.frame, end.placement, end.beginParts) = (transition.end, transition.endPlacement, [])
        return end
    }

    /// The progress of the transition, from 0 to 1.
    ///
    /// If the keyboard is at rest or dragged, the progress is 1.
    var progress: CGFloat {
        guard let transition = state.transition, !transition.isInteractive, let frame else { return 1 }
        return transition.progress(of: frame)
    }
}

/// A snapshot of the keyboards of all senders.
@MainActor
struct AllKeyboards {
    /// The keyboard that has received the latest event.
    ///
    /// Before the first event, the phase of this keyboard is `unknown`.
    let latest: KeyboardSnapshot
    private let keyboards: [KeyboardSnapshot]
    private let latestIndex: Int?
    private let unknown: KeyboardSnapshot
    /// Whether the snapshot was created to report a display frame.
    let isTick: Bool
    /// The time of the snapshot, on the pool's scheduler.
    let time: Duration

    /// Creates a snapshot.
    ///
    /// - Parameters:
    ///   - keyboards: The keyboards of all senders.
    ///   - latestIndex: The index of the keyboard that has received the latest event; `nil` before the first event.
    ///   - unknown: The keyboard for a screen without events.
    ///   - isTick: Whether the snapshot was created to report a display frame.
    ///   - time: The time of the snapshot, on the pool's scheduler.
    init(
        _ keyboards: [KeyboardSnapshot],
        latestIndex: Int?,
        unknown: KeyboardSnapshot,
        isTick: Bool,
        time: Duration
    ) {
        self.time = time
        self.keyboards = keyboards
        self.latestIndex = latestIndex
        self.unknown = unknown
        self.isTick = isTick
        latest = if let latestIndex { keyboards[latestIndex] } else { unknown }
    }

    /// The keyboard of a sender; `nil` if the sender has no keyboard.
    subscript(of sender: ObjectIdentifier?) -> KeyboardSnapshot? {
        keyboards.index(of: sender).map { keyboards[$0] }
    }

    /// The keyboard for a follower that specifies `screen`.
    ///
    /// See ``PoolKeyboards`` for the rules.
    subscript(on screen: ObjectIdentifier?) -> KeyboardSnapshot {
        keyboards.index(followedOn: screen, latest: latestIndex).map { keyboards[$0] } ?? unknown
    }
}

/// The keyboard of one sender.
protocol SenderKeyboard {
    /// The identity of the screen; `nil` if the keyboard does not report a screen.
    var sender: ObjectIdentifier? { get }
}

extension KeyboardJournal: SenderKeyboard {}
