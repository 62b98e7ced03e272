/// The observers of a pool, in the order of subscription.
///
/// The entries are a linked list that is stored in an array. A dictionary maps the observers' identities to their
/// entries.
///
/// A subscription and an unsubscription are O(1), amortised. This cost includes the growth of the array and the
/// dictionary. An entry never moves in the array. The array keeps removed entries for reuse.
///
/// Another thread can release an observer while a method of this type reads the observer. The method then holds the
/// only strong reference to the observer. If the method released this reference, the observer's `deinit` would run
/// inside the method and could change the entries. Therefore a method that reads an observer returns the observer, and
/// the caller releases the observer.
@MainActor
struct EventObservers {
    /// The index of an entry in the array.
    typealias Index = UInt32

    /// The values of an entry, with a strong reference to the observer.
    struct Snapshot {
        var index: Index
        var key: ObjectIdentifier
        /// The observer; `nil` after the observer has been deallocated.
        var observer: AnyObject?
        var kind: ObserverKind
    }

    private static let none = Index.max

    private struct Entry {
        weak var observer: AnyObject?
        /// The observer's identity; `nil` in a free entry.
        ///
        /// The entry keeps the identity after the observer is deallocated.
        var key: ObjectIdentifier?
        var kind: ObserverKind
        /// Whether the pool must still repeat the latest event for the screen.
        var isLate: Bool
        var previous: Index
        /// The index of the next entry in the list.
        ///
        /// A free entry stores the index of the next free entry.
        var next: Index
    }

    /// The dispatchers for all kinds of observers; one is never removed.
    private var dispatchers: [any ObserverDispatcher] = [ClosureDispatcher()]
    private var kinds: [ObjectIdentifier: ObserverKind] = [:]

    private var entries: [Entry] = []
    private var indices: [ObjectIdentifier: Index] = [:]
    private var first = none
    private var last = none
    private var firstFree = none

    /// The entry that the sweep checks next.
    private var sweepIndex = none

    /// The entry at which the next repetition of the latest event begins; `none` if no repetition is necessary.
    ///
    /// If this entry is removed, `firstLate` becomes the following entry, even if the following entry is not late.
    private var firstLate = none

    private var isDelivering = false
    private var orphansToRemove = 0
    /// The entry of the observer that the pool calls next.
    ///
    /// When the pool has called all observers, `nextToCall` is equal to ``endOfDelivery``.
    ///
    /// If this entry is removed before the call, the pool continues with the following entry.
    private var nextToCall = none
    /// The entry of the observer that the pool is calling; `none` if this observer has unsubscribed.
    private var current = none
    /// The first entry that was added during the delivery; `none` if no entry was added.
    ///
    /// The pool does not call observers that subscribed during the delivery.
    private var endOfDelivery = none

    var count: Int {
        indices.count
    }

    func dispatcher(of kind: ObserverKind) -> any ObserverDispatcher {
        dispatchers[Int(kind.index)]
    }

    /// Returns the kind of the screens of one class.
    ///
    /// The pool calls `makeDispatcher` when the first screen of the class subscribes. It must not access the pool.
    mutating func kind(
        of type: AnyObject.Type,
        _ makeDispatcher: (ObserverKind) -> any ObserverDispatcher
    ) -> ObserverKind {
        if let kind = kinds[ObjectIdentifier(type)] { return kind }
        let kind = ObserverKind(index: UInt32(dispatchers.count))
        dispatchers.append(makeDispatcher(kind))
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }

