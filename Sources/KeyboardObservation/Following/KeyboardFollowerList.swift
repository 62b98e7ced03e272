import Foundation

/// The followers of a pool's keyboards. It calls them at the begin of each transition, once a frame, and at its end.
///
/// It compares the transition that it has reported to each follower with the one that is under way, so each begin has
/// exactly one end, whatever happens between two comparisons. It holds the followers weakly.
///
/// A strong reference that is taken here may be the last one, and its `deinit` may change the followers: so no
/// reference is released inside an access to the entries.
@MainActor
final class KeyboardFollowerList {
    private struct Entry {
        weak let follower: (any KeyboardFollower)?
        /// Transitions up to this number began before the follower joined.
        let firstNumber: Int
        /// The last transition whose begin was reported.
        var lastNumber = 0
        var begun: BegunTransition?
    }

    /// A transition whose begin was reported, and whose end was not.
    private struct BegunTransition {
        var number: Int
        var transition: KeyboardTransition
        var beginParts: [KeyboardTransition.Part]
        var sender: ObjectIdentifier?
    }

    private var entries: [Entry] = []
    /// The followers that stand for observers, by the observer's identity.
    private var representatives: [ObjectIdentifier: any CancellableFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var isUpdating = false
    private var isUpdateNeeded = false
    private var isTickDue = false

    /// Whether every follower has been cancelled. A follower that was deallocated counts until the next purge.
    var isEmpty: Bool {
        entries.count == cancelledCount
    }

    /// Adds a follower. O(1), amortised.
    ///
    /// - Parameter number: the last transition that may have begun before it joins. It does not get the end of that.
    func add(_ follower: any KeyboardFollower, afterTransition number: Int) {
        // Orphans are removed when as many entries have been added, so that they cost no more than live followers.
        if entries.count >= 2 * countAfterPurge + 16 { purge() }
        entries.append(Entry(follower: follower, firstNumber: number))
    }

    /// Adds a follower that stands for an observer, and retains the follower. O(1), amortised.
    func add(_ follower: any CancellableFollower, for observer: ObjectIdentifier, afterTransition number: Int) {
        representatives[observer] = follower
        add(follower, afterTransition: number)
    }

    /// Cancels and removes the follower that stands for an observer. O(1).
    func remove(for observer: ObjectIdentifier) {
        guard let follower = representatives.removeValue(forKey: observer) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// Reports to each follower what has changed.
    ///
    /// - Parameters:
    ///   - isTick: whether a frame is to be drawn.
    ///   - keyboards: the keyboards of all senders at this moment.
    /// - Returns: whether a keyboard is animated that a follower follows.
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
            guard let follower = entries[index].follower, !follower.isCancelled else {
                hasOrphans = true
                continue
            }
            let keyboard = keyboards[on: follower.followedScreen]
            report(keyboard, to: follower, index, keyboards)
            if !follower.isCancelled { follower.keyboardDidUpdate(keyboard.visible) }
            isAnimated = isAnimated || keyboard.needsTicks
        }
        if hasOrphans { purgeNow() }
        return isAnimated
    }

    private func report(
        _ keyboard: FollowedKeyboard,
        to follower: any KeyboardFollower,
        _ index: Int,
        _ keyboards: FollowedKeyboards
    ) {
        let number = keyboard.transitionNumber
        let isOver = keyboard.visible.state.transition == nil
        if let begun = entries[index].begun, begun.number != number {
            entries[index].begun = nil
            end(begun, of: follower, before: keyboard, keyboards)
        }
        if entries[index].begun != nil {
            if isTickDue || keyboard.hasReported, !isOver, let transition = keyboard.transition {
                follower.transitionDidProgress(transition, keyboard.visible)
            }
        } else if number > entries[index].firstNumber, number > entries[index].lastNumber || !isOver,
            let transition = keyboard.transition, !follower.isCancelled
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
        if isOver, let begun = entries[index].begun, begun.number == number {
            entries[index].begun = nil
            if !follower.isCancelled {
                follower.transitionDidEnd(keyboard.transition ?? begun.transition, keyboard.visible, isFinished: true)
            }
        }
    }

    /// Ends a transition that another one supersedes, at the position where that one begins.
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

    /// Removes cancelled and deallocated followers. O(n).
    private func purgeNow() {
        let before = entries
        let live = before.filter { $0.follower.map { !$0.isCancelled } ?? false }
        let orphans = representatives.filter { $0.value.isCancelled }
        // A follower that was deallocated just now may have let others join.
        entries = live + entries.dropFirst(before.count)
        for (key, orphan) in orphans where representatives[key] === orphan { representatives[key] = nil }
        cancelledCount = 0
        countAfterPurge = entries.count
    }
}

/// What a follower gets of one sender's keyboard.
struct FollowedKeyboard {
    let sender: ObjectIdentifier?
    var visible: VisibleKeyboard
    /// The transition that began last, and its number.
    var transition: KeyboardTransition?
    var transitionNumber: Int
    /// Whether the keyboard moves by its curve.
    var needsTicks: Bool
    /// Whether its source has just reported a frame.
    var hasReported: Bool
}

/// The keyboards of all senders at one moment.
struct FollowedKeyboards {
    var keyboards: [FollowedKeyboard]
    /// The one of the latest event.
    var latest: Int?
    /// That of a screen that has not posted, or has been forgotten.
    var unknown: VisibleKeyboard

    subscript(of sender: ObjectIdentifier?) -> FollowedKeyboard? {
        keyboards.first { $0.sender == sender }
    }

    /// The keyboard that a follower of this screen follows: that of the latest event for `nil`. Until a screen has
    /// posted, its keyboard is the one that reports no screen.
    subscript(on screen: ObjectIdentifier?) -> FollowedKeyboard {
        let known = screen.map { self[of: $0] ?? self[of: nil] } ?? latest.map { keyboards[$0] }
        return known
            ?? FollowedKeyboard(
                sender: nil,
                visible: unknown,
                transitionNumber: 0,
                needsTicks: false,
                hasReported: false
            )
    }
}
