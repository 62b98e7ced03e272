import Foundation

/// The keyboards of a pool's senders, and the followers of the keyboards.
///
/// - **Senders.** The *sender* of an event is the `object` of its notification. Each sender has its own keyboard, which
///   is a ``KeyboardJournal``. All events whose `object` is `nil` share one keyboard. The pool keeps the keyboards of
///   the 16 senders with the most recent events.
/// - **Followers.** If a follower specifies a screen, the follower follows the keyboard of that screen. If the screen
///   has no keyboard, the follower follows the keyboard of the events whose `object` is `nil`. If a follower specifies
///   no screen, the follower follows the keyboard with the latest event.
@MainActor
final class KeyboardTracker {
    /// The keyboards whose display frames the tracker reports to the followers.
    enum Tick {
        case all
        case of(ObjectIdentifier?)
    }

    private static let mostSenders = 16
    private static let passLimit = 100

    /// The pool, which delivers the events that observers post during a tick or a time-out.
    weak var pool: KeyboardObserverPool?
    private let scheduler: any KeyboardScheduler
    #if DEBUG || EXCLUSIVITY_CHECKS
        private var keyboards = [KeyboardJournal(fallbackBounds: nil)]
    #else
        /// The keyboards of the senders, in the order of their latest events.
        ///
        /// The first element is a placeholder, which has no sender and never receives an event.
        ///
        /// Swift does not check exclusive access to this property.
        ///
        /// Safe: accesses to the array do not overlap. The methods of ``KeyboardJournal`` run no code that accesses the
        /// array. Debug builds and `.ci/nightly` check exclusive access.
        @safe @exclusivity(unchecked) private var keyboards = [KeyboardJournal(fallbackBounds: nil)]
    #endif
    /// The index of the first keyboard that a follower can follow.
    ///
    /// If `keyboards` contains a keyboard of events without a sender, no follower follows the placeholder at index 0.
    private var firstToFollow = 0
    private let numbers = TransitionNumbers()
    let followers = KeyboardFollowerList()
    private var updates = UpdateLoop()
    private var dueTick: Tick?
    /// Whether a callback has requested a display frame while the tracker calls the followers.
    ///
    /// The follower that needs the display frame may already have been called.
    private var isTickRequested = false
    let ticker: FrameTicker
    private var timeout: (time: Duration, action: KeyboardScheduledAction)?
    /// Whether the keyboards have a follower.
    ///
    /// If the last follower is deallocated, the value becomes `false` at the next call of ``updateFollowers(_:)``.
    private(set) var isFollowed = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        ticker = FrameTicker(scheduler)
        ticker.onTick = { [weak self] in self?.pool?.receive(.tick) }
    }

    deinit {
        timeout?.action.cancel()
    }

    /// The bounds of a keyboard's screen if the sender does not report the bounds.
    var fallbackBounds: CGRect? {
        didSet {
            let now = scheduler.now
            for index in keyboards.indices { keyboards[index].setFallbackBounds(fallbackBounds, at: now) }
        }
    }

    var hasReceivedEvent: Bool { keyboards.count > 1 }

    /// An upper bound for the serial numbers of all transitions so far; 0 before the first event.
    var lastTransition: Int { hasReceivedEvent ? numbers.last : 0 }

    // MARK: State and visible frame

    /// Returns the state of a sender's keyboard; if `sender` is `nil`, the state of the keyboard with the latest event.
    func state(on sender: ObjectIdentifier?) -> KeyboardState {
        keyboards[current(on: sender)].state(at: scheduler.now)
    }

    func snapshot(on sender: ObjectIdentifier?) -> KeyboardSnapshot {
        KeyboardSnapshot(of: &keyboards[current(on: sender)], at: scheduler.now)
    }

    private func current(on sender: ObjectIdentifier?) -> Int {
        let index = keyboards.index(followedOn: sender)
        keyboards[index].expire(at: scheduler.now)
        return index
    }

    private func snapshots(_ tick: Tick?) -> [KeyboardSnapshot] {
        let now = scheduler.now
        var snapshots: [KeyboardSnapshot] = []
        snapshots.reserveCapacity(keyboards.count)
        // A loop is faster than `map`, because a closure on the main actor would check the actor at each call.
        for index in firstToFollow..<keyboards.count {
            let isTick =
                switch tick {
                case nil: false
                case .all: true
                case .of(let sender): sender == keyboards[index].sender
                }
            if isTick { keyboards[index].beginAnimation() }
            snapshots.append(KeyboardSnapshot(of: &keyboards[index], at: now, isTick: isTick))
        }
        return snapshots
    }

    // MARK: Events and reported frames

    /// Applies an event to the keyboard of its sender, before the pool delivers the event.
    func apply(_ event: KeyboardEvent) {
        let last = keyboards.count - 1
        if last == 0 || keyboards[last].sender != event.sender { makeLatest(event.sender) }
        keyboards[keyboards.count - 1].apply(event, at: scheduler.now)
    }

    /// Applies a frame that a source reports while the keyboard moves.
    func report(_ frame: CGRect, sender: ObjectIdentifier?) {
        let known = keyboards.index(of: sender)
        guard let index = known == 0 ? keyboards.count - 1 : known, keyboards[index].report(frame, at: scheduler.now)
        else { return }
        updateFollowers(.of(keyboards[index].sender))
    }

    private func makeLatest(_ sender: ObjectIdentifier?) {
        if let known = keyboards.index(of: sender), known > 0 { return keyboards.append(keyboards.remove(at: known)) }
        if keyboards.count > Self.mostSenders { keyboards.remove(at: 1) }
        keyboards.append(KeyboardJournal(sender: sender, fallbackBounds: fallbackBounds, numbers))
        firstToFollow = keyboards.index(of: nil) == 0 ? 0 : 1
    }

    // MARK: Followers

    /// Adds a follower that is held weakly, in amortised O(1).
    func addWeakly(_ follower: any KeyboardFollower) {
        add(WeakFollower(follower))
    }

    /// Adds and retains a follower, in amortised O(1).
    ///
    /// - Parameters:
    ///   - follower: The follower.
    ///   - observer: The identity of the observer; `nil` if the observer cannot unsubscribe.
    ///   - isUpdated: Whether the follower receives the current keyboards before the method returns.
    func add(_ follower: any KeyboardFollower, for observer: ObjectIdentifier? = nil, isUpdated: Bool = false) {
        pool?.listen()
        if !updates.isRunning { followers.purgeIfLarge() }
        followers.add(follower, for: observer)
        // The pool removes followers only while `isFollowed` is `true`. The screen of the new follower can unsubscribe
        // when the follower calls the screen for the first time.
        isFollowed = true
        if isUpdated { _ = passOverFollowers(from: followers.entryCount - 1) }
        followersDidChange()
    }

    /// Adds an observer.
    ///
    /// The observer receives the current state before the method returns.
    func add(_ observer: KeyboardStateObserver) {
        expireKeyboards()
        // The observer is added before its first call, because the observer can post an event during the call.
        addWeakly(observer)
        _ = observer.follow(snapshots(nil))
    }

    /// Cancels the follower of an observer, in O(1).
    func removeFollower(for observer: ObjectIdentifier) {
        followers.remove(for: observer)
        isFollowed = !followers.isEmpty
    }

    /// Requests a tick if a keyboard moves, because a new follower needs the tick.
    func followersDidChange() {
        isFollowed = true
        for keyboard in snapshots(nil) where keyboard.needsTicks { requestTick() }
        scheduleTimeout()
    }

    /// Reports the changes of the keyboards to the followers, and schedules the next tick and the next time-out.
    func updateFollowers(_ tick: Tick? = nil) {
        guard isFollowed else { return }
        let isAnimated = passOverFollowers(tick: tick)
        if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        scheduleTimeout()
        isFollowed = !followers.isEmpty
    }

    /// Reports the changes of the keyboards to each follower.
    ///
    /// If a callback changes the keyboards, the method calls all followers again.
    ///
    /// - Returns: Whether a follower or a callback needs the next display frame.
    private func passOverFollowers(from first: Int = 0, tick: Tick? = nil) -> Bool {
        if let tick { dueTick = tick }
        // If a callback of a follower has called this method, the loop that is already running repeats.
        guard updates.begin() else { return true }
        var (isAnimated, first) = (false, first)
        for _ in 0..<Self.passLimit {
            let keyboards = snapshots(dueTick)
            (dueTick, isTickRequested) = (nil, false)
            isAnimated = followers.follow(keyboards, from: first)
            guard updates.isRepeated() else { return isAnimated || isTickRequested }
            first = 0
        }
        pool?.report(.unsettledLayout(limit: Self.passLimit))
        updates.end()
        return isAnimated || isTickRequested
    }

    // MARK: Ticks

    /// Runs an action on the scheduler as soon as possible, and then delivers the events that the action has posted.
    @discardableResult
    func schedule(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: .zero) { [weak self] in self?.pool?.serve(action) }
    }

    /// Requests a tick if no tick is pending.
    func requestTick() {
        isTickRequested = true
        if !ticker.isWaiting { ticker.request() }
    }

    // MARK: Time-outs

    private func scheduleTimeout() {
        var earliest: Duration?
        for index in keyboards.indices {
            guard let time = keyboards[index].nextTimeout else { continue }
            if let known = earliest, known <= time { continue }
            earliest = time
        }
        guard let time = earliest, time != timeout?.time else { return }
        // A scheduled time-out that is already due will update all followers, and will schedule the next time-out.
        if let timeout, timeout.time <= scheduler.now { return }
        timeout?.action.cancel()
        let action = scheduler.schedule(after: time - scheduler.now) { [weak self] in self?.pool?.receive(.timeout) }
        timeout = (time, action)
    }

    func timeOut() {
        timeout = nil
        expireKeyboards()
        updateFollowers()
    }

    /// Applies all elapsed time-outs.
    ///
    /// Time-outs are scheduled only while the keyboards have followers.
    func expireKeyboards() {
        let now = scheduler.now
        for index in keyboards.indices { keyboards[index].expire(at: now) }
    }
}
