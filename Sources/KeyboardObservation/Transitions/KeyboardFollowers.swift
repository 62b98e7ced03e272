/// Who follows the keyboard, in the order in which they joined. Weak on all.
///
/// A strong reference that is taken here may be the last one, and what it owns may come back here when it dies: so none
/// ends inside an access to what is stored.
@MainActor
final class KeyboardFollowers {
    struct Entry {
        weak let follower: (any KeyboardFollower)?

        @MainActor
        var isLiving: Bool {
            follower.map { !$0.isOver } ?? false
        }
    }

    private(set) var entries: [Entry] = []
    /// What stands in for the screens, by their identity.
    private var standIns: [ObjectIdentifier: TransitionScreen] = [:]
    private var cancelledCount = 0
    private var purgedCount = 0
    private var isPurging = false

    /// Whether all have left. Those who died without leaving are found out by ``purge()``.
    var isEmpty: Bool {
        entries.count == cancelledCount
    }

    /// O(1), amortised.
    func append(_ follower: any KeyboardFollower) {
        // Those who died go when as many again have come, so that they cost the same in the end as those who live.
        if entries.count >= 2 * purgedCount + 16 { purge() }
        entries.append(Entry(follower: follower))
    }

    /// Has something stand in for the screen. O(1), amortised.
    func append(standInOf screen: any KeyboardTransitionPresentable) {
        let standIn = TransitionScreen(screen)
        standIns[ObjectIdentifier(screen)] = standIn
        append(standIn)
    }

    /// O(1).
    func remove(standInOf screen: ObjectIdentifier) {
        guard let standIn = standIns.removeValue(forKey: screen) else { return }
        standIn.cancel()
        cancelledCount += 1
    }

    /// Takes out those who are gone. O(n).
    func purge() {
        guard !isPurging else { return }
        isPurging = true
        let before = entries
        let living = before.filter(\.isLiving)
        if living.count < before.count {
            let dead = standIns.filter { $0.value.isOver }
            // Who died just now may have let others join.
            entries = living + entries.dropFirst(before.count)
            for (key, standIn) in dead where standIns[key] === standIn { standIns[key] = nil }
            cancelledCount = 0
        }
        purgedCount = entries.count
        isPurging = false
    }
}
