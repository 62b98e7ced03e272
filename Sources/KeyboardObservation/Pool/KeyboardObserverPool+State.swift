extension KeyboardObserverPool {
    /// What the keyboard is now, kept from its events: `.unknown` until the first one. O(1).
    ///
    /// Inside a callback it is what the event that is being delivered has made of it. A pool hears events from its first
    /// use on, and this is one.
    public var keyboard: KeyboardState {
        listen()
        let now = scheduler.now
        _ = stateMachine.heal(at: now)
        var state = stateMachine.state
        if state.transition?.isVisible(at: now) == false { state.transition = nil }
        return state
    }
}
