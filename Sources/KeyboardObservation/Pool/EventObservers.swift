/// The screens and closures that receive a pool's events, in the order of subscription.
///
/// Observers that follow the keyboard's state or visible frame, not its events, are in ``KeyboardFollowerList``.
///
/// The entries are a linked list in an array, so that subscriptions and cancellations are O(1), amortized. An entry
/// keeps its index until the entry is removed.
///
/// Another thread can release an observer while a method reads the observer. The observer's `deinit` must not run
/// inside the method, because the `deinit` can change the entries. So each method that reads an observer also returns
/// it, and the observer is released only after the method has ended.
@MainActor
struct EventObservers {
    typealias Index = UInt32

    struct Snapshot {
        var index: Index
        var key: ObjectIdentifier
        var observer: AnyObject?
        var kind: ObserverKind
    }

    private static let none = Index.max

    private struct Entry {
        weak var observer: AnyObject?
        /// The observer's identity, which the entry keeps after the observer has been deallocated; `nil` in a free
        /// entry.
        var key: ObjectIdentifier?
        var kind: ObserverKind
        /// Whether the pool must still repeat the latest event for the screen.
        var isLate: Bool
        var previous: Index
        /// The next entry of the list; in a free entry, the next free entry.
        var next: Index
    }

    /// The array never shrinks, because each ``ObserverKind`` contains an index into the array.
    private var dispatchers: [any ObserverDispatcher] = [ClosureDispatcher()]
    private var kinds: [ObjectIdentifier: ObserverKind] = [:]

    private var entries: [Entry] = []
    private var indices: [ObjectIdentifier: Index] = [:]
    private var first = none
    private var last = none
    private var firstFree = none

    private var sweepIndex = none

    /// The entry at which the pool starts to look for late screens.
    ///
    /// The entry's own `isLate` can be `false`.
    private var firstLate = none

    private var isDelivering = false
    private var orphansToRemove = 0
    private var nextToCall = none
    /// The value is `none` if the observer that the pool is calling has unsubscribed.
    private var current = none
    /// The first entry that was added during the current delivery.
    ///
    /// The delivery stops before this entry.
    private var endOfDelivery = none

    var count: Int {
        indices.count
    }

    func dispatcher(of kind: ObserverKind) -> any ObserverDispatcher {
        dispatchers[Int(kind.index)]
    }

    /// The closure `make` must not access the pool.
    mutating func kind(of type: AnyObject.Type, _ make: (ObserverKind) -> any ObserverDispatcher) -> ObserverKind {
        if let kind = kinds[ObjectIdentifier(type)] { return kind }
        let kind = ObserverKind(index: UInt32(dispatchers.count))
        dispatchers.append(make(kind))
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }

    /// - Returns: `false` if the observer is already subscribed.
    mutating func append(_ observer: AnyObject, kind: ObserverKind, isLate: Bool) -> Bool {
        let key = ObjectIdentifier(observer)
        if let index = indices[key] {
            // Two live objects never share an address. So if the entry's observer is alive, it is `observer` itself.
            if entries[Int(index)].observer != nil { return false }
            remove(at: index)
        }
        // The entry is not stored in a constant first, because that would copy its weak reference.
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

    /// The observer's `deinit` can call this method.
    mutating func remove(_ key: ObjectIdentifier) -> Bool {
        guard let index = indices[key] else { return false }
        remove(at: index)
        return true
    }

    mutating func remove(_ snapshot: Snapshot) -> Bool {
        guard entries[Int(snapshot.index)].key == snapshot.key else { return false }
        remove(at: snapshot.index)
        return true
    }

    func contains(_ observer: AnyObject) -> Bool {
        guard let index = indices[ObjectIdentifier(observer)] else { return false }
        return entries[Int(index)].observer != nil
    }

    mutating func snapshot(of key: ObjectIdentifier) -> Snapshot? {
        indices[key].flatMap { snapshot(at: $0)?.snapshot }
    }

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

    mutating func beginDelivery(removingOrphans limit: Int) {
        isDelivering = true
        orphansToRemove = limit
        nextToCall = first
        endOfDelivery = Self.none
    }

    var hasLateScreens: Bool {
        firstLate != Self.none
    }

    mutating func beginCatchUp() {
        beginDelivery(removingOrphans: 0)
        nextToCall = firstLate
        firstLate = Self.none
    }

    /// Returns whether the pool must repeat the latest event for the current observer.
    mutating func catchUpCurrent() -> Bool {
        guard current != Self.none, entries[Int(current)].isLate else { return false }
        entries[Int(current)].isLate = false
        return true
    }

    var dispatcherToCall: (any ObserverDispatcher)? {
        guard nextToCall != endOfDelivery, nextToCall != Self.none else { return nil }
        return dispatchers[Int(entries[Int(nextToCall)].kind.index)]
    }

    /// Returns `nil` if the next observer is of another kind, or if no observer is left.
    ///
    /// Each observer of the kind `kind` must be an instance of `type`.
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

    // The parameter is `inout`, because a copy of the entry would also copy the entry's weak reference.
    private static func observer(of entry: inout Entry, _ kind: ObserverKind) -> (AnyObject?, next: Index)? {
        entry.kind == kind ? (entry.observer, entry.next) : nil
    }

    mutating func removeCurrentOrphan() {
        guard orphansToRemove > 0, current != Self.none else { return }
        orphansToRemove -= 1
        remove(at: current)
    }

    /// Whether the observer that the pool is calling is still subscribed.
    ///
    /// If it has unsubscribed and subscribed again, the value is `false`.
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
