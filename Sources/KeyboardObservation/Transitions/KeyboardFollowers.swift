/// Who follows the keyboard, in the order in which they joined. Weak on all.
@MainActor
struct KeyboardFollowers {
    struct Entry {
        weak let follower: (any KeyboardFollower)?
    }

    private(set) var entries: [Entry] = []
    /// What stands in for the screens, by their identity.
    private var standIns: [ObjectIdentifier: TransitionScreen] = [:]
    private var purgedCount = 0

    /// O(1), amortised.
    mutating func append(_ follower: any KeyboardFollower) {
        // Those who died go when as many again have come, so that they cost the same in the end as those who live.
        if entries.count >= 2 * purgedCount + 16 { purge() }
        entries.append(Entry(follower: follower))
    }

    /// Has something stand in for the screen. O(1), amortised.
    mutating func append(standInOf screen: any KeyboardTransitionPresentable) {
        let standIn = TransitionScreen(screen)
        standIns[ObjectIdentifier(screen)] = standIn
        append(standIn)
    }

    /// O(1).
    mutating func remove(standInOf screen: ObjectIdentifier) {
        standIns.removeValue(forKey: screen)?.cancel()
    }

    /// Takes out those who are gone. O(n).
    mutating func purge() {
        standIns = standIns.filter { !$0.value.isOver }
        entries.removeAll { $0.follower?.isOver != false }
        purgedCount = entries.count
    }
}
