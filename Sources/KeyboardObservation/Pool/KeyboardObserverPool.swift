public import Foundation
import Synchronization

/// The observers of the keyboard: screens, closures and sequences, called in the order in which they subscribed.
///
/// Most code names no pool. A screen that adopts ``KeyboardObservable`` subscribes to ``current``, which is ``shared``
/// unless a test has bound another pool:
///
/// ```swift
/// let pool = KeyboardObserverPool(center: NotificationCenter())
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The pool holds its observers weakly. From its first use until its deallocation it has one registration with its
/// center for each event name, and it decodes each payload once for all observers. It calls observers on the main actor:
///
/// - A post from the main actor has been delivered when the outermost `post` returns. A post from inside a callback
///   returns at once, and its event is delivered after the running one. So all observers receive the same events in the
///   same order.
/// - A post from elsewhere enters the same queue and is delivered asynchronously, in the order of posting.
/// - An observer that is removed during a delivery gets no further calls for that event. One that is added starts with
///   the next event.
///
/// A pool may be deallocated at any time and on any thread, also during a post. Its registrations are removed from the
/// center soon after.
///
/// ## Memory
/// A pool's memory does not grow without bound, even in an app that never drains the main queue:
///
/// - Observers: one entry for each, of which the largest number is kept for reuse. The entries of deallocated observers
///   are removed as the pool is used, and every `sweepInterval`.
/// - Events that were posted off the main actor and wait for it: fewer than 16,384, about 200 bytes each. If more are
///   posted, the oldest are dropped, at most 8,192 are kept, and ``KeyboardIssue/droppedEvents(count:limit:)`` is
///   reported. Of the reported frames that wait, the last one for each screen is kept.
/// - Events that are posted inside callbacks are all delivered; ``KeyboardIssue/nestedEvents(limit:)`` reports more than
///   1,000.
/// - Keyboards: the states of the 16 most recent senders.
/// - Sequences: the buffer of each iteration has the given capacity.
@MainActor
public final class KeyboardObserverPool {
    /// The app's pool, on `NotificationCenter.default`.
    public static let shared = KeyboardObserverPool(center: .default)

    /// The pool to which screens subscribe: ``shared``, or the one that a test has bound with `$current.withValue`.
    /// While a pool delivers, it is the current one, also in tasks that a callback creates.
    @CurrentKeyboardObserverPool public static var current: KeyboardObserverPool

    /// Called with what is wrong with a payload, right before the event is delivered, and with misuse of the pool.
    /// `nil` by default: nothing is printed. ``observeIssues(using:)`` adds further closures.
    public var onIssue: (@MainActor (KeyboardIssue) -> Void)?

    /// How many entries each subscribe and unsubscribe looks at besides its own.
    private static let looksPerChange = 4

    /// How many orphans an event or a tick removes at most.
    private static let orphansPerStep = 1_024

    /// How many entries a tick looks at, at most.
    private static let looksPerTick = 8_192

    /// The way into the pool from any thread. Internal, because tokens and sequences hold it in place of the pool.
    let intake = KeyboardIntake()

    // Internal, because the dispatchers' loops over the entries are compiled into them.
    #if DEBUG
        var entries = PoolEntries()
    #else
        /// Safe: its methods call nothing outside, so no two accesses overlap; debug builds check that. The check for
        /// each observer took a quarter of a delivery.
        @safe @exclusivity(unchecked) var entries = PoolEntries()
    #endif

    private let center: NotificationCenter
    private let sweepTimer: SweepTimer
    private let tracker: KeyboardTracker
    private let deliveries = DeliveryQueue()
    private let issueObservers = WeakObserverList<IssueObserver>()
    private var dispatchers = DispatcherTable()
    private var isListening = false

    /// Creates a pool. It registers with the center at its first use.
    ///
    /// - Parameters:
    ///   - center: the center that keyboard notifications are posted to. Retained.
    ///   - scheduler: the scheduler that supplies the time; ``MainQueueScheduler/shared`` if `nil`. Retained.
    ///   - sweepInterval: the time between two ticks that look for deallocated observers. The pool ticks only while it
    ///     has observers, and the cost of a tick is bounded. At least 1 ms.
    ///   - frameSource: see ``frameSource``.
    public init(
        center: NotificationCenter,
        scheduler: (any KeyboardScheduler)? = nil,
        sweepInterval: Duration = .seconds(30),
        frameSource: (any KeyboardFrameSource)? = nil
    ) {
        let scheduler = scheduler ?? MainQueueScheduler.shared
        self.center = center
        sweepTimer = SweepTimer(scheduler, interval: sweepInterval)
        tracker = KeyboardTracker(scheduler)
        intake.pool = self
        tracker.serve = { [weak self] work in self?.serve(work) }
        if let frameSource { self.frameSource = frameSource }
    }

