import Foundation

/// What a pool knows about its keyboards: one ``KeyboardWhereabouts`` for each sender, and the observers of their
/// states and positions.
@MainActor
final class KeyboardTracker {
    /// How many senders have a state of their own. The least recent one is forgotten.
    private static let mostSenders = 16

    private let scheduler: any KeyboardScheduler
    /// Runs work as a delivery of the pool: what observers post meanwhile is delivered afterwards.
    private let serve: (_ work: () -> Void) -> Void
    private var whereabouts: [KeyboardWhereabouts] = []
    private var latest: KeyboardWhereabouts?
    private var useCount = 0
    private let stateObservers = KeyboardStateObservers()
    private let animator = KeyboardAnimator()
    private let ticker: FrameTicker
    private var timeout: (time: Duration, action: KeyboardScheduledAction)?
    /// Whether anyone observes more than events. A delivery asks for it each time.
    private(set) var isObserved = false

    init(_ scheduler: any KeyboardScheduler, serve: @escaping (_ work: () -> Void) -> Void) {
        self.scheduler = scheduler
        self.serve = serve
        ticker = FrameTicker(scheduler)
    }

    deinit {
        timeout?.action.cancel()
    }

    /// The bounds that count for a sender that reports none.
    var fallbackBounds: CGRect? {
        didSet { for keyboard in whereabouts { keyboard.fallbackBounds = fallbackBounds } }
    }

    /// The source of frames; a timer on the scheduler if `nil`.
    var frameSource: (any KeyboardFrameSource)? {
        get { ticker.source }
        set { ticker.source = newValue }
    }

    // MARK: What is known

    /// The keyboard of a screen, or that of the latest event for `nil`.
    func state(on screen: ObjectIdentifier? = nil) -> KeyboardState {
        guard let keyboard = keyboard(followedOn: screen) else { return unknown.state }
        let now = scheduler.now
        keyboard.expire(at: now)
        return keyboard.state(at: now)
    }

    /// Where the keyboard of a screen is visible, or that of the latest event for `nil`.
    func visibleKeyboard(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        guard let keyboard = keyboard(followedOn: screen) else { return unknown }
        let now = scheduler.now
        keyboard.expire(at: now)
        return keyboard.visible(at: now)
    }

    private var unknown: VisibleKeyboard {
        var unknown = VisibleKeyboard.unknown
        unknown.state.screenBounds = fallbackBounds
        return unknown
    }

    /// The keyboard that a follower of this screen follows: that of the latest event for `nil`. Until a screen has
    /// posted, its keyboard is the one that reports no screen.
    private func keyboard(followedOn screen: ObjectIdentifier?) -> KeyboardWhereabouts? {
        guard let screen else { return latest }
        return whereabouts.first { $0.sender == screen } ?? whereabouts.first { $0.sender == nil }
    }

    // MARK: What changes it

    /// Applies an event, before it is delivered.
    func apply(_ event: KeyboardEvent) {
        let keyboard = keyboard(of: event.sender)
        useCount += 1
        keyboard.lastUse = useCount
        keyboard.apply(event, at: scheduler.now)
    }

    /// Calls the observers of states and positions, after an event has been delivered.
    func eventWasDelivered() {
        if isObserved { update() }
    }

    /// Applies a frame that a source reports while its keyboard moves.
    func report(_ frame: CGRect, sender: ObjectIdentifier?) {
        guard isObserved else { return }
        let sent = whereabouts.first { $0.sender == sender } ?? (sender == nil ? latest : nil)
        guard let sent, sent.report(frame, at: scheduler.now) else { return }
        update(moved: sent)
    }

    private func keyboard(of sender: ObjectIdentifier?) -> KeyboardWhereabouts {
        if let latest, latest.sender == sender { return latest }
        let keyboard = whereabouts.first { $0.sender == sender } ?? addKeyboard(of: sender)
        latest = keyboard
        return keyboard
    }

    private func addKeyboard(of sender: ObjectIdentifier?) -> KeyboardWhereabouts {
        if whereabouts.count == Self.mostSenders,
            let oldest = whereabouts.indices.min(by: { whereabouts[$0].lastUse < whereabouts[$1].lastUse })
        {
            whereabouts.remove(at: oldest)
        }
        let keyboard = KeyboardWhereabouts(sender: sender)
        keyboard.fallbackBounds = fallbackBounds
        whereabouts.append(keyboard)
        return keyboard
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
        animator.add(follower)
        followersDidJoin()
    }

    /// Adds a screen that presents transitions. O(1), amortised.
    func add(_ screen: any KeyboardTransitionPresentable) {
        animator.add(followerOf: screen)
        followersDidJoin()
    }

    /// Removes a screen that presents transitions. O(1).
    func remove(_ screen: ObjectIdentifier) {
        guard isObserved else { return }
        animator.remove(followerOf: screen)
        observersDidChange()
    }

    /// Whether a follower is left, so that reported frames matter.
    var isFollowed: Bool {
        !animator.isEmpty
    }

    /// How many observers of states are left. For tests.
    var stateObserverCount: Int {
        stateObservers.live().count
    }

    private func followersDidJoin() {
        isObserved = true
        if whereabouts.contains(where: { $0.needsTicks(at: scheduler.now) }) { requestTick() }
        scheduleTimeout()
    }

    private func observersDidChange() {
        isObserved = isFollowed || !stateObservers.isEmpty
    }

    /// Calls the observers with what has changed, and arranges for what time will change.
    private func update(isTick: Bool = false, moved: KeyboardWhereabouts? = nil) {
        if isFollowed {
            let isAnimated = animator.update(at: scheduler.now, isTick: isTick, moved: moved) { [self] screen in
                keyboard(followedOn: screen)
            }
            if !isAnimated { ticker.cancel() } else if !ticker.isWaiting { requestTick() }
        }
        if !stateObservers.isEmpty {
            for observer in stateObservers.live() { observer.receive(state()) }
        }
        scheduleTimeout()
        observersDidChange()
    }

    private func requestTick() {
        guard !ticker.isWaiting else { return }
        ticker.request { [weak self] in
            self?.serve { self?.tick() }
        }
    }

    private func tick() {
        for keyboard in whereabouts { keyboard.tick() }
        update(isTick: true)
    }

    // MARK: Time-outs

    private func scheduleTimeout() {
        guard let time = whereabouts.compactMap(\.nextTimeout).min(), time != timeout?.time else { return }
        timeout?.action.cancel()
        let action = scheduler.schedule(after: time - scheduler.now) { [weak self] in
            self?.serve { self?.expire() }
        }
        timeout = (time, action)
    }

    private func expire() {
        timeout = nil
        for keyboard in whereabouts { keyboard.expire(at: scheduler.now) }
        update()
    }
}