    /// Appends the observer, unless the observer is already subscribed.
    ///
    /// If a deallocated observer with the same address still has an entry, the method removes this entry.
    ///
    /// - Parameters:
    ///   - observer: The observer, which the entry holds weakly.
    ///   - kind: The kind of the observer.
    ///   - isLate: Whether the pool must repeat the latest event for the observer.
    /// - Returns: Whether the observer was appended.
    mutating func append(_ observer: AnyObject, kind: ObserverKind, isLate: Bool) -> Bool {
        let key = ObjectIdentifier(observer)
        if let index = indices[key] {
            // Two live objects have different addresses. Therefore a live observer of this entry is the same object as
            // the parameter `observer`.
            if entries[Int(index)].observer != nil { return false }
            remove(at: index)
        }
        // The call of `insert` creates the entry. If a constant held the entry, Swift would copy the entry's weak
        // reference.
        let index = insert(
            Entry(observer: observer, key: key, kind: kind, isLate: isLate, previous: last, next: Self.none)
        )
        if last == Self.none {
            first = index
        } else {
            entries[Int(last)].next = index
        }
        last = index
        indices[key] = index
        if isDelivering, endOfDelivery == Self.none {
            endOfDelivery = index
            if nextToCall == Self.none { nextToCall = index }
        }
        if isLate, firstLate == Self.none { firstLate = index }
        return true
    }

    /// Removes the observer with this identity.
    ///
    /// The parameter is an identity and not a reference, because a screen can unsubscribe in its `deinit`.
    ///
    /// - Returns: Whether an entry was removed.
    mutating func remove(_ key: ObjectIdentifier) -> Bool {
        guard let index = indices[key] else { return false }
        remove(at: index)
        return true
    }

    /// Removes the entry of a snapshot, if the entry still belongs to the observer of the snapshot.
    ///
    /// - Returns: Whether the entry was removed.
    mutating func remove(_ snapshot: Snapshot) -> Bool {
        guard entries[Int(snapshot.index)].key == snapshot.key else { return false }
        remove(at: snapshot.index)
        return true
    }

    func contains(_ observer: AnyObject) -> Bool {
        guard let index = indices[ObjectIdentifier(observer)] else { return false }
        // Two live objects have different addresses. Therefore a live observer of this entry is the same object as the
        // parameter `observer`.
        return entries[Int(index)].observer != nil
    }

    /// Returns a snapshot of the observer's entry; `nil` if the observer has no entry.
    mutating func snapshot(of key: ObjectIdentifier) -> Snapshot? {
        indices[key].flatMap { snapshot(at: $0)?.snapshot }
    }

    /// Returns snapshots of all entries, in the order of subscription.
    ///
    /// - Complexity: O(n).
    mutating func snapshots() -> [Snapshot] {
        var snapshots: [Snapshot] = []
        var index = first
        while let (snapshot, next) = snapshot(at: index) {
            snapshots.append(snapshot)
            index = next
        }
        return snapshots
    }

    // MARK: Delivery

    /// Begins a delivery to the observers that are subscribed now.
    ///
    /// - Parameter limit: The largest number of orphans that the delivery removes.
    mutating func beginDelivery(removingOrphans limit: Int) {
        isDelivering = true
        orphansToRemove = limit
        nextToCall = first
        endOfDelivery = Self.none
    }

    /// Whether the pool may still have to repeat the latest event for a screen.
    var hasLateScreens: Bool {
        firstLate != Self.none
    }

    /// Begins to repeat the latest event for the screens that subscribed after the event.
    ///
    /// The repetition removes no orphans. The pool removes orphans when it delivers the next event.
    mutating func beginCatchUp() {
        beginDelivery(removingOrphans: 0)
        nextToCall = firstLate
        firstLate = Self.none
    }

    /// Returns whether the pool must repeat the latest event for the current observer.
    ///
    /// After the first call for an observer, the method returns `false`, so that the pool repeats the event only once.
    mutating func catchUpCurrent() -> Bool {
        guard current != Self.none, entries[Int(current)].isLate else { return false }
        entries[Int(current)].isLate = false
        return true
    }

    /// The dispatcher of the next observer to call; `nil` at the end of the delivery.
    var dispatcherToCall: (any ObserverDispatcher)? {
        guard nextToCall != endOfDelivery, nextToCall != Self.none else { return nil }
        return dispatchers[Int(entries[Int(nextToCall)].kind.index)]
    }