    deinit {
        intake.close(center)
    }

    /// Registers with the center, at the first call.
    func listen() {
        guard !isListening else { return }
        isListening = true
        intake.listen(to: center)
        PoolRegistry.add(self)
    }

    // MARK: Subscriptions

    /// Appends an observer, unless it is subscribed.
    ///
    /// - Parameter makeDispatcher: creates the dispatcher for observers of this class, once.
    func subscribe<Observer: AnyObject>(
        _ observer: Observer,
        makeDispatcher: (ObserverKind) -> any ObserverDispatcher
    ) {
        admitEarlierSubscriptions()
        let kind = dispatchers.kind(of: type(of: observer), makeDispatcher: makeDispatcher)
        guard entries.append(observer, kind: kind) else { return }
        if let follower = dispatchers[kind].follower(for: observer) {
            listen()
            tracker.add(follower, for: ObjectIdentifier(observer))
            intake.listenToFrames(of: center)
        }
        subscriptionsDidChange()
    }

    /// Removes an observer, which may be deallocated.
    func unsubscribe(_ observer: ObjectIdentifier) {
        guard entries.remove(observer) else { return }
        if tracker.isObserved {
            tracker.removeFollower(for: observer)
            stopListeningToUnusedFrames()
        }
        subscriptionsDidChange()
    }

    private func append(_ observer: ClosureObserver) {
        if entries.append(observer, kind: .closure) { subscriptionsDidChange() }
    }

    private func append(_ observer: KeyboardStateObserver) {
        listen()
        tracker.add(observer)
    }

    private func append(_ observer: IssueObserver) {
        listen()
        issueObservers.append(observer)
    }

    /// Removes the entry of an orphan.
    ///
    /// - Returns: whether there was one.
    private func removeOrphan(_ key: ObjectIdentifier) -> Bool {
        // Another object may have this address by now.
        guard let snapshot = entries.snapshot(of: key), isOrphan(snapshot), entries.remove(snapshot) else {
            return false
        }
        subscriptionsDidChange()
        return true
    }

    private func subscriptionsDidChange() {
        listen()
        _ = sweep(lookingAt: Self.looksPerChange, removing: .max)
        keepSweepTicking()
    }

    // MARK: Delivery

    /// Takes an event that was posted on the main actor.
    func receive(_ delivery: Delivery) {
        // Events that were posted elsewhere before come first.
        admitArrivals()
        if !deliveries.isDelivering, deliveries.isEmpty {
            // The usual case: nothing waits, and the event need not be queued.
            serve { deliver(delivery) }
        } else {
            deliveries.append(.event(delivery))
            countNested()
            serve {}
        }
    }

    /// Takes a frame that a source reports on the main actor.
    func receive(frame: CGRect, sender: ObjectIdentifier?) {
        take(.frame(frame, sender: sender))
        countNested()
        serve {}
    }

    /// Delivers what was posted off the main actor.
    func deliverArrivals() {
        admitArrivals()
        serve {}
    }

    /// Admits an arrival on the main actor, after those that arrived elsewhere before.
    func take(_ arrival: KeyboardIntake.Arrival) {
        admitEarlierSubscriptions()
        admit(arrival)
    }

    /// Admits what arrived before, unless so many events wait for delivery that they would pile up: the intake's number
    /// is bounded.
    ///
    /// - Returns: How many observers were removed that had been cancelled off the main actor.
    @discardableResult
    private func admitEarlierSubscriptions() -> Int {
        deliveries.count < ArrivalQueue.eventLimit ? admitArrivals() : 0
    }

    /// - Returns: how many observers were removed that had been cancelled off the main actor.
    @discardableResult
    private func admitArrivals() -> Int {
        guard intake.hasArrived else { return 0 }
        let (arrivals, droppedEventCount) = intake.takeArrivals()
        if droppedEventCount > 0 {
            deliveries.append(.issue(.droppedEvents(count: droppedEventCount, limit: ArrivalQueue.eventLimit)))
        }
        return arrivals.count { admit($0) }
    }

    /// - Returns: whether an observer was removed that had been cancelled off the main actor.
    @discardableResult
    private func admit(_ arrival: KeyboardIntake.Arrival) -> Bool {
        switch arrival {
        case .event(let event, let issues):
            deliveries.append(.arrival(event, issues))
        case .frame(let frame, let sender):
            deliveries.append(.frame(frame, sender: sender))
        case .subscription(let observer):
            append(observer)
        case .stateSubscription(let observer):
            append(observer)
        case .withdrawal(let key):
            return removeOrphan(key)
        }
        return false
    }

