/// The list iterates over a copy of `followers`, because a follower can change the list when the list calls the
/// follower.
@MainActor
final class KeyboardFollowerList {
    private var followers: [any KeyboardFollower] = []
    private var cancellable: [ObjectIdentifier: any KeyboardFollower] = [:]
    private var cancelledCount = 0
    private var countAfterPurge = 0
    private var isPurging = false

    /// Whether the list contains no followers apart from cancelled followers.
    ///
    /// If an observer has been deallocated, its follower counts until the next call of `purge()`.
    var isEmpty: Bool {
        followers.count == cancelledCount
    }

    /// The number of followers, including those that have ended.
    var entryCount: Int {
        followers.count
    }

    var stateObserverCount: Int {
        followers.count { ($0 as? WeakFollower)?.isStateObserver == true }
    }

    /// `observer` is the key for ``remove(for:)``, or `nil` if the follower is never removed by that method.
    func add(_ follower: any KeyboardFollower, for observer: ObjectIdentifier?) {
        followers.append(follower)
        if let observer { cancellable[observer] = follower }
    }

    /// The follower stays in the list until the next call of `purge()`, so the removal is O(1).
    func remove(for observer: ObjectIdentifier) {
        guard let follower = cancellable.removeValue(forKey: observer) else { return }
        follower.cancel()
        cancelledCount += 1
    }

    /// - Returns: Whether a follower needs the next display frame.
    func follow(_ keyboards: [KeyboardSnapshot], from first: Int) -> Bool {
        var (isAnimated, hasEnded) = (false, false)
        let followers = followers
        let latest = keyboards[keyboards.index(followedOn: nil)]
        var index = first
        while index < followers.count {
            if latest.isTick, latest.moving != nil,
                case let count = type(of: followers[index]).draw(latest, followers[index...]), count > 0
            {
                if latest.needsTicks { isAnimated = true }
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
        if hasEnded { purge() }
        return isAnimated
    }

    /// If the caller calls this method before each addition, an addition costs amortized O(1).
    func purgeIfLarge() {
        if followers.count >= 2 * countAfterPurge + 16 { purge() }
    }

    private func purge() {
        guard !isPurging else { return }
        isPurging = true
        let before = followers
        let live = before.filter { !$0.isEnded }
        let ended = cancellable.filter(\.value.isEnded)
        // Reading `isEnded` above can release an observer, and the observer's `deinit` can add followers. `dropFirst`
        // keeps these new followers.
        followers = live + followers.dropFirst(before.count)
        for (key, follower) in ended where cancellable[key] === follower { cancellable[key] = nil }
        cancelledCount = 0
        countAfterPurge = followers.count
        isPurging = false
    }
}
