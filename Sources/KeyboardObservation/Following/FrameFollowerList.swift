/// The followers of a pool's keyboards, in the order in which they were added.
///
/// While the list calls its followers, an observer can be deallocated, and its `deinit` can change the list. Therefore
/// the list iterates over a copy of its followers.
@MainActor
final class FrameFollowerList {
    private var followers: [any FrameFollower] = []
    /// The followers whose observers can unsubscribe; each key is the identity of an observer.
    private var representatives: [ObjectIdentifier: any CancellableFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var isUpdating = false
    private var isUpdateNeeded = false
    private var isTickDue = false
    /// Whether a callback of the current pass has requested a display frame.
    ///
    /// A callback can begin a motion of a follower that the list has already called in this pass.
    private var isFrameRequested = false

    /// Whether every follower has been cancelled.
    ///
    /// If an observer is deallocated without unsubscribing, its follower does not count as cancelled. The next purge
    /// removes the followers of all deallocated observers.
    var isEmpty: Bool {
        followers.count == cancelledCount
    }

    /// The number of followers, including the followers of ended observers.
    ///
    /// An observer has ended if it has unsubscribed or has been deallocated.
    var entryCount: Int {
        followers.count
    }

    /// Adds and retains a follower.
    ///
    /// The cost is O(1), amortised.
    func add(_ follower: any FrameFollower) {
        // `add` removes ended followers only when the number of followers has doubled since the last purge. Therefore
        // the amortised cost of `add` is O(1).
        if followers.count >= 2 * countAfterPurge + 16, !isUpdating { purge() }
        followers.append(follower)
    }

    /// Adds and retains a follower whose observer can unsubscribe.
    ///
    /// The cost is O(1), amortised.
    func add(_ follower: any CancellableFollower, for observer: ObjectIdentifier) {
        representatives[observer] = follower
        add(follower)
    }

    /// Cancels the follower of an observer, in O(1).
    ///
    /// The next purge removes the follower from the list.
    func remove(for observer: ObjectIdentifier) {
        guard let follower = representatives.removeValue(forKey: observer) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// Records that the next display frame is needed, whatever the followers return in the current pass.
    func requestFrame() {
        isFrameRequested = true
    }

    /// Reports the changes of the keyboards to each follower.
    ///
    /// - Parameters:
    ///   - first: The index of the first follower that the list calls. The parameter `first` applies only to the first
    ///     pass over the list. Each further pass calls all followers.
    ///   - isTick: Whether the update reports a display frame.
    ///   - keyboards: A closure that returns the current keyboards of all senders. The closure's parameter `isTick` is
    ///     `true` if the update reports a display frame.
    /// - Returns: Whether a follower or a callback needs the next display frame.
    func update(
        from first: Int = 0,
        isTick: Bool = false,
        _ keyboards: (_ isTick: Bool) -> AllKeyboards
    ) -> Bool {
        isTickDue = isTickDue || isTick
        isUpdateNeeded = true
        // A callback can call `update` during an update. The inner call returns immediately, and the outer call repeats
        // the loop.
        guard !isUpdating else { return true }
        isUpdating = true
        var isAnimated: Bool
        var index = first
        repeat {
            let keyboards = keyboards(isTickDue)
            (isUpdateNeeded, isTickDue, isFrameRequested, isAnimated) = (false, false, false, false)
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
        } while isUpdateNeeded
        isUpdating = false
        return isAnimated || isFrameRequested
    }

    /// Removes the followers that have ended, in O(n).
    private func purge() {
        let before = followers
        let live = before.filter { !$0.isEnded }
        let ended = representatives.filter(\.value.isEnded)
        // While this method filters the followers, the `deinit` of an observer can add followers.
        followers = live + followers.dropFirst(before.count)
        for (key, follower) in ended where representatives[key] === follower { representatives[key] = nil }
        cancelledCount = 0
        countAfterPurge = followers.count
    }
}