    /// Returns the next observer of this kind; `nil` if the next observer has a different kind.
    ///
    /// The method skips the entries of deallocated observers.
    ///
    /// - Parameters:
    ///   - kind: The kind of the observer.
    ///   - type: The type of all observers of this kind.
    /// - Returns: The observer; `nil` if the next observer has a different kind, or if no observer is left.
    @inline(__always)
    @unsafe mutating func nextToCall<Observer: AnyObject>(of kind: ObserverKind, as type: Observer.Type) -> Observer? {
        while nextToCall != endOfDelivery {
            let index = nextToCall
            guard let (observer, next) = Self.observer(of: &entries[Int(index)], kind) else { return nil }
            current = index
            nextToCall = next
            if let observer { return unsafe unsafeDowncast(observer, to: type) }
            removeCurrentOrphan()
        }
        return nil
    }

    /// Reads an entry.
    ///
    /// The entry is an `inout` parameter, because a copy of the entry would copy the weak reference.
    private static func observer(of entry: inout Entry, _ kind: ObserverKind) -> (AnyObject?, next: Index)? {
        entry.kind == kind ? (entry.observer, entry.next) : nil
    }

    /// Removes the entry of the current observer.
    ///
    /// The entry must be an orphan.
    ///
    /// The parameter of `beginDelivery(removingOrphans:)` limits the number of orphans that one delivery removes. After
    /// the delivery has removed this number of orphans, `removeCurrentOrphan()` does nothing.
    mutating func removeCurrentOrphan() {
        guard orphansToRemove > 0, current != Self.none else { return }
        orphansToRemove -= 1
        remove(at: current)
    }

    /// Whether the current observer is still subscribed.
    ///
    /// The current observer is the observer that the pool is calling. If the observer unsubscribes and subscribes again
    /// during the call, the value is `false`, because the observer has a new entry.
    var isCurrentSubscribed: Bool {
        current != Self.none
    }

    mutating func endDelivery() {
        isDelivering = false
        current = Self.none
        nextToCall = Self.none
        endOfDelivery = Self.none
    }

    // MARK: Sweep

    /// Returns a snapshot of the next entry that the sweep must check.
    ///
    /// After the last entry, the sweep continues with the first entry.
    mutating func nextToSweep() -> Snapshot? {
        guard let (snapshot, next) = snapshot(at: sweepIndex == Self.none ? first : sweepIndex) else { return nil }
        sweepIndex = next
        return snapshot
    }

    private mutating func snapshot(at index: Index) -> (snapshot: Snapshot, next: Index)? {
        guard index != Self.none else { return nil }
        return Self.snapshot(of: &entries[Int(index)], index)
    }

    private static func snapshot(of entry: inout Entry, _ index: Index) -> (snapshot: Snapshot, next: Index)? {
        guard let key = entry.key else { return nil }
        return (Snapshot(index: index, key: key, observer: entry.observer, kind: entry.kind), entry.next)
    }

    // MARK: List

    private mutating func insert(_ entry: consuming Entry) -> Index {
        guard firstFree != Self.none else {
            entries.append(entry)
            return Index(entries.count - 1)
        }
        let index = firstFree
        firstFree = entries[Int(index)].next
        entries[Int(index)] = entry
        return index
    }

    private mutating func remove(at index: Index) {
        let (previous, next) = (entries[Int(index)].previous, entries[Int(index)].next)
        if previous == Self.none { first = next } else { entries[Int(previous)].next = next }
        if next == Self.none { last = previous } else { entries[Int(next)].previous = previous }
        if current == index { current = Self.none }
        if nextToCall == index { nextToCall = next }
        if endOfDelivery == index { endOfDelivery = next }
        if sweepIndex == index { sweepIndex = next }
        if firstLate == index { firstLate = next }
        if let key = entries[Int(index)].key { indices[key] = nil }
        entries[Int(index)].observer = nil
        entries[Int(index)].key = nil
        entries[Int(index)].next = firstFree
        firstFree = index
    }
}
