public import Foundation

/// Who listens to the keyboard: screens, closures and sequences, served in the order in which they subscribed.
///
/// Most code never names a pool: a screen that adopts ``KeyboardObservable`` joins ``current``, which is ``shared``
/// unless a test has bound another:
///
/// ```swift
/// let pool = KeyboardObserverPool(center: NotificationCenter())
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The pool holds everybody weakly. It registers with its center once an event name, from its first use until it dies,
/// and reads each payload once, however many listen. Everything is called on the main actor:
///
/// - A post made on the main actor has been delivered when the outermost `post` returns. A post from inside a callback
///   returns at once; its event comes after the running one. So all see the same events in the same order.
/// - A post from elsewhere enters the same queue and is delivered soon, in the order of posting.
/// - Who leaves during an event is not called any more in it. Who joins starts with the next.
///
/// A pool may die at any time and on any thread, in the middle of a post as well.
@MainActor
public final class KeyboardObserverPool {
    /// The app's pool, on `NotificationCenter.default`.
    public static let shared = KeyboardObserverPool(center: .default)

    /// The pool that screens join: ``shared``, or the one that a test has bound with `$current.withValue`. While a
    /// pool delivers, it is the current one.
    @TaskLocal public static var current: KeyboardObserverPool = .shared

    /// Is told what is wrong with a payload, right before the event is delivered, and of runaway nesting. `nil` by
    /// default: nothing is printed.
    public var onIssue: (@MainActor (KeyboardIssue) -> Void)?

    private let center: NotificationCenter
    private let scheduler: any KeyboardScheduler
    private let sweepInterval: Duration
    private let intake = KeyboardIntake()
    private var isListening = false
    private var sweepTick: KeyboardScheduledAction?

    private var entries = PoolEntries()
    private var routes: [ScreenRoute] = []
    private var routeNumbers: [ObjectIdentifier: UInt32] = [:]

    private var queue = FIFO<Delivery>()
    private var isDelivering = false
    private var nestedEvents = 0

    /// Makes a pool. It costs nothing until it is first used.
    ///
    /// - Parameters:
    ///   - center: whose notifications it hears. The pool holds it.
    ///   - scheduler: where the ticks of the sweep come from; ``MainQueueScheduler/shared`` where `nil`. The pool
    ///     holds it.
    ///   - sweepInterval: the time between two ticks of the sweep. They come only while somebody is held, and each
    ///     costs no more than a fixed number of looks, so it matters little. No shorter than a millisecond.
    public init(
        center: NotificationCenter,
        scheduler: (any KeyboardScheduler)? = nil,
        sweepInterval: Duration = .seconds(30)
    ) {
        self.center = center
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.sweepInterval = max(sweepInterval, .milliseconds(1))
        intake.pool = self
    }

    deinit {
        sweepTick?.cancel()
        intake.close(center)
    }
}

// MARK: Screens

extension KeyboardObserverPool {
    /// The pools that screens have joined, so that a screen can leave them all. Dead ones go when a pool comes.
    private struct JoinedPool {
        weak var pool: KeyboardObserverPool?
    }

    private static var joinedPools: [JoinedPool] = []

    /// Takes the screen in, at the end of the order; nothing happens where it is in already. The screen is held
    /// weakly. O(1), amortised.
    ///
    /// ``KeyboardObservable/subscribeOnKeyboardNotifications()`` calls this.
    public func add(_ observer: some KeyboardObservable) {
        admitArrivals()
        guard entries.append(observer, route: route(of: type(of: observer))) else { return }
        subscriptionsDidChange()
    }

    /// Takes the screen out; nothing happens where it is not in. O(1).
    public func remove(_ observer: some KeyboardObservable) {
        admitArrivals()
        if entries.remove(ObjectIdentifier(observer)) { subscriptionsDidChange() }
    }

    /// Whether the screen is in this pool. O(1).
    public func contains(_ observer: some KeyboardObservable) -> Bool {
        entries.contains(observer)
    }

    static func removeFromEveryPool(_ observer: some KeyboardObservable) {
        for joined in joinedPools {
            joined.pool?.remove(observer)
        }
    }

    private func route(of type: any KeyboardObservable.Type) -> PoolEntries.Route {
        let key = ObjectIdentifier(type)
        if let number = routeNumbers[key] { return PoolEntries.Route(number: number) }
        routes.append(ScreenRoute(type))
        let number = UInt32(routes.count)
        routeNumbers[key] = number
        return PoolEntries.Route(number: number)
    }
}

// MARK: Closures and sequences

extension KeyboardObserverPool {
    /// Calls the closure with each event of these kinds, until the token goes.
    ///
    /// The token owns the closure. One that names the holder of its token keeps the holder alive: use
    /// ``observe(for:_:using:)`` there.
    public func observe(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        using closure: @escaping @MainActor (KeyboardEvent) -> Void
    ) -> KeyboardObservationToken {
        observe(ClosureObserver(kinds, handle: closure))
    }

    /// Calls the closure with `owner` and each event of these kinds, until the token or the owner goes.
    ///
    /// The owner is held weakly, so it may hold the token: the closure gets it as its first parameter and need not
    /// capture it.
    public func observe<Owner: AnyObject>(
        for owner: Owner,
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        using closure: @escaping @MainActor (Owner, KeyboardEvent) -> Void
    ) -> KeyboardObservationToken {
        let observer = ClosureObserver(kinds, isOwnerGone: { [weak owner] in owner == nil }) { [weak owner] event in
            if let owner { closure(owner, event) }
        }
        return observe(observer)
    }

