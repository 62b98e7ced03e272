/// The followers of a pool's keyboards, in the order in which they were added.
///
/// During a pass, an observer can be deallocated, and its `deinit` can change the list. So a pass goes over a copy.
@MainActor
final class FrameFollowerList {
    private var followers: [any FrameFollower] = []
    /// The followers whose observers can unsubscribe, by the identities of the observers.
    private var cancellable: [ObjectIdentifier: any FrameFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var updates = UpdateLoop()
    private var isTickDue = false
    /// Whether a callback of the pass has requested a frame, possibly for a follower that was called before.
    private var isFrameRequested = false

    /// Whether no follower is left; one whose observer has died counts until the next purge.
    var isEmpty: Bool {
        followers.count == cancelledCount
    }

    /// The number of followers, including those that have ended.
    var entryCount: Int {
        followers.count
    }

    /// Adds and retains a follower, in amortised O(1).
    ///
    /// `observer` is the observer's identity if it can unsubscribe.
    func add(_ follower: any FrameFollower, for observer: ObjectIdentifier?) {
        if followers.count >= 2 * countAfterPurge + 16, !updates.isRunning { purge() }
        followers.append(follower)
        if let observer { cancellable[observer] = follower }
    }

    /// Cancels the follower of an observer, in O(1); the next purge removes it.
    func remove(for observer: ObjectIdentifier) {
        guard let follower = cancellable.removeValue(forKey: observer) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// Makes the current pass return `true`.
    func requestFrame() {
        isFrameRequested = true
    }

    /// Reports the changes of the keyboards to each follower, and again if a callback has changed them.
    ///
    /// - Parameters:
    ///   - first: The index of the first follower of the first pass.
    ///   - isTick: Whether the update reports a display frame.
    ///   - keyboards: Returns the current keyboards, for a display frame if its parameter is `true`.
    /// - Returns: Whether a follower or a callback needs the next display frame.
    func update(
        from first: Int = 0,
        isTick: Bool = false,
        _ keyboards: (_ isTick: Bool) -> AllKeyboards
    ) -> Bool {
        isTickDue = isTickDue || isTick
        // A callback has called `update`: the outer call repeats its pass.
        guard updates.begin() else { return true }
        var isAnimated: Bool
        var index = first
        repeat {
            let keyboards = keyboards(isTickDue)
            (isTickDue, isFrameRequested, isAnimated) = (false, false, false)
            var hasEnded = false
            let followers = followers
            let latest = keyboards[on: nil]
            while index < followers.count {
                let count = latest.isDrawn ? type(of: followers[index]).draw(latest, followers[index...]) : 0
                if count > 0 {
                    isAnimated = isAnimated || latest.needsTicks
                    index += count
                    continue
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
        } while updates.isRepeated()
        return isAnimated || isFrameRequested
    }

    /// Removes the followers that have ended, in O(n).
    private func purge() {
        let before = followers
        let live = before.filter { !$0.isEnded }
        let ended = cancellable.filter(\.value.isEnded)
        // While this method filters the followers, the `deinit` of an observer can add followers.
        followers = live + followers.dropFirst(before.count)
        for (key, follower) in ended where cancellable[key] === follower { cancellable[key] = nil }
        cancelledCount = 0
        countAfterPurge = followers.count
    }
}
