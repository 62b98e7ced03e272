public import Foundation

/// A list of keyboard observers: screens, closures and sequences.
///
/// The pool calls the observers in the order in which they subscribed.
///
/// Usually, you don't need to specify a pool. A screen that adopts ``KeyboardObservable`` subscribes to ``current``.
/// In an app, the current pool is ``shared``. A test can bind its own pool:
///
/// ```swift
/// let pool = KeyboardObserverPool(center: NotificationCenter())
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The pool holds its observers weakly. At its first use, the pool registers with its notification center, once for
/// each notification name. The registrations end when the pool is deallocated. The pool decodes each payload once for
/// all observers. The pool calls observers on the main actor, by these rules:
///
/// - If an event is posted on the main actor, the pool delivers the event before `post` returns. If an observer posts
///   an event while the pool calls the observer, this inner `post` returns immediately. The pool delivers the new event
///   after the current event. All observers receive the same events in the same order.
/// - If an event is posted off the main actor, the event waits in a queue. The pool delivers the waiting events on the
///   main actor, in the order in which they were posted.
/// - If an observer is removed during the delivery of an event, the pool no longer calls the observer. If an observer
///   is added during the delivery of an event, the pool calls the observer from the next event on.
/// - If a screen subscribes after a *show* or *hide* event, the pool repeats the latest *show* or *hide* event for the
///   screen. To repeat an event, the pool calls the typed methods of the screen's presentables. See
///   ``KeyboardObservable``.
///
/// A pool can be deallocated at any time and on any thread, even during a post. The `deinit` of a pool removes the
/// registrations from the center. If the center itself releases the pool, the registrations are removed soon after the
/// `deinit`.
///
/// ## Memory
/// The memory of a pool is bounded, even in an app that never drains the main queue:
///
/// - Observers: each observer has one entry, and the pool reuses the memory of removed entries. The pool removes the
///   entries of deallocated observers during deliveries, at subscription changes, and once per `sweepInterval`.
/// - Waiting events: the queue holds at most 16,383 events that were posted off the main actor. Each waiting event
///   takes about 200 bytes. If the queue is full, the pool keeps the newest 8,192 events and drops the older events.
///   The pool reports the dropped events as ``KeyboardIssue/droppedEvents(count:limit:)``. If a source reports
///   consecutive frames of a moving keyboard, only the newest frame waits in the queue.
/// - Nested events: if observers post events during a delivery, the pool delivers all of these events. If observers
///   post more than 1,000 events during one call of `post`, the pool reports ``KeyboardIssue/nestedEvents(limit:)``.
/// - Keyboards: the pool keeps the states of the 16 senders with the most recent events.
/// - Sequences: the capacity of a sequence limits the number of elements that each iteration buffers.
@MainActor
public final class KeyboardObserverPool {
    /// The app's pool, which observes `NotificationCenter.default`.
    public static let shared = KeyboardObserverPool(center: .default)

    /// The pool to which screens subscribe by default.
    ///
    /// A test binds a pool with `$current.withValue`. Without a bound pool, the current pool is ``shared``.
    ///
    /// In a callback of an observer, the current pool is the pool that calls the observer. A task that the callback
    /// creates has the same current pool as the callback.
    @CurrentKeyboardObserverPool public static var current: KeyboardObserverPool

    /// When a screen unsubscribes, each of these pools removes the screen.
    static let usedPools = WeakList<KeyboardObserverPool>()

    /// A closure that the pool calls with each issue.
    ///
    /// If a payload is unreadable, the pool reports the issue before it delivers the event.
    ///
    /// The default is `nil`. The pool itself does not print issues.
    public var onIssue: (@MainActor (KeyboardIssue) -> Void)?

    private static let looksPerChange = 4

    static let orphansPerStep = 1_024

    static let looksPerTick = 8_192

    private static let nestedEventLimit = 1_000

    let inbox = PoolInbox()

    #if DEBUG || EXCLUSIVITY_CHECKS
        var observers = EventObservers()
    #else
        /// The check of exclusive access took a quarter of the time of a delivery, so it is off here.
        ///
        /// Safe: accesses do not overlap, because the methods of ``EventObservers`` run no code that accesses this
        /// property. Debug builds and `.ci/nightly` check exclusive access.
        @safe @exclusivity(unchecked) var observers = EventObservers()
    #endif

