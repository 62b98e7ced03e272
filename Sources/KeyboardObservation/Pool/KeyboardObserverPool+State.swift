import Foundation

extension KeyboardObserverPool {
    /// What the keyboard is now, kept from its events: `.unknown` until the first one. O(1).
    ///
    /// Inside a callback it is what the event that is being delivered has made of it. A pool hears events from its
    /// first use on, and this is one.
    public var keyboard: KeyboardState {
        listen()
        let now = scheduler.now
        _ = stateMachine.heal(at: now)
        var state = stateMachine.state
        if state.transition?.isVisible(at: now) == false { state.transition = nil }
        return state
    }

    /// Calls the closure with what the keyboard is: now, and each time that it has changed, until the token goes.
    ///
    /// It is called after the observers of the event that changed it, and when an end that was never told is taken for
    /// granted; not when a move has merely come to its end (``KeyboardState/transition``). The token owns the closure:
    /// let it hold its screen weakly.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: whether it is called at once as well, with the current state.
    ///   - closure: what is called.
    public func observeState(
        startingWithCurrent: Bool = true,
        using closure: @escaping @MainActor (KeyboardState) -> Void
    ) -> KeyboardObservationToken {
        let observer = StateObserver(startingWithCurrent: startingWithCurrent, closure)
        take(.stateSubscription(observer))
        return KeyboardObservationToken(observer)
    }

    func append(_ observer: StateObserver) {
        stateObservers.append(observer)
        isFollowed = true
        observer.join(with: keyboard)
        scheduleHealing()
    }

    /// Has those follow who follow more than events.
    func follow(_ change: KeyboardStateMachine.Change) {
        switch change {
        case .none: motion.endIfArrived()
        case .proposed(let transition): motion.propose(transition)
        case .began(let transition): motion.begin(transition)
        }
        tellState()
        stopFollowingWhereNobodyDoes()
    }

    func follow(_ frame: CGRect, _ sender: ObjectIdentifier?) {
        if let known = stateMachine.state.sender, let sender, known != sender { return }
        motion.frameDidArrive(frame)
        stopFollowingWhereNobodyDoes()
    }

    func follow(_ screen: any KeyboardTransitionPresentable) {
        isFollowed = true
        motion.append(standInOf: screen)
        intake.listenToFrames(of: center)
        scheduleHealing()
    }

    func follow(_ follower: any KeyboardFollower) {
        listen()
        isFollowed = true
        motion.append(follower)
        intake.listenToFrames(of: center)
        scheduleHealing()
    }

    /// Whether real frames are listened to. For tests.
    package var listensToFrames: Bool {
        intake.listensToFrames
    }

    /// How many hear the state. For tests.
    package var stateObserverCount: Int {
        stateObservers.living().count
    }

    private func tellState() {
        if !stateObservers.isEmpty {
            for observer in stateObservers.living() { observer.receive(keyboard) }
        }
        scheduleHealing()
    }

    private func scheduleHealing() {
        // Where a look has healed the state meanwhile, those who observe it have yet to hear of that.
        guard let time = stateMachine.healingTime, time != timeOfHealing else { return }
        healing?.cancel()
        timeOfHealing = time
        healing = scheduler.schedule(after: time - scheduler.now) { [weak self] in
            self?.serve { self?.heal() }
        }
    }

    private func heal() {
        timeOfHealing = nil
        _ = stateMachine.heal(at: scheduler.now)
        motion.endIfArrived()
        tellState()
    }

    private func stopFollowingWhereNobodyDoes() {
        if motion.isIdle {
            intake.stopListeningToFrames(of: center)
            stateMachine.forgetFrames()
        }
        isFollowed = !motion.isIdle || !stateObservers.isEmpty
    }

    /// The screen has left the pool.
    func unfollow(_ screen: ObjectIdentifier) {
        guard isFollowed else { return }
        motion.remove(standInOf: screen)
        stopFollowingWhereNobodyDoes()
    }
}
