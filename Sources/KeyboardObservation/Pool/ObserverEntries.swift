/// The observers of a pool, in the order of subscription.
///
/// The entries are a linked list that is stored in an array. A dictionary maps the observers' identities to their
/// entries.
///
/// Subscribing and unsubscribing cost O(1), amortised over the growth of the array and the dictionary. Entries are not
/// moved. Free entries stay in the array and are reused.
///
/// While a method reads an observer, the observer's owner can release the observer on another thread. In this case, the
/// method holds the last strong reference. If the method released this reference, the observer's `deinit` could change
/// the entries during the access. Therefore the method returns the reference, and the caller releases it after the
/// access.
@MainActor
struct ObserverEntries {
    /// The index of an entry in the array.
    typealias Index = UInt32

    /// A snapshot of an entry.
    struct Snapshot {
        var index: Index
        var key: ObjectIdentifier
        /// The observer; `nil` if it has been deallocated.
        var observer: AnyObject?
        var kind: ObserverKind
    }

    private static let none = Index.max

    private struct Entry {
        weak var observer: AnyObject?
        /// The observer's identity, even after the observer is deallocated; `nil` in a free entry.
        var key: ObjectIdentifier?
        var kind: ObserverKind
        /// Whether the latest event must still be repeated for the screen.
        var isLate: Bool
        var previous: Index
        /// The next entry; in a free entry, the index of the next free entry.
        var next: Index
    }

    /// The dispatchers for all kinds of observers.
    var dispatchers = DispatcherTable()

    private var entries: [Entry] = []
    private var indices: [ObjectIdentifier: Index] = [:]
    private var first = none
    private var last = none
    private var firstFree = none

    /// The entry that the sweep checks next.
    private var sweepIndex = none

    /// The first entry of a screen for which the latest event must still be repeated.
    ///
    /// If there is no such screen, the value is `none`.
    private var firstLate = none

    private var isDelivering = false
    private var orphansToRemove = 0
    /// The entry of the observer that the delivery calls next.
    ///
    /// If this entry is removed, the delivery continues with the following entry.
    private var nextToCall = none
    /// The entry of the observer that is being called; `none` if this observer has unsubscribed.
    private var current = none
    /// The first entry that was added during the delivery.
    ///
    /// The delivery ends before this entry.
    private var endOfDelivery = none

    var count: Int {
        indices.count
    }

    /// Appends the observer, if it is not subscribed yet.
    ///
    /// If a deallocated observer had the same address, its entry is removed.
    ///
    /// - Parameters:
    ///   - observer: The observer. Held weakly.
    ///   - kind: The kind of the observer.
    ///   - isLate: Whether the observer is a screen for which the latest event must be repeated.
    /// - Returns: Whether the observer was appended.
    mutating func append(_ observer: AnyObject, kind: ObserverKind, isLate: Bool) -> Bool {
        let key = ObjectIdentifier(observer)
        if let index = indices[key] {
            // If the stored observer is alive, the stored observer is this observer. Two live objects never have the
            // same address.
            if entries[Int(index)].observer != nil { return false }
            remove(at: index)
        }
        // The entry is not stored in a constant, because the constant would copy the entry's weak reference.
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
        if isDelivering, endOfDelivery == Self.none { endOfDelivery = index }
        if isLate, firstLate == Self.none { firstLate = index }
        return true
    }

    /// Removes the observer with this identity.
    ///
    /// The observer can already be deallocated, because a screen can unsubscribe in its `deinit`.
    ///
    /// - Returns: Whether an entry was removed.
    mutating func remove(_ key: ObjectIdentifier) -> Bool {
        guard let index = indices[key] else { return false }
        remove(at: index)
        return true
    }

    /// Removes the entry of a snapshot, if the entry still belongs to the same observer.
    ///
    /// - Returns: Whether the entry was removed.
    mutating func remove(_ snapshot: Snapshot) -> Bool {
        guard entries[Int(snapshot.index)].key == snapshot.key else { return false }
        remove(at: snapshot.index)
        return true
    }

    func contains(_ observer: AnyObject) -> Bool {
        guard let index = indices[ObjectIdentifier(observer)] else { return false }
        // If the stored observer is alive, the stored observer is this observer. Two live objects never have the same
        // address.
        return entries[Int(index)].observer != nil
    }

    /// Returns a snapshot of the entry with this identity; `nil` if there is no such entry.
    mutating func snapshot(of key: ObjectIdentifier) -> Snapshot? {
        indices[key].flatMap { snapshot(at: $0)?.snapshot }
    }

    /// Returns snapshots of all entries, in the order of subscription.
    ///
    /// The cost is O(n).
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

    /// Whether the latest event must still be repeated for a screen.
    var hasLateScreens: Bool {
        firstLate != Self.none
    }

    /// Begins a delivery at the first screen for which the latest event must still be repeated.
    ///
    /// This delivery removes no orphans. The orphans are removed when the next event is delivered.
    mutating func beginCatchUp() {
        beginDelivery(removingOrphans: 0)
        nextToCall = firstLate
        firstLate = Self.none
    }

    /// Records that the latest event is being repeated for the current observer.
    ///
    /// - Returns: Whether the event must be repeated; `false` if it has already been repeated.
    mutating func catchUpCurrent() -> Bool {
        guard current != Self.none, entries[Int(current)].isLate else { return false }
        entries[Int(current)].isLate = false
        return true
    }

    /// The kind of the observer to call next; `nil` at the end of the delivery.
    var kindToCall: ObserverKind? {
        nextToCall == endOfDelivery || nextToCall == Self.none ? nil : entries[Int(nextToCall)].kind
    }

    /// Returns the next observer to call, if the observer is of this kind.
    ///
    /// The method skips orphans, which are entries of deallocated observers.
    ///
    /// - Parameters:
    ///   - kind: The kind of the observer.
    ///   - type: The type of all observers of this kind.
    /// - Returns: The observer. If the next observer is of another kind, the result is `nil`. At the end of the
    ///   delivery, the result is also `nil`.
    @inline(__always)
    @unsafe mutating func nextToCall<Observer: AnyObject>(of kind: ObserverKind, as type: Observer.Type) -> Observer? {
        while nextToCall != endOfDelivery, nextToCall != Self.none {
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
    /// The entry is passed `inout`, because copying the entry would copy its weak reference.
    private static func observer(of entry: inout Entry, _ kind: ObserverKind) -> (AnyObject?, next: Index)? {
        entry.kind == kind ? (entry.observer, entry.next) : nil
    }

    /// Removes the current observer, unless the delivery has already removed the largest allowed number of orphans.
    ///
    /// The current observer must be an orphan.
    mutating func removeCurrentOrphan() {
        guard orphansToRemove > 0, current != Self.none else { return }
        orphansToRemove -= 1
        remove(at: current)
    }

    /// Whether the observer that is being called is still subscribed.
    ///
    /// If the observer has unsubscribed and subscribed again, it has another entry, and the value is `false`.
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

    /// Returns a snapshot of the entry that the sweep must check next.
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
