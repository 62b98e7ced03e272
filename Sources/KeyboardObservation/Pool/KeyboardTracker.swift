import Foundation

/// The keyboards of a pool's senders, and what observes them.
///
/// - **Senders.** The *sender* of an event is the `object` of its notification. Each sender has its own keyboard, which
///   is a ``KeyboardJournal``. The pool keeps the keyboards of the 16 senders with the most recent events.
/// - **Followers.** If a follower specifies a screen, the follower follows the keyboard whose sender is this screen. If
///   the screen has no keyboard, the follower follows the keyboard without a sender. If a follower specifies no screen,
///   the follower follows the keyboard that has received the latest event.
@MainActor
final class KeyboardTracker {
    /// Whose display frame a pass over the followers reports.
    enum DisplayFrame {
        case all
        case of(ObjectIdentifier?)
    }

    private static let mostSenders = 16

    /// The pool, which delivers what observers post during a tick or a time-out.
    weak var pool: KeyboardObserverPool?
    private let scheduler: any KeyboardScheduler
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
    private var updates = UpdateLoop()
    private var dueFrame: DisplayFrame?
    /// Whether a callback of the pass has requested a frame, possibly for a follower that was called before.
    private var isFrameRequested = false
    private let ticker: FrameTicker
    private var timeout: (time: Duration, action: KeyboardScheduledAction)?
    /// Whether something observes the keyboards; after the death of the last observer, until the next update.
    private(set) var isObserved = false

