/// Who listens, in the order of subscription: a linked list in an array, with an index by identity.
///
/// Subscribing and unsubscribing are O(1), amortised over the array's and the index's growth, and nothing is ever
/// moved: a place that became free is used again. The memory of the largest number of entries is kept.
///
/// A strong reference that is taken here may be the last one: its owner may let go on another thread at any time. So it
/// is handed out, and dropped by the caller when this is not being accessed; what it owns may come back here when it
/// dies.
@MainActor
struct PoolEntries {
    /// What an entry's subscriber is: a closure, or a screen with a number of its route.
    struct Route: Equatable {
        static let closure = Route(number: 0)

        var number: UInt32
    }

    /// A place in the array.
    typealias Place = UInt32

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
    private var orphansToTake = 0
    /// Whom the running delivery reaches next. Kept right when entries go meanwhile.
    private var nextToServe = nowhere
    /// Who is being served; nowhere once it has left.
    private var served = nowhere
    /// The first entry that came while the delivery ran, where it ends.
    private var endOfDelivery = nowhere

    var count: Int {
        places.count
    }

    /// Appends the subscriber, where it is not there yet. An orphan that lived at its address is taken out.
    ///
    /// - Returns: whether it was appended.
    mutating func append(_ subscriber: AnyObject, route: @autoclosure () -> Route) -> Bool {
        let key = ObjectIdentifier(subscriber)
        if let place = places[key] {
            // Whoever lives at this address is the subscriber itself.
            if entries[Int(place)].subscriber != nil { return false }
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

    /// Removes whoever was seen there, unless it has gone since.
    ///
    /// - Returns: whether it was there.
    mutating func remove(_ key: ObjectIdentifier, at place: Place) -> Bool {
        guard entries[Int(place)].key == key else { return false }
        remove(at: place)
        return true
    }

    func contains(_ subscriber: AnyObject) -> Bool {
        guard let place = places[ObjectIdentifier(subscriber)] else { return false }
        // Whoever lives at this address is the subscriber itself.
        return entries[Int(place)].subscriber != nil
    }

    /// A look at the entry of this identity.
    mutating func look(at key: ObjectIdentifier) -> Look? {
        places[key].flatMap { look(at: $0)?.look }
    }

    /// A look at every entry, in order. O(n).
    mutating func lookAtAll() -> [Look] {
        var looks: [Look] = []
        var place = first
        while let (look, next) = look(at: place) {
            looks.append(look)
            place = next
        }
        return looks
    }

    /// Begins to serve everybody who is here now.
    ///
    /// - Parameter orphans: how many orphans the delivery takes out on its way, at most.
    mutating func beginDelivery(takingOrphans orphans: Int) {
        isDelivering = true
        orphansToTake = orphans
        nextToServe = first
        endOfDelivery = Self.nowhere
    }

    /// The route of whom to serve next; `nil` where all have been served.
    var routeToServe: Route? {
        nextToServe == endOfDelivery || nextToServe == Self.nowhere ? nil : entries[Int(nextToServe)].route
    }

    /// Whom to serve next, if that has this route. The dead are passed.
    ///
    /// - Parameter type: what all subscribers with this route are.
    @inline(__always)
    @unsafe mutating func nextToServe<Subscriber: AnyObject>(on route: Route, as type: Subscriber.Type) -> Subscriber? {
        while nextToServe != endOfDelivery, nextToServe != Self.nowhere {
            let place = nextToServe
            guard let (subscriber, next) = Self.subscriber(of: &entries[Int(place)], on: route) else { return nil }
            served = place
            nextToServe = next
            if let subscriber { return unsafe unsafeDowncast(subscriber, to: type) }
            takeOrphan()
        }
        return nil
    }

    /// Reads an entry where it lies. Read out of the array it would be copied, and its weak reference with it.
    private static func subscriber(of entry: inout Entry, on route: Route) -> (AnyObject?, next: Place)? {
        entry.route == route ? (entry.subscriber, entry.next) : nil
    }

    /// Takes out who is served, for it is an orphan, unless the delivery has taken enough.
    mutating func takeOrphan() {
        guard orphansToTake > 0, served != Self.nowhere else { return }
        orphansToTake -= 1
        remove(at: served)
    }

    /// Whether who is being served has not left meanwhile. One that has, and came again, is another entry.
    var isServedStillIn: Bool {
        served != Self.nowhere
    }

    mutating func endDelivery() {
        isDelivering = false
        served = Self.nowhere
        nextToServe = Self.nowhere
        endOfDelivery = Self.nowhere
    }

    /// Where the sweep goes on: round and round, where the last look stopped.
    mutating func lookAtNextToSweep() -> Look? {
        guard let (look, next) = look(at: sweepPlace == Self.nowhere ? first : sweepPlace) else { return nil }
        sweepPlace = next
        return look
    }

    private mutating func look(at place: Place) -> (look: Look, next: Place)? {
        guard place != Self.nowhere else { return nil }
        return Self.look(at: &entries[Int(place)], place)
    }

    private static func look(at entry: inout Entry, _ place: Place) -> (look: Look, next: Place)? {
        guard let key = entry.key else { return nil }
        return (Look(place: place, key: key, subscriber: entry.subscriber, route: entry.route), entry.next)
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
        if served == place { served = Self.nowhere }
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
