import Foundation

/// What a pool knows about its keyboards: one ``KeyboardWhereabouts`` for each sender, and the observers of their
/// states and positions.
@MainActor
final class KeyboardTracker {
    /// How many senders have a state of their own. The least recent one is forgotten.
    private static let mostSenders = 16

    private let scheduler: any KeyboardScheduler
    /// Runs work as a delivery of the pool: what observers post meanwhile is delivered afterwards. Set by the pool.
    var serve: (_ work: () -> Void) -> Void = { $0() }
    /// In the order of their first events.
    private var keyboards: [KeyboardWhereabouts] = []
    /// The index of the keyboard of the latest event.
    private var latest: Int?
    private var latestSender: ObjectIdentifier?
    /// The senders in the order of their latest events, the most recent last.
    private var recentSenders: [ObjectIdentifier?] = []
    /// How many events, ticks and time-outs there were. A transition is numbered by the one that began it.
    private var serial = 0
    private let stateObservers = WeakObserverList<KeyboardStateObserver>()
    private let followers = KeyboardFollowerList()
    private let ticker: FrameTicker
    private var timeout: (time: Duration, action: KeyboardScheduledAction)?
    /// Whether anyone observes more than events. A delivery asks for it each time.
    private(set) var isObserved = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        ticker = FrameTicker(scheduler)
    }

    deinit {
        timeout?.action.cancel()
    }

    /// The bounds that count for a sender that reports none.
    var fallbackBounds: CGRect? {
        didSet { for index in keyboards.indices { keyboards[index].fallbackBounds = fallbackBounds } }
    }

    /// The source of frames; a timer on the scheduler if `nil`.
    var frameSource: (any KeyboardFrameSource)? {
        get { ticker.source }
        set { ticker.source = newValue }
    }

    // MARK: What is known

    /// The keyboard of a screen, or that of the latest event for `nil`.
    func state(on screen: ObjectIdentifier? = nil) -> KeyboardState {
        guard let index = index(followedOn: screen) else { return unknown.state }
        let now = scheduler.now
        expire(index, now)
        return keyboards[index].state(at: now)
    }

    /// Where the keyboard of a screen is visible, or that of the latest event for `nil`.
    func visibleKeyboard(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        guard let index = index(followedOn: screen) else { return unknown }
        let now = scheduler.now
        expire(index, now)
        return keyboards[index].visible(at: now)
    }

    private var unknown: VisibleKeyboard {
        var unknown = VisibleKeyboard.unknown
        unknown.state.screenBounds = fallbackBounds
        return unknown
    }

    /// The index of the keyboard that a follower of this screen follows, as in ``FollowedKeyboards``.
    private func index(followedOn screen: ObjectIdentifier?) -> Int? {
        guard let screen else { return latest }
        return index(of: screen) ?? index(of: nil)
    }

    private func index(of sender: ObjectIdentifier?) -> Int? {
        keyboards.firstIndex { $0.sender == sender }
    }

    // MARK: What changes it

    /// Applies an event, before it is delivered.
    func apply(_ event: KeyboardEvent) {
        let now = scheduler.now
        serial += 1
        if let latest, latestSender == event.sender {
            keyboards[latest].apply(event, at: now, serial)
        } else {
            keyboards[use(sender: event.sender)].apply(event, at: now, serial)
        }
    }

    /// Calls the observers of states and positions, after an event has been delivered.
    func eventWasDelivered() {
        if isObserved { update() }
    }

    /// Applies a frame that a source reports while its keyboard moves.
    func report(_ frame: CGRect, sender: ObjectIdentifier?) {
        guard isObserved else { return }
        guard let index = index(of: sender) ?? (sender == nil ? latest : nil) else { return }
        serial += 1
        guard keyboards[index].report(frame, at: scheduler.now, serial) else { return }
        update(reporting: keyboards[index].sender)
    }

    /// Makes this sender the latest one.
    ///
    /// - Returns: the index of its keyboard.
    private func use(sender: ObjectIdentifier?) -> Int {
        recentSenders.removeAll { $0 == sender }
        recentSenders.append(sender)
        if recentSenders.count > Self.mostSenders {
            let oldest = recentSenders.removeFirst()
            keyboards.removeAll { $0.sender == oldest }
        }
        let known = index(of: sender)
        if known == nil {
            var keyboard = KeyboardWhereabouts(sender: sender)
            keyboard.fallbackBounds = fallbackBounds
            keyboards.append(keyboard)
        }
        let index = known ?? keyboards.count - 1
        latest = index
        latestSender = sender
        return index
    }

    // MARK: Observers

    /// Adds a closure that is called with the states. O(1), amortised.
    func add(_ observer: KeyboardStateObserver) {
        stateObservers.append(observer)
        isObserved = true
        observer.subscribe(with: state())
        scheduleTimeout()
    }

    /// Adds a follower. O(1), amortised.
    func add(_ follower: any KeyboardFollower) {
        followers.add(follower, afterTransition: serial)
        followersDidChange()
    }

    /// Adds a follower that stands for an observer. The tracker retains the follower. O(1), amortised.
    func add(_ follower: any CancellableFollower, for observer: ObjectIdentifier) {
        followers.add(follower, for: observer, afterTransition: serial)
        followersDidChange()
    }

    /// Cancels and removes the follower that stands for an observer. O(1).
    func removeFollower(for observer: ObjectIdentifier) {
        guard isObserved else { return }
        followers.remove(for: observer)
        observersDidChange()
    }

    /// Whether a follower is left, so that reported frames matter.
    var isFollowed: Bool {
        !followers.isEmpty
    }

    /// How many observers of states are left. For tests.
    var stateObserverCount: Int {
        stateObservers.live().count
    }

    /// Requests a tick if a keyboard moves: a follower may follow it from now on.
    func followersDidChange() {
        isObserved = true
        let now = scheduler.now
        if keyboards.contains(where: { $0.needsTicks(at: now) }) { requestTick() }
        scheduleTimeout()
    }

    private func observersDidChange() {
        isObserved = isFollowed || !stateObservers.isEmpty
    }

    /// Calls the observers with what has changed, and arranges for what time will change.
    ///
    /// - Parameters:
    ///   - isTick: whether a frame is to be drawn.
    ///   - reporting: a sender whose source has just reported a frame.
    private func update(isTick: Bool = false, reporting: ObjectIdentifier?? = .none) {
        if isFollowed {
            let isAnimated = followers.update(isTick: isTick) { [self] in followedKeyboards(reporting) }
            if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        }
        if !stateObservers.isEmpty {
            for observer in stateObservers.live() { observer.receive(state()) }
        }
        scheduleTimeout()
        observersDidChange()
    }

    private func followedKeyboards(_ reporting: ObjectIdentifier??) -> FollowedKeyboards {
        let now = scheduler.now
        let followed = keyboards.map { keyboard in
            FollowedKeyboard(
                sender: keyboard.sender,
                visible: keyboard.visible(at: now),
                transition: keyboard.lastTransition,
                transitionNumber: keyboard.transitionNumber,
                needsTicks: keyboard.needsTicks(at: now),
                hasReported: reporting == .some(keyboard.sender)
            )
        }
        return FollowedKeyboards(keyboards: followed, latest: latest, unknown: unknown)
    }

    private func requestTick() {
        guard !ticker.isWaiting else { return }
        ticker.request { [weak self] in
            self?.serve { self?.tick() }
        }
    }

    private func tick() {
        for index in keyboards.indices {
            // Each transition that begins now has a number of its own.
            serial += 1
            keyboards[index].tick(serial)
        }
        update(isTick: true)
    }

    // MARK: Time-outs

    private func scheduleTimeout() {
        guard let time = keyboards.lazy.compactMap(\.nextTimeout).min(), time != timeout?.time else { return }
        timeout?.action.cancel()
        let action = scheduler.schedule(after: time - scheduler.now) { [weak self] in
            self?.serve { self?.expire() }
        }
        timeout = (time, action)
    }

    private func expire() {
        timeout = nil
        let now = scheduler.now
        for index in keyboards.indices { expire(index, now) }
        update()
    }

    private func expire(_ index: Int, _ time: Duration) {
        serial += 1
        keyboards[index].expire(at: time, serial)
    }
}
