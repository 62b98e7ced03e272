import Foundation

/// The followers of a pool's keyboards, held weakly.
///
/// The list calls each follower when a transition begins, for each display frame, and when the transition ends. It
/// compares the transition that it has reported to each follower with the running transition. Each call of
/// `transitionDidBegin` is therefore followed by exactly one call of `transitionDidEnd`, even if several events arrive
/// between two comparisons.
///
/// A strong reference taken here may be the last reference, and the follower's `deinit` may change the list. Therefore
/// no reference is released during an access to the entries.
@MainActor
final class KeyboardFollowerList {
    private struct Entry {
        private weak var reference: (any KeyboardFollower)?
        /// The serial number of the last transition that began before the follower was added.
        let firstNumber: Int
        /// The serial number of the last transition that was reported with `transitionDidBegin`.
        var lastNumber = 0
        var begun: BegunTransition?

        init(_ follower: any KeyboardFollower, afterTransition number: Int) {
            reference = follower
            firstNumber = number
        }

        /// Returns the follower, and the serial number of the transition that was reported to it and has not ended.
        ///
        /// Both values are read in one access, because each access to the entries is checked. The function is mutating,
        /// because an array otherwise copies an element to read it.
        mutating func current() -> (follower: (any KeyboardFollower)?, begunNumber: Int?) {
            (reference, begun?.number)
        }
    }

    /// A transition that was reported with `transitionDidBegin` and not yet with `transitionDidEnd`.
    private struct BegunTransition {
        var number: Int
        var transition: KeyboardTransition
        var beginParts: [KeyboardTransition.Part]
        var sender: ObjectIdentifier?
    }

