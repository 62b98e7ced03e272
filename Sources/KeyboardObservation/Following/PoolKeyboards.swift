import Foundation

/// The keyboards of a pool, and the observers of these keyboards.
///
/// - **Senders.** The *sender* of an event is the `object` of its notification. Each sender has its own keyboard, which
///   is a ``KeyboardJournal``. The pool keeps the keyboards of the 16 senders with the most recent events.
/// - **Followers.** If a follower specifies a screen, the follower follows the keyboard whose sender is this screen. If
///   the screen has no keyboard, the follower follows the keyboard without a sender. If a follower specifies no screen,
///   the follower follows the keyboard that has received the latest event.
@MainActor
final class PoolKeyboards {
    /// The maximum number of senders that a pool keeps.
    ///
    /// If there are more senders, the pool discards the sender that has not sent an event for the longest time.
    private static let mostSenders = 16

    private let scheduler: any KeyboardScheduler
    /// Runs `work`, and then delivers the events that observers have posted during `work`.
    ///
    /// If a delivery is already running, the closure only runs `work`. The pool sets this property.
    var serve: (_ work: () -> Void) -> Void = { $0() }
    #if DEBUG || EXCLUSIVITY_CHECKS
        private var keyboards: [KeyboardJournal] = []
    #else
        /// The keyboards, in the order of their first events.
        ///
        /// The runtime does not check exclusive access to this property.
        ///
        /// Safe: no two accesses to the array overlap. The methods of ``KeyboardJournal`` run no code that
        /// accesses the array. The pool passes closures to methods of the array, and these closures do not access the
        /// array. Debug builds and `.ci/nightly` check that no two accesses overlap.
        @safe @exclusivity(unchecked) private var keyboards: [KeyboardJournal] = []
    #endif
    /// The index of the keyboard that has received the latest event; `nil` before the first event.
    private var latest: Int?
    private var latestSender: ObjectIdentifier?
    /// The senders, sorted by the time of their latest event; the sender of the latest event is last.
    private var recentSenders: [ObjectIdentifier?] = []
    private let numbers = TransitionNumbers()
    private let stateObservers = WeakList<KeyboardStateObserver>()
    private let followers = FrameFollowerList()
    private let ticker: FrameTicker
    private var timeout: (time: Duration, action: KeyboardScheduledAction)?
    /// Whether the pool has observers of its keyboards.
    ///
    /// After the last observer has been deallocated, the value stays `true` until the next update.
    ///
    /// The property is stored, because the pool reads the property at each delivery of an event.
    private(set) var isObserved = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        ticker = FrameTicker(scheduler)
    }

    deinit {
        timeout?.action.cancel()
    }

    /// The screen bounds for a sender that does not report its screen bounds.
    var fallbackBounds: CGRect? {
        didSet {
            let now = scheduler.now
            for index in keyboards.indices { keyboards[index].setFallbackBounds(fallbackBounds, at: now) }
            unknown = Self.unknown(fallbackBounds)
        }
    }

    /// The keyboard for a screen without events.
    ///
    /// The property stores the snapshot, because the pool needs the snapshot for each display frame.
    private var unknown = PoolKeyboards.unknown(nil)

    private static func unknown(_ fallbackBounds: CGRect?) -> KeyboardSnapshot {
        KeyboardSnapshot(
            of: KeyboardJournal(sender: nil, fallbackBounds: fallbackBounds, TransitionNumbers()),
            at: .zero
        )
    }

    /// The source of display frames; if the property is `nil`, the source is a timer on the scheduler.
    var frameSource: (any KeyboardFrameSource)? {
        get { ticker.source }
        set { ticker.source = newValue }
    }

    /// Whether an observer waits for the next display frame.
    var isAnimating: Bool {
        ticker.isWaiting
    }

    /// Whether a keyboard of the pool has received an event.
    var hasReceivedEvent: Bool {
        latest != nil
    }

    /// An upper bound for the serial numbers of all transitions so far; 0 before the first event.
    var lastTransition: Int {
        hasReceivedEvent ? numbers.last : 0
    }

    // MARK: State and visible frame

    /// Returns the state of a screen's keyboard.
    ///
    /// If `screen` is `nil`, the method uses the keyboard of the latest event.
    func state(on screen: ObjectIdentifier? = nil) -> KeyboardState {
        guard let index = keyboards.index(followedOn: screen, latest: latest) else { return unknown.visible.state }
        let now = scheduler.now
        expire(index, now)
        return keyboards[index].state(at: now)
    }

    /// Returns the visible keyboard of a screen.
    ///
    /// If `screen` is `nil`, the method returns the keyboard of the latest event.
    func visible(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        guard let index = keyboards.index(followedOn: screen, latest: latest) else { return unknown.visible }
        let now = scheduler.now
        expire(index, now)
        return keyboards[index].visible(at: now)
    }

    // MARK: Events and reported frames

    /// Applies an event to the keyboard of its sender.
    ///
    /// The pool calls this method before it delivers the event.
    func apply(_ event: KeyboardEvent) {
        let now = scheduler.now
        if let latest, latestSender == event.sender {
            keyboards[latest].apply(event, at: now)
        } else {
            keyboards[use(sender: event.sender)].apply(event, at: now)
        }
    }

    /// Applies a frame that a source reports while the keyboard moves.
    func report(_ frame: CGRect, sender: ObjectIdentifier?) {
        guard let index = keyboards.index(of: sender) ?? (sender == nil ? latest : nil) else { return }
        guard keyboards[index].report(frame, at: scheduler.now) else { return }
        updateObservers(reporting: keyboards[index].sender)
    }

    /// Records the sender of the latest event.
    ///
    /// - Returns: The index of the sender's keyboard.
    private func use(sender: ObjectIdentifier?) -> Int {
        recentSenders.removeAll { $0 == sender }
        recentSenders.append(sender)
        if recentSenders.count > Self.mostSenders {
            let oldest = recentSenders.removeFirst()
            keyboards.removeAll { $0.sender == oldest }
        }
        latestSender = sender
        if let known = keyboards.index(of: sender) {
            latest = known
            return known
        }
        keyboards.append(KeyboardJournal(sender: sender, fallbackBounds: fallbackBounds, numbers))
        latest = keyboards.count - 1
        return keyboards.count - 1
    }

    // MARK: Observers

    /// Adds an observer of the states.
    ///
    /// The cost is O(1), amortised.
    func add(_ observer: KeyboardStateObserver) {
        stateObservers.append(observer)
        isObserved = true
        observer.subscribe(with: state())
        scheduleTimeout()
    }

    /// Adds and retains a follower.
    ///
    /// The cost is O(1), amortised.
    func add(_ follower: any FrameFollower) {
        followers.add(follower)
        followersDidChange()
    }

    /// Adds and retains a follower whose observer can unsubscribe.
    ///
    /// The cost is O(1), amortised.
    ///
    /// - Parameters:
    ///   - follower: The follower.
    ///   - observer: The identity of the observer.
    ///   - isUpdated: Whether the follower receives the current keyboards before the method returns.
    func add(_ follower: any CancellableFollower, for observer: ObjectIdentifier, isUpdated: Bool) {
        followers.add(follower, for: observer)
        // The observer can unsubscribe during the update. In that case, the pool removes the follower only if
        // `isObserved` is `true`.
        isObserved = true
        if isUpdated {
            _ = followers.update(from: followers.entryCount - 1) { snapshot(.none, isTick: $0) }
        }
        followersDidChange()
    }

    /// Cancels the follower of an observer, in O(1).
    func removeFollower(for observer: ObjectIdentifier) {
        followers.remove(for: observer)
        observersDidChange()
    }

    /// The number of state observers that have not been deallocated.
    ///
    /// The property is for tests.
    var stateObserverCount: Int {
        stateObservers.live().count
    }

    /// The number of entries for state observers and followers.
    ///
    /// The number includes the entries of ended observers.
    ///
    /// The property is for tests.
    var entryCount: Int {
        stateObservers.entryCount + followers.entryCount
    }

    /// Requests a tick if a keyboard moves.
    ///
    /// If the app adds a follower while a keyboard moves, the follower needs ticks.
    func followersDidChange() {
        isObserved = true
        let now = scheduler.now
        if keyboards.contains(where: { $0.needsTicks($0.visible(at: now)) }) { requestTick() }
        scheduleTimeout()
    }

    private func observersDidChange() {
        isObserved = !followers.isEmpty || !stateObservers.isEmpty
    }

    /// Reports the changes of the keyboards to the state observers and the followers.
    ///
    /// The method also schedules the next tick and the next time-out.
    ///
    /// - Parameters:
    ///   - isTick: Whether the update reports a display frame.
    ///   - reporting: The sender that has just reported a frame; `.none` if no frame was reported.
    func updateObservers(isTick: Bool = false, reporting: ObjectIdentifier?? = .none) {
        guard isObserved else { return }
        if !followers.isEmpty {
            var reporting = reporting
            let isAnimated = followers.update(isTick: isTick) { isTick in
                // A follower can cause a further pass, which does not report the frame again.
                defer { reporting = .none }
                return snapshot(reporting, isTick: isTick)
            }
            if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        }
        if !stateObservers.isEmpty {
            for observer in stateObservers.live() { observer.receive(state()) }
        }
        scheduleTimeout()
        observersDidChange()
    }

    private func snapshot(_ reporting: ObjectIdentifier??, isTick: Bool) -> AllKeyboards {
        let now = scheduler.now
        var followed: [KeyboardSnapshot] = []
        followed.reserveCapacity(keyboards.count)
        // The loop is faster than `map`. The method `map` calls a closure for each keyboard, and a closure on the main
        // actor checks its actor at each call.
        for keyboard in keyboards {
            let hasReported = reporting == .some(keyboard.sender)
            followed.append(KeyboardSnapshot(of: keyboard, at: now, hasReported: hasReported))
        }
        return AllKeyboards(followed, latestIndex: latest, unknown: unknown, isTick: isTick, time: now)
    }

    /// The current keyboards of all senders.
    var snapshot: AllKeyboards {
        expireKeyboards()
        return snapshot(nil, isTick: false)
    }

    /// Runs an action on the scheduler as soon as possible.
    ///
    /// The closure ``serve`` runs the action.
    @discardableResult
    func schedule(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: .zero) { [weak self] in
            self?.serve(action)
        }
    }

    /// Requests a tick if no tick is pending.
    func requestTick() {
        followers.requestFrame()
        guard !ticker.isWaiting else { return }
        ticker.request { [weak self] in
            self?.serve { self?.tick() }
        }
    }

    private func tick() {
        for index in keyboards.indices {
            keyboards[index].tick()
        }
        updateObservers(isTick: true)
    }

    // MARK: Time-outs

    private func scheduleTimeout() {
        var earliest: Duration?
        for index in keyboards.indices {
            guard let time = keyboards[index].nextTimeout else { continue }
            earliest = min(time, earliest ?? time)
        }
        guard let time = earliest, time != timeout?.time else { return }
        // If the scheduled time-out is already due, its action will update all observers and schedule the next
        // time-out.
        if let timeout, timeout.time <= scheduler.now { return }
        timeout?.action.cancel()
        let action = scheduler.schedule(after: time - scheduler.now) { [weak self] in
            self?.serve { self?.expire() }
        }
        timeout = (time, action)
    }

    private func expire() {
        timeout = nil
        expireKeyboards()
        updateObservers()
    }

    /// Applies all elapsed time-outs to all keyboards.
    ///
    /// Without observers, the pool schedules no time-outs. Therefore the pool calls this method before it reads the
    /// keyboards.
    func expireKeyboards() {
        let now = scheduler.now
        for index in keyboards.indices { expire(index, now) }
    }

    private func expire(_ index: Int, _ time: Duration) {
        keyboards[index].expire(at: time)
    }
}

extension Array where Element: SenderKeyboard {
    /// Returns the index of a sender's keyboard; `nil` if the sender has no keyboard.
    func index(of sender: ObjectIdentifier?) -> Int? {
        // The loop is faster than `firstIndex(where:)`. The method `firstIndex(where:)` calls a closure for each
        // keyboard, and a closure on the main actor checks its actor at each call.
        for index in indices where self[index].sender == sender { return index }
        return nil
    }

    /// Returns the index of the keyboard for a follower that specifies `screen`.
    ///
    /// See ``PoolKeyboards`` for the rules.
    ///
    /// - Parameters:
    ///   - screen: The screen. If `screen` is `nil`, the method returns `latest`.
    ///   - latest: The index of the keyboard that has received the latest event.
    /// - Returns: The index; `nil` if no keyboard in the array matches the rules.
    func index(followedOn screen: ObjectIdentifier?, latest: Int?) -> Int? {
        guard let screen else { return latest }
        return index(of: screen) ?? index(of: nil)
    }
}