    init(_ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        ticker = FrameTicker(scheduler)
        ticker.onTick = { [weak self] in
            guard let self else { return }
            pool?.serve {
                for index in keyboards.indices { keyboards[index].beginAnimation() }
                updateObservers(.all)
            }
        }
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

    /// The keyboard for a screen without events; stored, because each display frame needs it.
    private var unknown = KeyboardTracker.unknown(nil)

    private static func unknown(_ fallbackBounds: CGRect?) -> KeyboardSnapshot {
        KeyboardSnapshot(of: KeyboardJournal(fallbackBounds: fallbackBounds), at: .zero, hasFrame: false)
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
        guard let index = current(on: screen) else { return unknown.visible.state }
        return keyboards[index].state(at: scheduler.now)
    }

    func visible(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        guard let index = current(on: screen) else { return unknown.visible }
        return keyboards[index].visible(at: scheduler.now)
    }

    private func current(on screen: ObjectIdentifier?) -> Int? {
        guard let index = keyboards.index(followedOn: screen) else { return nil }
        keyboards[index].expire(at: scheduler.now)
        return index
    }

    // MARK: Events and reported frames

    /// Applies an event to the keyboard of its sender, before the pool delivers the event.
    func apply(_ event: KeyboardEvent) {
        if keyboards.isEmpty { makeLatest(event.sender) }
        if keyboards[keyboards.count - 1].sender != event.sender { makeLatest(event.sender) }
        keyboards[keyboards.count - 1].apply(event, at: scheduler.now)
    }

    /// Applies a frame that a source reports while the keyboard moves.
    func report(_ frame: CGRect, sender: ObjectIdentifier?) {
        guard let index = keyboards.index(of: sender) ?? (sender == nil ? keyboards.indices.last : nil),
            keyboards[index].report(frame, at: scheduler.now)
        else { return }
        updateObservers(.of(keyboards[index].sender))
    }

    private func makeLatest(_ sender: ObjectIdentifier?) {
        let known = keyboards.index(of: sender).map { keyboards.remove(at: $0) }
        if keyboards.count == Self.mostSenders { keyboards.removeFirst() }
        keyboards.append(known ?? KeyboardJournal(sender: sender, fallbackBounds: fallbackBounds, numbers))
    }

    // MARK: Observers

    /// Adds an observer of the states, in amortised O(1).
    func add(_ observer: KeyboardStateObserver) {
        pool?.listen()
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
        pool?.listen()
        if !updates.isRunning { followers.purgeIfLarge() }
        followers.add(follower, for: observer)
        // An observer that unsubscribes during the update is removed only from a pool that is observed.
        isObserved = true
        if isUpdated { _ = updateFollowers(from: followers.entryCount - 1) }
        followersDidChange()
    }

    /// Cancels the follower of an observer, in O(1).
    func removeFollower(for observer: ObjectIdentifier) {
        followers.remove(for: observer)
        observersDidChange()
    }

    /// The number of state observers that have not been deallocated, for tests.
    var stateObserverCount: Int { stateObservers.live().count }

    /// The number of entries for state observers and followers, including those that have ended, for tests.
    var entryCount: Int { stateObservers.entryCount + followers.entryCount }

    /// Requests a tick if a keyboard moves; a follower that was added meanwhile needs it.
    func followersDidChange() {
        isObserved = true
        if snapshot(nil).keyboards.contains(where: \.needsTicks) { requestTick() }
        scheduleTimeout()
    }

    private func observersDidChange() {
        isObserved = !followers.isEmpty || !stateObservers.isEmpty
    }

    /// Reports the changes of the keyboards to the followers and the state observers, and schedules what comes next.
    func updateObservers(_ frame: DisplayFrame? = nil) {
        guard isObserved else { return }
        if !followers.isEmpty {
            let isAnimated = updateFollowers(frame: frame)
            if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        }
        if !stateObservers.isEmpty {
            for observer in stateObservers.live() { observer.receive(state()) }
        }
        scheduleTimeout()
        observersDidChange()
    }

    /// Reports the changes of the keyboards to each follower, and again if a callback has changed them.
    ///
    /// - Returns: Whether a follower or a callback needs the next display frame.
    private func updateFollowers(from first: Int = 0, frame: DisplayFrame? = nil) -> Bool {
        if let frame { dueFrame = frame }
        // A callback has caused this update: the outer call repeats its pass.
        guard updates.begin() else { return true }
        var isAnimated: Bool
        var first = first
        repeat {
            let keyboards = snapshot(dueFrame)
            (dueFrame, isFrameRequested) = (nil, false)
            isAnimated = followers.follow(keyboards, from: first)
            first = 0
        } while updates.isRepeated()
        return isAnimated || isFrameRequested
    }

    private func snapshot(_ frame: DisplayFrame?) -> AllKeyboards {
        let now = scheduler.now
        var followed: [KeyboardSnapshot] = []
        followed.reserveCapacity(keyboards.count)
        // Each call of a closure on the main actor would check its actor.
        for keyboard in keyboards {
            let hasFrame =
                switch frame {
                case nil: false
                case .all: true
                case .of(let sender): sender == keyboard.sender
                }
            followed.append(KeyboardSnapshot(of: keyboard, at: now, hasFrame: hasFrame))
        }
        return AllKeyboards(keyboards: followed, unknown: unknown, time: now)
    }

    /// The current keyboards of all senders.
    var snapshot: AllKeyboards {
        expireKeyboards()
        return snapshot(nil)
    }

    // MARK: Ticks

    /// Runs an action on the scheduler as soon as possible, and then delivers what it has posted.
    @discardableResult
    func schedule(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        scheduler.schedule(after: .zero) { [weak self] in self?.pool?.serve(action) }
    }

    /// Requests a tick if no tick is pending.
    func requestTick() {
        isFrameRequested = true
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
        // If the scheduled time-out is already due, its action will update all observers and schedule the next
        // time-out.
        if let timeout, timeout.time <= scheduler.now { return }
        timeout?.action.cancel()
        timeout = (time, scheduler.schedule(after: time - scheduler.now) { [weak self] in self?.expire() })
    }

    private func expire() {
        pool?.serve {
            timeout = nil
            expireKeyboards()
            updateObservers()
        }
    }

    /// Applies all elapsed time-outs; without observers, nothing schedules them.
    func expireKeyboards() {
        let now = scheduler.now
        for index in keyboards.indices { keyboards[index].expire(at: now) }
    }
}