    private var entries: [Entry] = []
    /// The followers that represent observers, by the observer's identity.
    private var representatives: [ObjectIdentifier: any CancellableFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var isUpdating = false
    private var isUpdateNeeded = false
    private var isTickDue = false

    /// Whether every follower has been cancelled.
    ///
    /// A deallocated follower is counted until the next purge.
    var isEmpty: Bool {
        entries.count == cancelledCount
    }

    /// Adds a follower in O(1), amortised.
    ///
    /// - Parameters:
    ///   - follower: The follower, which is held weakly.
    ///   - number: The serial number of the last transition that may have begun. The end of this transition is not
    ///     reported to the follower.
    func add(_ follower: any KeyboardFollower, afterTransition number: Int) {
        // Removing orphans costs O(1) for each entry if it happens only when the number of entries has doubled.
        if entries.count >= 2 * countAfterPurge + 16 { purge() }
        entries.append(Entry(follower, afterTransition: number))
    }

    /// Adds and retains a follower that represents an observer, in O(1), amortised.
    func add(_ follower: any CancellableFollower, for observer: ObjectIdentifier, afterTransition number: Int) {
        representatives[observer] = follower
        add(follower, afterTransition: number)
    }

    /// Cancels and removes the follower that represents an observer, in O(1).
    func remove(for observer: ObjectIdentifier) {
        guard let follower = representatives.removeValue(forKey: observer) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// Reports the changes to each follower.
    ///
    /// - Parameters:
    ///   - isTick: Whether a display frame is to be drawn.
    ///   - keyboards: A closure that returns the current keyboards of all senders.
    /// - Returns: Whether a followed keyboard is animated.
    func update(isTick: Bool, _ keyboards: () -> FollowedKeyboards) -> Bool {
        isTickDue = isTickDue || isTick
        isUpdateNeeded = true
        // A callback may let time pass.
        guard !isUpdating else { return true }
        isUpdating = true
        var isAnimated = false
        while isUpdateNeeded {
            isUpdateNeeded = false
            isAnimated = updateAll(keyboards())
            isTickDue = isTickDue && isUpdateNeeded
        }
        isUpdating = false
        return isAnimated
    }

    private func updateAll(_ keyboards: FollowedKeyboards) -> Bool {
        var isAnimated = false
        var hasOrphans = false
        for index in entries.indices {
            let current = entries[index].current()
            guard let follower = current.follower, let screen = follower.followedScreen else {
                hasOrphans = true
                continue
            }
            let keyboard = keyboards[on: screen]
            report(keyboard, to: follower, index, begunNumber: current.begunNumber, keyboards)
            isAnimated = isAnimated || keyboard.needsTicks
        }
        if hasOrphans { purgeNow() }
        return isAnimated
    }

    private func report(
        _ keyboard: FollowedKeyboard,
        to follower: any KeyboardFollower,
        _ index: Int,
        begunNumber: Int?,
        _ keyboards: FollowedKeyboards
    ) {
        var begunNumber = begunNumber
        let number = keyboard.transitionNumber
        let isOver = keyboard.visible.state.transition == nil
        if begunNumber != number, let begun = entries[index].begun.take() {
            begunNumber = nil
            end(begun, of: follower, before: keyboard, keyboards)
        }
        if begunNumber != nil {
            if isTickDue || keyboard.hasReported, !isOver, let transition = keyboard.transition {
                follower.transitionDidProgress(transition, keyboard.visible)
            }
        } else if number > entries[index].firstNumber, number > entries[index].lastNumber || !isOver,
            let transition = keyboard.transition
        {
            entries[index].lastNumber = max(number, entries[index].lastNumber)
            entries[index].begun = BegunTransition(
                number: number,
                transition: transition,
                beginParts: keyboard.visible.beginParts,
                sender: keyboard.sender
            )
            follower.transitionDidBegin(transition, keyboard.visible)
        }
        if isOver, entries[index].begun?.number == number, let begun = entries[index].begun.take() {
            follower.transitionDidEnd(keyboard.transition ?? begun.transition, keyboard.visible, isFinished: true)
        }
        follower.keyboardDidUpdate(keyboard.visible)
    }

    /// Reports the end of an interrupted transition, at the begin frame of the transition that interrupts it.
    private func end(
        _ begun: BegunTransition,
        of follower: any KeyboardFollower,
        before keyboard: FollowedKeyboard,
        _ keyboards: FollowedKeyboards
    ) {
        var visible = (keyboards[of: begun.sender] ?? keyboard).visible
        visible.state.transition = begun.transition
        visible.beginParts = begun.beginParts
        if begun.sender == keyboard.sender { visible.frame = keyboard.transition?.begin }
        follower.transitionDidEnd(begun.transition, visible, isFinished: false)
    }

    private func purge() {
        if !isUpdating { purgeNow() }
    }

    /// Removes cancelled and deallocated followers, in O(n).
    private func purgeNow() {
        let before = entries
        let live = before.filter { entry in
            var entry = entry
            return entry.current().follower.map { !$0.isCancelled } ?? false
        }
        let orphans = representatives.filter { $0.value.isCancelled }
        // The `deinit` of a follower may have added others.
        entries = live + entries.dropFirst(before.count)
        for (key, orphan) in orphans where representatives[key] === orphan { representatives[key] = nil }
        cancelledCount = 0
        countAfterPurge = entries.count
    }
}

/// A snapshot of the keyboard of one sender, as its followers receive it.
///
/// The snapshot is an object, because a value would be copied for each follower.
@MainActor
final class FollowedKeyboard: SenderKeyboard {
    nonisolated let sender: ObjectIdentifier?
    let visible: VisibleKeyboard
    /// The latest transition; `nil` if there is none.
    let transition: KeyboardTransition?
    /// The serial number of the latest transition; 0 if there is none.
    let transitionNumber: Int
    /// Whether the keyboard moves along its curve.
    let needsTicks: Bool
    /// Whether the keyboard's source has just reported a frame.
    let hasReported: Bool

    init(
        sender: ObjectIdentifier?,
        visible: VisibleKeyboard,
        transition: KeyboardTransition? = nil,
        transitionNumber: Int = 0,
        needsTicks: Bool = false,
        hasReported: Bool = false
    ) {
        self.sender = sender
        self.visible = visible
        self.transition = transition
        self.transitionNumber = transitionNumber
        self.needsTicks = needsTicks
        self.hasReported = hasReported
    }
}

/// A snapshot of the keyboards of all senders.
@MainActor
struct FollowedKeyboards {
    var keyboards: [FollowedKeyboard]
    /// The index of the keyboard of the latest event.
    var latest: Int?
    /// The keyboard of a screen that is not a sender in ``keyboards``.
    var unknown: FollowedKeyboard

    /// The keyboard of a sender; `nil` if the sender has no keyboard.
    subscript(of sender: ObjectIdentifier?) -> FollowedKeyboard? {
        if let index = keyboards.index(of: sender) { return keyboards[index] }
        return nil
    }

    /// The keyboard that a follower of this screen follows.
    ///
    /// See ``KeyboardWhereabouts`` for the rules.
    subscript(on screen: ObjectIdentifier?) -> FollowedKeyboard {
        // A closure would check its actor at each call.
        if let index = keyboards.index(followedOn: screen, latest: latest) { return keyboards[index] }
        return unknown
    }
}
