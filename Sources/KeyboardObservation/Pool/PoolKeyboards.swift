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
        /// The keyboards, in the order of their latest events.
        ///
        /// The runtime does not check exclusive access to this property.
        ///
        /// Safe: no two accesses to the array overlap. The methods of ``KeyboardJournal`` run no code that
        /// accesses the array. The pool passes closures to methods of the array, and these closures do not access the
        /// array. Debug builds and `.ci/nightly` check that no two accesses overlap.
        @safe @exclusivity(unchecked) private var keyboards: [KeyboardJournal] = []
    #endif
    private let numbers = TransitionNumbers()
    private let stateObservers = WeakList<KeyboardStateObserver>()
    private let followers = FrameFollowerList()
    private let ticker: FrameTicker
    /// The sender whose frame the next pass over the followers reports.
    private var reporting: ObjectIdentifier??
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
        KeyboardSnapshot(of: KeyboardJournal(fallbackBounds: fallbackBounds), at: .zero)
    }

    /// The source of display frames; if the property is `nil`, the source is a timer on the scheduler.
    var frameSource: (any KeyboardFrameSource)? {
        get { ticker.source }
        set { ticker.source = newValue }
    }

    /// Whether an observer waits for the next display frame.
    var isAnimating: Bool { ticker.isWaiting }

    var hasReceivedEvent: Bool { !keyboards.isEmpty }

    /// An upper bound for the serial numbers of all transitions so far; 0 before the first event.
    var lastTransition: Int { hasReceivedEvent ? numbers.last : 0 }

    // MARK: State and visible frame

    /// Returns the state of a screen's keyboard, or of the keyboard of the latest event.
    func state(on screen: ObjectIdentifier? = nil) -> KeyboardState {
        current(on: screen).map { keyboards[$0].state(at: scheduler.now) } ?? unknown.visible.state
    }

    func visible(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        current(on: screen).map { keyboards[$0].visible(at: scheduler.now) } ?? unknown.visible
    }

    private func current(on screen: ObjectIdentifier?) -> Int? {
        guard let index = keyboards.index(followedOn: screen) else { return nil }
        keyboards[index].expire(at: scheduler.now)
        return index
    }

    // MARK: Events and reported frames

    /// Applies an event to the keyboard of its sender, before the pool delivers the event.
    func apply(_ event: KeyboardEvent) {
        if keyboards.isEmpty || keyboards[keyboards.count - 1].sender != event.sender { makeLatest(event.sender) }
        keyboards[keyboards.count - 1].apply(event, at: scheduler.now)
    }

    /// Applies a frame that a source reports while the keyboard moves.
    func report(_ frame: CGRect, sender: ObjectIdentifier?) {
        guard let index = keyboards.index(of: sender) ?? (sender == nil ? keyboards.indices.last : nil),
            keyboards[index].report(frame, at: scheduler.now)
        else { return }
        reporting = .some(keyboards[index].sender)
        updateObservers()
        reporting = .none
    }

    private func makeLatest(_ sender: ObjectIdentifier?) {
        let known = keyboards.index(of: sender).map { keyboards.remove(at: $0) }
        if keyboards.count == Self.mostSenders { keyboards.removeFirst() }
        keyboards.append(known ?? KeyboardJournal(sender: sender, fallbackBounds: fallbackBounds, numbers))
    }

    // MARK: Observers

    /// Adds an observer of the states.
    ///
    /// The cost is O(1), amortised.
    func add(_ observer: KeyboardStateObserver) {
        stateObservers.append(observer)
        isObserved = true
        observer.receive(state(), isFirst: true)
        scheduleTimeout()
    }

    /// Adds and retains a follower, in amortised O(1).
    ///
    /// - Parameters:
    ///   - follower: The follower.
    ///   - observer: The identity of the observer if it can unsubscribe.
    ///   - isUpdated: Whether the follower receives the current keyboards before the method returns.
    func add(_ follower: any FrameFollower, for observer: ObjectIdentifier? = nil, isUpdated: Bool = false) {
        followers.add(follower, for: observer)
        // An observer that unsubscribes during the update is removed only from a pool that is observed.
        isObserved = true
        if isUpdated {
            _ = followers.update(from: followers.entryCount - 1, snapshot)
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
        let needsTick = keyboards.contains { $0.needsTicks(isMoving: $0.animator.movingFrame(at: now) != nil) }
        if needsTick { requestTick() }
        scheduleTimeout()
    }

    private func observersDidChange() {
        isObserved = !followers.isEmpty || !stateObservers.isEmpty
    }

    /// Reports the changes of the keyboards to the state observers and the followers.
    ///
    /// The method also schedules the next tick and the next time-out.
    ///
    /// `isTick` means that there is a display frame.
    func updateObservers(isTick: Bool = false) {
        guard isObserved else { return }
        if !followers.isEmpty {
            let isAnimated = followers.update(isTick: isTick, snapshot)
            if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        }
        if !stateObservers.isEmpty {
            for observer in stateObservers.live() { observer.receive(state()) }
        }
        scheduleTimeout()
        observersDidChange()
    }

    private func snapshot(isTick: Bool) -> AllKeyboards {
        let now = scheduler.now
        var followed: [KeyboardSnapshot] = []
        followed.reserveCapacity(keyboards.count)
        // Each call of a closure on the main actor would check its actor.
        for keyboard in keyboards {
            let hasFrame = isTick || reporting == .some(keyboard.sender)
            followed.append(KeyboardSnapshot(of: keyboard, at: now, hasFrame: hasFrame))
        }
        reporting = .none
        return AllKeyboards(followed, unknown: unknown, time: now)
    }

    /// The current keyboards of all senders.
    var snapshot: AllKeyboards {
        expireKeyboards()
        return snapshot(isTick: false)
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
        for index in keyboards.indices { keyboards[index].beginAnimation() }
        updateObservers(isTick: true)
    }

    // MARK: Time-outs

    private func scheduleTimeout() {
        var earliest: Duration?
        for index in keyboards.indices {
            if let time = keyboards[index].nextTimeout { earliest = min(time, earliest ?? time) }
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

    /// Applies all elapsed time-outs; without observers, nothing schedules them.
    func expireKeyboards() {
        let now = scheduler.now
        for index in keyboards.indices { keyboards[index].expire(at: now) }
    }
}
