/// Who listens, in the order of subscription: a linked list in an array, with an index by identity.
///
/// Subscribing and unsubscribing are O(1), amortised over the array's and the index's growth, and nothing is ever
/// moved: a place that became free is used again. The memory of the largest number of entries is kept.
@MainActor
struct PoolEntries {
    /// What an entry's subscriber is: a closure, or a screen with a number of its route.
    struct Route: Equatable {
        static let closure = Route(number: 0)

        var number: UInt32
    }

    /// A place in the array.
    private typealias Place = UInt32

    private static let nowhere = Place.max

    private struct Entry {
        weak var subscriber: AnyObject?
        /// The subscriber's identity, kept to find its index entry when it is dead; `nil` in a free place.
        var key: ObjectIdentifier?
        var route: Route
        var previous: Place
        /// In a free place, the next free one.
        var next: Place
    }

    private var entries: [Entry] = []
    private var places: [ObjectIdentifier: Place] = [:]
    private var first = nowhere
    private var last = nowhere
    private var firstFree = nowhere

    /// Where the sweep looks next.
    private var sweepPlace = nowhere

    private var isDelivering = false
    /// Whom the running delivery reaches next. Kept right when entries go meanwhile.
    private var nextToServe = nowhere
    /// The first entry that came while the delivery ran, where it ends.
    private var endOfDelivery = nowhere
    private var orphansToTake = 0

    var isEmpty: Bool {
        places.isEmpty
    }

    /// Appends the subscriber, where it is not there yet. An orphan that lived at its address is taken out.
    ///
    /// - Returns: whether it was appended.
    mutating func append(_ subscriber: AnyObject, route: @autoclosure () -> Route) -> Bool {
        let key = ObjectIdentifier(subscriber)
        if let place = places[key] {
            if entries[Int(place)].subscriber === subscriber { return false }
            remove(at: place)
        }
        let place = takeFreePlace(
            Entry(subscriber: subscriber, key: key, route: route(), previous: last, next: Self.nowhere)
        )
        if last == Self.nowhere {
            first = place
        } else {
            entries[Int(last)].next = place
        }
        last = place
        places[key] = place
        if isDelivering, endOfDelivery == Self.nowhere { endOfDelivery = place }
        return true
    }

    /// Removes whoever has this identity; a dead one as well, for a screen may ask so in its deinit.
    ///
    /// - Returns: whether there was one.
    mutating func remove(_ key: ObjectIdentifier) -> Bool {
        guard let place = places[key] else { return false }
        remove(at: place)
        return true
    }

    /// Removes the entry of this identity if it is an orphan. It need not be: the address may have a new tenant.
    ///
    /// - Returns: whether it was one.
    mutating func removeOrphan(_ key: ObjectIdentifier) -> Bool {
        guard let place = places[key], isOrphan(place) else { return false }
        remove(at: place)
        return true
    }

    func contains(_ subscriber: AnyObject) -> Bool {
        guard let place = places[ObjectIdentifier(subscriber)] else { return false }
        return entries[Int(place)].subscriber === subscriber
    }

    /// O(n).
    func count(where matches: (_ route: Route, _ isOrphan: Bool) -> Bool) -> Int {
        var count = 0
        var place = first
        while place != Self.nowhere {
            if matches(entries[Int(place)].route, isOrphan(place)) { count += 1 }
            place = entries[Int(place)].next
        }
        return count
    }

    /// Begins to serve everybody who is here now.
    mutating func beginDelivery(takingOrphans limit: Int) {
        isDelivering = true
        nextToServe = first
        endOfDelivery = Self.nowhere
        orphansToTake = limit
    }

    /// Whom to serve next. Orphans on the way are taken out, as many as `beginDelivery` allowed.
    mutating func nextSubscriber() -> (object: AnyObject, route: Route)? {
        while nextToServe != endOfDelivery, nextToServe != Self.nowhere {
            let place = nextToServe
            let (subscriber, route, next) = Self.contents(of: &entries[Int(place)])
            nextToServe = next
            if let subscriber { return (subscriber, route) }
            if orphansToTake > 0 {
                orphansToTake -= 1
                remove(at: place)
            }
        }
        return nil
    }

    /// Reads an entry where it lies. Read out of the array it would be copied, and its weak reference with it.
    private static func contents(of entry: inout Entry) -> (subscriber: AnyObject?, route: Route, next: Place) {
        (entry.subscriber, entry.route, entry.next)
    }

    mutating func endDelivery() {
        isDelivering = false
        nextToServe = Self.nowhere
        endOfDelivery = Self.nowhere
    }

    /// Takes out orphans, going on where the last sweep stopped.
    ///
    /// - Parameters:
    ///   - looks: how many entries it looks at, at most; never more than there are.
    ///   - limit: how many orphans it takes, at most.
    /// - Returns: how many it took.
    mutating func sweep(lookingAt looks: Int, taking limit: Int) -> Int {
        var taken = 0
        for _ in 0..<min(looks, places.count) where taken < limit {
            if sweepPlace == Self.nowhere { sweepPlace = first }
            let place = sweepPlace
            sweepPlace = entries[Int(place)].next
            if isOrphan(place) {
                remove(at: place)
                taken += 1
            }
        }
        return taken
    }

    private func isOrphan(_ place: Place) -> Bool {
        guard let subscriber = entries[Int(place)].subscriber else { return true }
        guard entries[Int(place)].route == .closure else { return false }
        // Safe: only closures are stored with this route.
        return unsafe unsafeDowncast(subscriber, to: ClosureObserver.self).isOver
    }

    private mutating func takeFreePlace(_ entry: consuming Entry) -> Place {
        guard firstFree != Self.nowhere else {
            entries.append(entry)
            return Place(entries.count - 1)
        }
        let place = firstFree
        firstFree = entries[Int(place)].next
        entries[Int(place)] = entry
        return place
    }

    private mutating func remove(at place: Place) {
        let (previous, next) = (entries[Int(place)].previous, entries[Int(place)].next)
        if previous == Self.nowhere { first = next } else { entries[Int(previous)].next = next }
        if next == Self.nowhere { last = previous } else { entries[Int(next)].previous = previous }
        if nextToServe == place { nextToServe = next }
        if endOfDelivery == place { endOfDelivery = next }
        if sweepPlace == place { sweepPlace = next }
        if let key = entries[Int(place)].key { places[key] = nil }
        entries[Int(place)].subscriber = nil
        entries[Int(place)].key = nil
        entries[Int(place)].next = firstFree
        firstFree = place
    }
}
