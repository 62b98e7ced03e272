import Foundation

/// The *sender* of an event is the `object` of its notification.
///
/// Each sender has its own keyboard, which is a ``KeyboardJournal``. All events whose `object` is `nil` share one
/// keyboard.
///
/// A follower that specifies a screen follows the keyboard of that screen. If the screen has no keyboard, the follower
/// follows the keyboard of the events whose `object` is `nil`. A follower without a screen follows the keyboard with
/// the latest event.
@MainActor
final class KeyboardTracker {
    enum Tick {
        case all
        case of(ObjectIdentifier?)
    }

    private static let mostSenders = 16
    private static let passLimit = 100

    weak var pool: KeyboardObserverPool?
    private let scheduler: any KeyboardScheduler
    #if DEBUG || EXCLUSIVITY_CHECKS
        private var keyboards = [KeyboardJournal(fallbackBounds: nil)]
    #else
        /// The keyboards of the senders, in the order of their latest events.
        ///
        /// The first element is a placeholder, which has no sender and never receives an event.
        ///
        /// Safe: accesses to the array do not overlap. The methods of ``KeyboardJournal``, and the closures that are
        /// passed to methods of the array, run no code that accesses the array. Debug builds and `.ci/nightly` check
        /// exclusive access.
        @safe @exclusivity(unchecked) private var keyboards = [KeyboardJournal(fallbackBounds: nil)]
    #endif
    /// If there is a keyboard for events without a sender, the index is 1: no follower then follows the placeholder at
    /// index 0.
    private var firstToFollow = 0
    private let numbers = TransitionNumbers()
    let followers = KeyboardFollowerList()
    private var updates = UpdateLoop()
    private var dueTick: Tick?
    /// Whether a display frame was requested during or after the latest pass over the followers.
    ///
    /// A callback can request a frame for a follower that the current pass has already called.
    private var isTickRequested = false
    let ticker: FrameTicker
    private var timeout: (time: Duration, action: KeyboardScheduledAction)?
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

    func apply(_ event: KeyboardEvent) {
        let last = keyboards.count - 1
        if last == 0 || keyboards[last].sender != event.sender { makeLatest(event.sender) }
        keyboards[keyboards.count - 1].apply(event, at: scheduler.now)
    }

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

    func addWeakly(_ follower: any KeyboardFollower) {
        add(WeakFollower(follower))
    }

    /// If `observer` is `nil`, ``removeFollower(for:)`` cannot remove the follower.
    ///
    /// If `isUpdated` is `true`, the follower receives the current keyboards before the method returns.
    func add(_ follower: any KeyboardFollower, for observer: ObjectIdentifier? = nil, isUpdated: Bool = false) {
        pool?.listen()
        if !updates.isRunning { followers.purgeIfLarge() }
        followers.add(follower, for: observer)
        // The pool removes followers only while `isFollowed` is `true`. The new follower's screen can unsubscribe while
        // the follower is called for the first time, so `isFollowed` is set before this call.
        isFollowed = true
        if isUpdated { _ = passOverFollowers(from: followers.entryCount - 1) }
        followersDidChange()
    }

    func add(_ observer: KeyboardStateObserver) {
        expireKeyboards()
        // The observer is added before its first call, because the observer can post an event during the call.
        addWeakly(observer)
        _ = observer.follow(snapshots(nil))
    }

    func removeFollower(for observer: ObjectIdentifier) {
        followers.remove(for: observer)
        isFollowed = !followers.isEmpty
    }

    func followersDidChange() {
        isFollowed = true
        for keyboard in snapshots(nil) where keyboard.needsTicks { requestTick() }
        scheduleTimeout()
    }

    func updateFollowers(_ tick: Tick? = nil) {
        guard isFollowed else { return }
        let isAnimated = passOverFollowers(tick: tick)
        if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        scheduleTimeout()
        isFollowed = !followers.isEmpty
    }

    /// - Returns: Whether a follower or a callback needs the next display frame.
    private func passOverFollowers(from first: Int = 0, tick: Tick? = nil) -> Bool {
        if let tick { dueTick = tick }
        // A callback of a follower can call this method while the loop runs. The running loop then makes another pass.
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

    @discardableResult
    func schedule(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: .zero) { [weak self] in self?.pool?.serve(action) }
    }

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

    /// Time-outs are scheduled only while the keyboards have followers, so a keyboard's time-out can already be overdue
    /// when the first follower is added.
    func expireKeyboards() {
        let now = scheduler.now
        for index in keyboards.indices { keyboards[index].expire(at: now) }
    }
}