    private func countNested() {
        if deliveries.countNested() { report(.nestedEvents(limit: DeliveryQueue.nestedEventLimit)) }
    }

    /// Runs `body`, which calls observers, and delivers afterwards what they have posted. During a delivery it only
    /// runs `body`.
    @inline(__always)
    private func serve(_ body: () -> Void) {
        guard !deliveries.isDelivering else { return body() }
        guard Self.current !== self else { return serveAsCurrent(body) }
        Self.$current.withValue(self) { serveAsCurrent(body) }
    }

    @inline(__always)
    private func serveAsCurrent(_ body: () -> Void) {
        deliveries.begin()
        // This may run inside a raw method that another pool calls. Its calls are not part of that one.
        let outer = RawMethodCall.current
        RawMethodCall.current.screen = nil
        body()
        if !deliveries.isEmpty { deliverQueue() }
        RawMethodCall.current = outer
        deliveries.end()
    }

    private func deliverQueue() {
        while let next = deliveries.popFirst() {
            switch next {
            case .event(let delivery):
                deliver(delivery)
            case .arrival(let event, let issues):
                deliver(Delivery(event: event, issues: issues, notification: event.notification))
            case .frame(let frame, let sender):
                tracker.report(frame, sender: sender)
            case .issue(let issue):
                report(issue)
            }
        }
    }

    private func deliver(_ delivery: Delivery) {
        for issue in delivery.issues { report(issue) }
        tracker.apply(delivery.event)
        entries.beginDelivery(removingOrphans: Self.orphansPerStep)
        while let kind = entries.kindToCall {
            dispatchers[kind].deliver(delivery.event, from: delivery.notification, in: self)
        }
        entries.endDelivery()
        updateTracking()
        keepSweepTicking()
    }

    // MARK: Issues

    /// Reports an issue to ``onIssue`` and to the observers of issues.
    func report(_ issue: KeyboardIssue) {
        onIssue?(issue)
        guard !issueObservers.isEmpty else { return }
        for observer in issueObservers.live() { observer.receive(issue) }
    }

    /// Calls the closure with each issue, until the token is deallocated or cancelled.
    ///
    /// Further closures may observe the same pool, and ``onIssue`` is called as well. The token owns the closure.
    public func observeIssues(using closure: @escaping @MainActor (KeyboardIssue) -> Void) -> KeyboardObservationToken {
        let observer = IssueObserver(closure)
        append(observer)
        return KeyboardObservationToken(observer)
    }

    // MARK: Where the keyboard is

    /// Where the keyboard of the latest event is, and what it is doing; `.unknown` before the first event. O(1).
    ///
    /// In a callback it includes the event that is being delivered. A pool receives events from its first use on, and
    /// this is a use.
    public var keyboard: KeyboardState {
        listen()
        return tracker.state()
    }

    /// Where the keyboard of a screen is, and what it is doing. O(1).
    ///
    /// - Parameter screen: the identity of the screen, which is the `object` of its keyboard's notifications: see
    ///   ``KeyboardEvent/sender``. Until the screen has posted, the keyboard that reports no screen is returned. `nil`
    ///   returns the keyboard of the latest event. The states of the 16 most recent senders are kept.
    public func keyboard(on screen: ObjectIdentifier?) -> KeyboardState {
        listen()
        return tracker.state(on: screen)
    }

    /// The bounds of the screen, in points, in the coordinates of the keyboard's frames, for keyboards whose source does
    /// not report them (``KeyboardUserInfoKey/screenBounds``).
    ///
    /// They make placements and insets exact that are estimated otherwise. Set them again when the screen changes: views
    /// are clipped to them at once, and placements follow with the next event. Bounds that are empty or not finite are
    /// ignored. The default is `nil`.
    public var fallbackScreenBounds: CGRect? {
        get { tracker.fallbackBounds }
        set {
            tracker.fallbackBounds = newValue.flatMap { $0.isComputable && !$0.isEmpty ? $0 : nil }
            serve { updateTracking() }
        }
    }

    /// The source of display frames, for the observers that follow the keyboard's transitions. `nil`, the default, is
    /// 60 frames a second by the pool's scheduler. Settable at any time, also while the keyboard moves. Retained.
    public var frameSource: (any KeyboardFrameSource)? {
        get { tracker.frameSource }
        set { tracker.frameSource = newValue }
    }

