/// The followers of a pool's keyboards, in the order in which they were added.
///
/// While the list calls a follower, the observer can be deallocated. The `deinit` of an observer can change the list.
/// Therefore the list iterates over a copy of its followers.
@MainActor
final class FrameFollowerList {
    private var followers: [any FrameFollower] = []
    /// The followers of observers that can unsubscribe; the keys are the identities of the observers.
    private var representatives: [ObjectIdentifier: any CancellableFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var isUpdating = false
    private var isUpdateNeeded = false
    private var isTickDue = false

    /// Whether every follower has been cancelled.
    ///
    /// Until the next purge, the follower of a deallocated observer does not count as cancelled.
    var isEmpty: Bool {
        followers.count == cancelledCount
    }

    /// The number of followers, including followers of observers that have unsubscribed or have been deallocated.
    var entryCount: Int {
        followers.count
    }

    /// Adds and retains a follower.
    ///
    /// The cost is O(1), amortised.
    func add(_ follower: any FrameFollower) {
        // The cost of a call is O(1), amortised. Ended followers are removed only when the number of followers has
        // doubled.
        if followers.count >= 2 * countAfterPurge + 16, !isUpdating { purge() }
        followers.append(follower)
    }

    /// Adds and retains the follower of an observer that can unsubscribe.
    ///
    /// The cost is O(1), amortised.
    func add(_ follower: any CancellableFollower, for observer: ObjectIdentifier) {
        representatives[observer] = follower
        add(follower)
    }

    /// Cancels and removes the follower of this observer, in O(1).
    func remove(for observer: ObjectIdentifier) {
        guard let follower = representatives.removeValue(forKey: observer) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// Reports the changes to each follower.
    ///
    /// - Parameters:
    ///   - first: The index of the first follower that the first round calls. Later rounds call all followers.
    ///   - isTick: Whether the update is for a display frame.
    ///   - keyboards: A closure that returns the current keyboards of all senders. The closure's parameter is `true` if
    ///     the round is for a display frame.
    /// - Returns: Whether a followed keyboard is animated.
    func update(
        from first: Int = 0,
        isTick: Bool = false,
        _ keyboards: (_ isTick: Bool) -> AllKeyboards
    ) -> Bool {
        isTickDue = isTickDue || isTick
        isUpdateNeeded = true
        // If a callback causes another update, the running call performs that update.
        guard !isUpdating else { return true }
        isUpdating = true
        var isAnimated = false
        var index = first
        while isUpdateNeeded {
            let keyboards = keyboards(isTickDue)
            (isUpdateNeeded, isTickDue, isAnimated) = (false, false, false)
            var hasEnded = false
            let followers = followers
            let latest = keyboards.latest
            let transition = latest.isDrawn(keyboards) ? latest.transition : nil
            while index < followers.count {
                if let transition {
                    let count = type(of: followers[index]).draw(transition, of: latest, followers[index...])
                    if count > 0 {
                        isAnimated = isAnimated || latest.needsTicks
                        index += count
                        continue
                    }
                }
                switch followers[index].follow(keyboards) {
                case true?: isAnimated = true
                case false?: break
                case nil: hasEnded = true
                }
                index += 1
            }
            index = 0
            if hasEnded { purge() }
        }
        isUpdating = false
        return isAnimated
    }

    /// Removes the ended followers, in O(n).
    private func purge() {
        let before = followers
        let live = before.filter { !$0.isEnded }
        let ended = representatives.filter(\.value.isEnded)
        // The `deinit` of an observer may have added other followers.
        followers = live + followers.dropFirst(before.count)
        for (key, follower) in ended where representatives[key] === follower { representatives[key] = nil }
        cancelledCount = 0
        countAfterPurge = followers.count
    }
}