    private let center: NotificationCenter
    let scheduler: any KeyboardScheduler
    let sweepInterval: Duration
    var sweepTick: KeyboardScheduledAction?
    let keyboards: KeyboardTracker
    private var isListening = false
    private var isDelivering = false
    private var nestedCount = 0
    let catchUpEvents = CatchUpEvents()
    var catchUpTurn: KeyboardScheduledAction?

    /// Creates a pool.
    ///
    /// The pool registers with the center when the pool is first used.
    ///
    /// - Parameters:
    ///   - center: The notification center to which the sources post. The pool retains the center.
    ///   - scheduler: The scheduler that supplies the time. The pool retains the scheduler. If the parameter is `nil`,
    ///     the pool uses ``MainQueueScheduler/shared``.
    ///   - sweepInterval: The time between two sweeps. A sweep removes the entries of deallocated observers. The pool
    ///     sweeps only while the pool has observers. The cost of a sweep is bounded. The shortest interval is 1 ms.
    ///   - frameSource: See ``frameSource``.
    public init(
        center: NotificationCenter,
        scheduler: (any KeyboardScheduler)? = nil,
        sweepInterval: Duration = .seconds(30),
        frameSource: (any KeyboardFrameSource)? = nil
    ) {
        self.center = center
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.sweepInterval = max(sweepInterval, .milliseconds(1))
        keyboards = KeyboardTracker(self.scheduler)
        inbox.pool = self
        keyboards.pool = self
        if let frameSource { self.frameSource = frameSource }
    }

    deinit {
        sweepTick?.cancel()
        catchUpTurn?.cancel()
        inbox.close()
    }

    /// Starts to receive events from the notification center.
    ///
    /// Call this method before you start the source. The pool then knows the state of the keyboard before the first
    /// screen subscribes:
    ///
    /// ```swift
    /// KeyboardObserverPool.shared.listen()
    /// try keyboard.start(postingTo: .default)
    /// ```
    ///
    /// A second call of `listen()` has no effect.
    public func listen() {
        guard !isListening else { return }
        isListening = true
        inbox.listen(to: center)
        Self.usedPools.append(self)
    }

    // MARK: Subscriptions

    func subscribe(_ observer: AnyObject, makeDispatcher: (ObserverKind) -> any ObserverDispatcher) {
        admitArrivals()
        let kind = observers.kind(of: type(of: observer), makeDispatcher)
        let isLate = keyboards.hasReceivedEvent && !catchUpEvents.isComplete(forSubscriptionOf: observer)
        guard observers.append(observer, kind: kind, isLate: isLate) else { return }
        if isLate {
            scheduleCatchUp()
        } else {
            addFollower(of: observer, observers.dispatcher(of: kind), isUpdated: false)
        }
        subscriptionsDidChange()
    }

    /// If `isUpdated` is `true`, the follower immediately reports where the keyboard is.
    func addFollower(of observer: AnyObject, _ dispatcher: any ObserverDispatcher, isUpdated: Bool) {
        if isUpdated { keyboards.expireKeyboards() }
        let latest = keyboards.lastTransition
        guard let follower = dispatcher.follower(for: observer, afterTransition: latest) else { return }
        keyboards.add(follower, for: ObjectIdentifier(observer), isUpdated: isUpdated)
    }

    /// The observer's `deinit` can call this method.
    func unsubscribe(_ observer: ObjectIdentifier) {
        guard observers.remove(observer) else { return }
        if keyboards.isFollowed { keyboards.removeFollower(for: observer) }
        subscriptionsDidChange()
    }

    private func removeOrphan(_ key: ObjectIdentifier) -> Int {
        // The observer with this key may be gone, and the entry may belong to a new observer at the same address.
        guard let entry = observers.snapshot(of: key), isOrphan(entry), observers.remove(entry) else { return 0 }
        return 1 + subscriptionsDidChange()
    }

    @discardableResult
    private func subscriptionsDidChange() -> Int {
        listen()
        let removed = sweep(lookingAt: Self.looksPerChange, removing: .max)
        keepSweepTicking()
        return removed
    }

    // MARK: Delivery

    func receive(_ decoded: DecodedEvent, _ notification: Notification) {
        // A direct delivery needs no `PoolInput`, which would cost two allocations.
        if !isDelivering, !inbox.isWaiting { return serve { deliver(decoded, notification) } }
        receive(.event(decoded, PostedNotification(notification)))
        countNested()
    }

