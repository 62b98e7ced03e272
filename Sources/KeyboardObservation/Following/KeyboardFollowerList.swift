/// The followers of a pool's keyboards, in the order in which they were added.
///
/// A follower's temporary reference may be the last reference to its observer, and the observer's `deinit` may change the
/// list. Therefore the list calls a copy of its followers.
@MainActor
final class KeyboardFollowerList {
    /// A follower of a screen's transitions, or another follower.
    private enum Entry {
        case screen(TransitionFollower)
        case other(any KeyboardFollower)

        @MainActor
        var isEnded: Bool {
            switch self {
            case .screen(let follower): follower.isEnded
            case .other(let follower): follower.isEnded
            }
        }

        @MainActor
        func follow(_ keyboards: FollowedKeyboards) -> Bool? {
            switch self {
            case .screen(let follower): follower.follow(keyboards)
            case .other(let follower): follower.follow(keyboards)
            }
        }

        /// Returns the screen that follows this transition; `nil` if there is none.
        @MainActor
        func screen(inTransition number: Int) -> (any KeyboardTransitionPresentable)? {
            guard case .screen(let follower) = self, follower.begunNumber == number else { return nil }
            return follower.screen
        }
    }

    /// The results of the followers that have been called.
    private struct Update {
        var isAnimated = false
        var hasEnded = false

        // Inlined, the method adds instructions to each iteration of `drawFrame`.
        @MainActor
        @inline(never)
        mutating func call(_ follower: Entry, _ keyboards: FollowedKeyboards) {
            switch follower.follow(keyboards) {
            case true?: isAnimated = true
            case false?: break
            case nil: hasEnded = true
            }
        }
    }

    private var followers: [Entry] = []
    /// The followers that represent observers, by the observer's identity.
    private var representatives: [ObjectIdentifier: TransitionFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var isUpdating = false
    private var isUpdateNeeded = false
    private var isTickDue = false

    /// Whether every follower has been cancelled.
    ///
    /// A follower of a deallocated observer is counted until the next purge.
    var isEmpty: Bool {
        followers.count == cancelledCount
    }

    /// The number of followers, including the followers that have ended.
    var entryCount: Int {
        followers.count
    }

    /// Adds and retains a follower in O(1), amortised.
    func add(_ follower: any KeyboardFollower) {
        append(.other(follower))
    }

    private func append(_ entry: Entry) {
        // Removing ended followers costs O(1) for each entry if it happens only when the number of entries has doubled.
        if followers.count >= 2 * countAfterPurge + 16, !isUpdating { purge() }
        followers.append(entry)
    }

    /// Adds and retains a follower that represents an observer, in O(1), amortised.
    func add(_ follower: TransitionFollower, for observer: ObjectIdentifier) {
        representatives[observer] = follower
        append(.screen(follower))
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
    ///   - keyboards: A closure that returns the current keyboards of all senders. Its parameter is whether a display
    ///     frame is to be drawn.
    /// - Returns: Whether a followed keyboard is animated.
    func update(isTick: Bool, _ keyboards: (_ isTick: Bool) -> FollowedKeyboards) -> Bool {
        isTickDue = isTickDue || isTick
        isUpdateNeeded = true
        // A callback may let time pass.
        guard !isUpdating else { return true }
        isUpdating = true
        var isAnimated = false
        while isUpdateNeeded {
            isUpdateNeeded = false
            let keyboards = keyboards(isTickDue)
            isTickDue = false
            isAnimated = updateAll(keyboards)
        }
        isUpdating = false
        return isAnimated
    }

    private func updateAll(_ keyboards: FollowedKeyboards) -> Bool {
        let update =
            if keyboards.latest.isDrawn(keyboards), let transition = keyboards.latest.transition {
                drawFrame(of: keyboards.latest, transition, keyboards)
            } else {
                callAll(keyboards)
            }
        if update.hasEnded { purge() }
        return update.isAnimated
    }

    private func callAll(_ keyboards: FollowedKeyboards) -> Update {
        var update = Update()
        for follower in followers { update.call(follower, keyboards) }
        return update
    }

    /// Calls each follower with a display frame of the latest keyboard's transition.
    ///
    /// The screens that follow the transition are called without retaining their followers. The transition is a
    /// parameter, because it would otherwise be copied for each screen.
    @inline(never)
    private func drawFrame(
        of keyboard: FollowedKeyboard,
        _ transition: KeyboardTransition,
        _ keyboards: FollowedKeyboards
    ) -> Update {
        var update = Update()
        var screenCount = 0
        let number = keyboard.transitionNumber
        let followers = followers
        let span = followers.span
        for index in span.indices {
            if let screen = span[index].screen(inTransition: number) {
                let geometry = screen.keyboardGeometry
                if keyboard.computesOverlap(of: screen.keyboardAvoidingFrame, geometry) {
                    screen.keyboardTransitionDidProgress(transition, overlap: keyboard.lastOverlap)
                    screenCount += 1
                    continue
                }
            }
            update.call(span[index], keyboards)
        }
        if screenCount > 0, keyboard.needsTicks { update.isAnimated = true }
        return update
    }

    /// Removes the followers that have ended, in O(n).
    private func purge() {
        let before = followers
        let live = before.filter { !$0.isEnded }
        let ended = representatives.filter(\.value.isEnded)
        // The `deinit` of an observer may have added others.
        followers = live + followers.dropFirst(before.count)
        for (key, follower) in ended where representatives[key] === follower { representatives[key] = nil }
        cancelledCount = 0
        countAfterPurge = followers.count
    }
}