    /// Calls the closure with the state of the keyboard whenever it has changed, until the token is deallocated or
    /// cancelled.
    ///
    /// The closure is called after the observers of the event that changed the state, and when an end is inferred that
    /// no event reported. It is not called when only ``KeyboardState/transition`` has ended. The token owns the closure:
    /// capture its screen weakly.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: whether the closure is called at once with the current state.
    ///   - closure: the closure.
    public func observeState(
        startingWithCurrent: Bool = true,
        using closure: @escaping @MainActor (KeyboardState) -> Void
    ) -> KeyboardObservationToken {
        let observer = KeyboardStateObserver(startingWithCurrent: startingWithCurrent, closure)
        take(.stateSubscription(observer))
        return KeyboardObservationToken(observer)
    }

    /// Adds a layout guide, which is held weakly.
    func add(_ follower: any KeyboardFollower) {
        listen()
        tracker.add(follower)
        intake.listenToFrames(of: center)
    }

    /// Where the keyboard of a screen is visible now.
    func visibleKeyboard(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        listen()
        return tracker.visibleKeyboard(on: screen)
    }

    /// A follower follows the keyboard of another screen, which may be moving.
    func followedScreenDidChange() {
        tracker.followersDidChange()
    }

    /// Calls the observers of states and positions, after an event or a change of the bounds.
    private func updateTracking() {
        guard tracker.isObserved else { return }
        tracker.eventWasDelivered()
        stopListeningToUnusedFrames()
    }

    private func stopListeningToUnusedFrames() {
        if !tracker.isFollowed { intake.stopListeningToFrames(of: center) }
    }

    // MARK: Sweep

    /// How many live screens are subscribed. O(n): for tests and diagnosis.
    public var count: Int {
        entries.snapshots().count { $0.kind != .closure && !isOrphan($0) }
    }

    /// How many entries of deallocated or cancelled observers have not been removed yet. O(n): for tests and diagnosis.
    public var orphanCount: Int {
        entries.snapshots().count(where: isOrphan)
    }

    /// Removes the entries of all deallocated observers. O(n).
    ///
    /// A call is never needed: the pool removes them in small steps.
    ///
    /// - Returns: how many entries were removed.
    @discardableResult
    public func sweep() -> Int {
        let withdrawn = admitEarlierSubscriptions()
        let removed = sweep(lookingAt: .max, removing: .max)
        keepSweepTicking()
        return withdrawn + removed
    }

    /// Removes orphans, starting where the last sweep stopped.
    ///
    /// - Parameters:
    ///   - looks: how many entries are looked at, at most; never more than there are.
    ///   - limit: how many orphans are removed, at most.
    /// - Returns: how many were removed.
    private func sweep(lookingAt looks: Int, removing limit: Int) -> Int {
        var removed = 0
        for _ in 0..<min(looks, entries.count) where removed < limit {
            guard let snapshot = entries.nextToSweep() else { break }
            if isOrphan(snapshot), entries.remove(snapshot) { removed += 1 }
        }
        return removed
    }

    /// Whether the observer has been deallocated or cancelled.
    private func isOrphan(_ entry: PoolEntries.Snapshot) -> Bool {
        guard let observer = entry.observer else { return true }
        return dispatchers[entry.kind].isCancelled(observer)
    }

    private func keepSweepTicking() {
        if entries.count == 0 {
            sweepTimer.stop()
        } else if !sweepTimer.isRunning {
            sweepTimer.start { [weak self] in self?.tick() }
        }
    }

    private func tick() {
        _ = sweep(lookingAt: Self.looksPerTick, removing: Self.orphansPerStep)
        keepSweepTicking()
    }

    // MARK: For tests

    /// Waits until the registrations of all deallocated pools have been removed from their centers.
    package nonisolated static func waitForRemovedRegistrations() {
        KeyboardIntake.removals.sync {}
    }

    /// Whether the pool listens to reported frames.
    package var listensToFrames: Bool {
        intake.listensToFrames
    }

    /// How many observers of the state there are.
    package var stateObserverCount: Int {
        tracker.stateObserverCount
    }

    /// How many arrivals wait for the main actor.
    package var waitingArrivalCount: Int {
        intake.waitingArrivalCount
    }

    /// How many iterations over sequences have begun and not ended.
    package var iterationCount: Int {
        intake.bufferCount
    }
}

/// A closure that receives issues. Its token owns it.
private final class IssueObserver: CancellableObserver {
    private let handle: @MainActor (KeyboardIssue) -> Void
    private let isCancelled = Atomic(false)

    init(_ handle: @escaping @MainActor (KeyboardIssue) -> Void) {
        self.handle = handle
    }

    @MainActor
    func receive(_ issue: KeyboardIssue) {
        if !isCancelled.load(ordering: .relaxed) { handle(issue) }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}
