import Foundation

/// Calls the followers of a pool: at the begin of each transition, once a frame, and at its end.
///
/// It compares the transition that it has reported to each follower with the one that is under way, so each begin has
/// exactly one end, whatever happens between two comparisons. It holds the followers weakly.
///
/// A strong reference that is taken here may be the last one, and its `deinit` may call the animator: so no reference
/// ends inside an access to the entries.
@MainActor
final class KeyboardAnimator {
    private struct Entry {
        weak let follower: (any KeyboardFollower)?
        /// Transitions up to this number began before the follower joined: it does not get their ends either.
        let firstNumber: Int
        /// The last transition whose begin was reported.
        var lastNumber = 0
        var begun: BegunTransition?
    }

    /// A transition whose begin was reported, and whose end was not.
    private struct BegunTransition {
        var number: Int
        var transition: KeyboardTransition
        let whereabouts: KeyboardWhereabouts
    }

    private var entries: [Entry] = []
    /// The followers that stand for screens, by the screen's identity.
    private var screenFollowers: [ObjectIdentifier: TransitionScreen] = [:]
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
    func add(_ follower: any KeyboardFollower) {
        // Orphans are removed when as many entries have been added, so that they cost no more than live followers.
        if entries.count >= 2 * countAfterPurge + 16 { purge() }
        entries.append(Entry(follower: follower, firstNumber: KeyboardWhereabouts.animationCount))
    }

    /// Adds a follower that stands for the screen. O(1), amortised.
    func add(followerOf screen: any KeyboardTransitionPresentable) {
        let follower = TransitionScreen(screen)
        screenFollowers[ObjectIdentifier(screen)] = follower
        add(follower)
    }

    /// Removes the follower that stands for the screen. O(1).
    func remove(followerOf screen: ObjectIdentifier) {
        guard let follower = screenFollowers.removeValue(forKey: screen) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// Reports to each follower what has changed.
    ///
    /// - Parameters:
    ///   - isTick: whether a frame is to be drawn.
    ///   - moved: a keyboard whose source has just reported a frame.
    ///   - whereabouts: the keyboard of a screen, or that of the latest event for `nil`.
    /// - Returns: whether a keyboard is animated that a follower follows.
    func update(
        at time: Duration,
        isTick: Bool = false,
        moved: KeyboardWhereabouts? = nil,
        _ whereabouts: (ObjectIdentifier?) -> KeyboardWhereabouts?
    ) -> Bool {
        isTickDue = isTickDue || isTick
        isUpdateNeeded = true
        // A callback may let time pass.
        guard !isUpdating else { return true }
        isUpdating = true
        var isAnimated = false
        while isUpdateNeeded {
            isUpdateNeeded = false
            defer { isTickDue = false }
            isAnimated = updateAll(at: time, moved, whereabouts)
        }
        isUpdating = false
        return isAnimated
    }

    private func updateAll(
        at time: Duration,
        _ moved: KeyboardWhereabouts?,
        _ whereabouts: (ObjectIdentifier?) -> KeyboardWhereabouts?
    ) -> Bool {
        var isAnimated = false
        var hasOrphans = false
        var current: (keyboard: KeyboardWhereabouts, visible: VisibleKeyboard)?
        for index in entries.indices {
            guard let follower = entries[index].follower, !follower.isCancelled else {
                hasOrphans = true
                continue
            }
            guard let keyboard = whereabouts(follower.followedScreen) else { continue }
            if current?.keyboard !== keyboard { current = (keyboard, keyboard.visible(at: time)) }
            guard let visible = current?.visible else { continue }
            update(index, follower, keyboard, visible, time, hasMoved: isTickDue || keyboard === moved)
            if !follower.isCancelled { follower.keyboardDidUpdate(visible) }
            isAnimated = isAnimated || keyboard.needsTicks(at: time)
        }
        if hasOrphans { purgeNow() }
        return isAnimated
    }

    private func update(
        _ index: Int,
        _ follower: any KeyboardFollower,
        _ keyboard: KeyboardWhereabouts,
        _ visible: VisibleKeyboard,
        _ time: Duration,
        hasMoved: Bool
    ) {
        let number = keyboard.animationNumber
        let isOver = visible.state.transition == nil
        if let begun = entries[index].begun, begun.number != number {
            entries[index].begun = nil
            end(begun, of: follower, before: keyboard, time)
        }
        if entries[index].begun != nil {
            if hasMoved, !isOver, let transition = keyboard.lastTransition {
                follower.transitionDidProgress(transition, visible)
            }
        } else if number > entries[index].firstNumber, number > entries[index].lastNumber || !isOver,
            let transition = keyboard.lastTransition, !follower.isCancelled
        {
            entries[index].lastNumber = max(number, entries[index].lastNumber)
            entries[index].begun = BegunTransition(number: number, transition: transition, whereabouts: keyboard)
            follower.transitionDidBegin(transition, visible)
        }
        if isOver, let begun = entries[index].begun, begun.number == number {
            entries[index].begun = nil
            guard !follower.isCancelled else { return }
            follower.transitionDidEnd(keyboard.lastTransition ?? begun.transition, visible, isFinished: true)
        }
    }

    /// Ends a transition that another one supersedes, at the position where that one begins.
    private func end(
        _ begun: BegunTransition,
        of follower: any KeyboardFollower,
        before keyboard: KeyboardWhereabouts,
        _ time: Duration
    ) {
        let old = begun.whereabouts
        var visible = old.visible(at: time)
        visible.state.transition = begun.transition
        if old === keyboard { visible.frame = keyboard.lastTransition?.begin }
        follower.transitionDidEnd(begun.transition, visible, isFinished: false)
    }

    private func purge() {
        if !isUpdating { purgeNow() }
    }

    /// Removes cancelled and deallocated followers. O(n).
    private func purgeNow() {
        let before = entries
        let live = before.filter { $0.follower.map { !$0.isCancelled } ?? false }
        let orphans = screenFollowers.filter { $0.value.isCancelled }
        // A follower that was deallocated just now may have let others join.
        entries = live + entries.dropFirst(before.count)
        for (key, orphan) in orphans where screenFollowers[key] === orphan { screenFollowers[key] = nil }
        cancelledCount = 0
        countAfterPurge = entries.count
    }
}