    func receive(_ frame: CGRect, _ sender: ObjectIdentifier?) {
        receive(.frameInMotion(frame, sender: sender))
        countNested()
    }

    func receive(_ input: PoolInput) {
        if !isDelivering, !inbox.isWaiting { return serve { handle(input) } }
        inbox.withQueue { $0.append(input) }
        deliverArrivals()
    }

    func deliverArrivals() {
        admitArrivals()
        serve {}
    }

    func take(_ change: SubscriptionChange) {
        admitArrivals()
        perform(change)
    }

    /// - Returns: The number of orphans that were removed.
    @discardableResult
    func admitArrivals() -> Int {
        guard inbox.isWaiting, let changes = inbox.withQueue({ $0.admit() }) else { return 0 }
        return changes.reduce(0) { $0 + perform($1) }
    }

    @discardableResult
    private func perform(_ change: SubscriptionChange) -> Int {
        switch change {
        case .subscription(let observer):
            return observers.append(observer, kind: .closure, isLate: false) ? subscriptionsDidChange() : 0
        case .stateSubscription(let observer):
            keyboards.add(observer)
            return 0
        case .cancellation(let key):
            return removeOrphan(key)
        }
    }

    private func countNested() {
        guard isDelivering else { return }
        nestedCount += 1
        if nestedCount == Self.nestedEventLimit + 1 { report(.nestedEvents(limit: Self.nestedEventLimit)) }
    }

    /// Runs `body`, and then handles all due inputs in the queue.
    ///
    /// If a delivery is already running, the method only runs `body`, and the running delivery handles the inputs.
    func serve(_ body: () -> Void) {
        CurrentKeyboardObserverPool.bind(self) {
            guard !isDelivering else { return body() }
            (isDelivering, nestedCount) = (true, 0)
            // Another pool may be in the middle of a raw method call.
            let outer = RawMethodCall.current
            RawMethodCall.current.screen = 0
            body()
            if inbox.isWaiting { deliverQueue() }
            RawMethodCall.current = outer
            isDelivering = false
        }
    }

    private func deliverQueue() {
        while let next = inbox.withQueue({ $0.popFirst() }) ?? nil { handle(next) }
    }

    private func handle(_ input: PoolInput) {
        switch input {
        case .event(let decoded, let posted): deliver(decoded, posted?.notification ?? decoded.event.notification)
        case .frameInMotion(let frame, let sender): deliver(frame, sender)
        case .tick: keyboards.updateFollowers(.all)
        case .timeout: keyboards.timeOut()
        case .catchUp: catchUp()
        case .issue(let issue): report(issue)
        case .change(let change): perform(change)
        }
    }

    private func scheduleCatchUp() {
        guard catchUpTurn == nil else { return }
        catchUpTurn = scheduler.schedule(after: .zero) { [weak self] in
            self?.catchUpTurn = nil
            self?.receive(.catchUp)
        }
    }

    @inline(never)
    private func catchUp() {
        guard observers.hasLateScreens else { return }
        catchUpEvents.beginRepetition()
        while observers.hasLateScreens {
            observers.beginCatchUp()
            while let dispatcher = observers.dispatcherToCall { dispatcher.catchUp(in: self) }
            observers.endDelivery()
        }
        // A screen can subscribe again each time the screen receives a transition. If `endRepetition()` ran before the
        // update of the followers, the pool would repeat the events for this screen endlessly.
        if catchUpEvents.hasResubscriber { keyboards.updateFollowers() }
        catchUpEvents.endRepetition()
    }

    private func deliver(_ frame: CGRect, _ sender: ObjectIdentifier?) {
        if observers.hasLateScreens { catchUp() }
        keyboards.report(frame, sender: sender)
    }

    private func deliver(_ decoded: DecodedEvent, _ notification: Notification) {
        for issue in decoded.issues { report(issue) }
        if observers.hasLateScreens { catchUp() }
        keyboards.apply(decoded.event)
        catchUpEvents.record(decoded.event)
        observers.beginDelivery(removingOrphans: Self.orphansPerStep)
        RawMethodCall.current.kind = decoded.event.kind
        while let dispatcher = observers.dispatcherToCall {
            dispatcher.deliver(decoded.event, from: notification, in: self)
        }
        observers.endDelivery()
        keyboards.updateFollowers()
        keepSweepTicking()
    }

    // MARK: Issues

    func report(_ issue: KeyboardIssue) {
        onIssue?(issue)
    }
}