    /// The events, as a sequence: see ``KeyboardEvents``. Each iteration keeps up to 64 events that wait for it.
    public var events: KeyboardEvents {
        events(bufferingNewest: 64)
    }

    /// The events, as a sequence, each iteration of which keeps up to `capacity` events that wait for it; at least 1.
    public func events(bufferingNewest capacity: Int) -> KeyboardEvents {
        listen()
        return KeyboardEvents(intake, capacity: max(capacity, 1))
    }

    private func observe(_ observer: ClosureObserver) -> KeyboardObservationToken {
        subscribe(observer)
        return KeyboardObservationToken(observer, intake)
    }

    func subscribe(_ observer: ClosureObserver) {
        admitArrivals()
        append(observer)
    }

    func withdraw(_ key: ObjectIdentifier) {
        admitArrivals()
        removeOrphan(key)
    }

    private func append(_ observer: ClosureObserver) {
        if entries.append(observer, route: .closure) { subscriptionsDidChange() }
    }

    private func removeOrphan(_ key: ObjectIdentifier) {
        if entries.removeOrphan(key) { subscriptionsDidChange() }
    }
}

// MARK: Sweeping

extension KeyboardObserverPool {
    /// How many entries each subscribe and unsubscribe looks at besides its own.
    private static let looksOfAChange = 4

    /// How many orphans an event or a tick takes at most.
    private static let orphansOfAStep = 1_024

    /// How many entries a tick looks at, at most.
    private static let looksOfATick = 8_192

    /// How many living screens are in the pool. O(n): for tests and diagnosis.
    public var count: Int {
        entries.count { route, isOrphan in route != .closure && !isOrphan }
    }

    /// How many entries have lost their owner and were not swept yet. O(n): for tests and diagnosis.
    public var orphanCount: Int {
        entries.count { _, isOrphan in isOrphan }
    }

    /// Takes out all orphans. O(n). Nothing needs to call it: orphans go by and by, in steps that no user feels.
    ///
    /// - Returns: how many it took.
    @discardableResult
    public func sweep() -> Int {
        admitArrivals()
        let taken = entries.sweep(lookingAt: .max, taking: .max)
        keepSweepTicking()
        return taken
    }

    private func subscriptionsDidChange() {
        listen()
        _ = entries.sweep(lookingAt: Self.looksOfAChange, taking: .max)
        keepSweepTicking()
    }

    private func keepSweepTicking() {
        if entries.isEmpty {
            sweepTick?.cancel()
            sweepTick = nil
        } else if sweepTick == nil {
            sweepTick = scheduler.schedule(after: sweepInterval) { [weak self] in self?.tick() }
        }
    }

    private func tick() {
        sweepTick = nil
        _ = entries.sweep(lookingAt: Self.looksOfATick, taking: Self.orphansOfAStep)
        keepSweepTicking()
    }
}

// MARK: Delivery

extension KeyboardObserverPool {
    /// How many events may be posted from inside callbacks, within one outermost post, before it is reported.
    private static let nestedEventLimit = 1_000

    private struct Delivery {
        var event: KeyboardEvent
        var issues: [KeyboardIssue]
        /// `nil` where it was posted elsewhere.
        var notification: Notification?
    }

    /// Takes an event that was posted on the main actor.
    func receive(_ event: KeyboardEvent, _ notification: Notification, _ issues: [KeyboardIssue]) {
        // What was posted elsewhere before must not be overtaken.
        admitArrivals()
        queue.append(Delivery(event: event, issues: issues, notification: notification))
        if isDelivering {
            nestedEvents += 1
            if nestedEvents == Self.nestedEventLimit + 1 { onIssue?(.nestedEvents(limit: Self.nestedEventLimit)) }
        } else {
            deliverQueue()
        }
    }

    /// Delivers what was posted elsewhere.
    func deliverArrivals() {
        admitArrivals()
        if !isDelivering { deliverQueue() }
    }

    private func admitArrivals() {
        for arrival in intake.takeArrivals() {
            switch arrival {
            case .event(let event, let issues):
                queue.append(Delivery(event: event, issues: issues))
            case .subscription(let observer):
                append(observer)
            case .withdrawal(let key):
                removeOrphan(key)
            }
        }
    }

    private func listen() {
        guard !isListening else { return }
        isListening = true
        intake.listen(to: center)
        Self.joinedPools.removeAll { $0.pool == nil }
        Self.joinedPools.append(JoinedPool(pool: self))
    }

    private func deliverQueue() {
        guard Self.current !== self else { return deliverQueueAsCurrent() }
        Self.$current.withValue(self) { deliverQueueAsCurrent() }
    }

    private func deliverQueueAsCurrent() {
        isDelivering = true
        nestedEvents = 0
        while let delivery = queue.popFirst() {
            deliver(delivery)
        }
        isDelivering = false
    }

    private func deliver(_ delivery: Delivery) {
        for issue in delivery.issues {
            onIssue?(issue)
        }
        let event = delivery.event
        let notification = delivery.notification ?? event.notification
        entries.beginDelivery(takingOrphans: Self.orphansOfAStep)
        while let (subscriber, route) = entries.nextSubscriber() {
            if route == .closure {
                // Safe: only closures are stored with this route.
                unsafe unsafeDowncast(subscriber, to: ClosureObserver.self).receive(event)
            } else {
                let screenRoute = routes[Int(route.number) - 1]
                screenRoute.deliver(event, from: notification, to: subscriber)
            }
        }
        entries.endDelivery()
        keepSweepTicking()
    }
}
