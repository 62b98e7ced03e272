public import Foundation

extension KeyboardObserverPool {
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

    /// When frames are drawn, for the observers that follow the keyboard's transitions. `nil`, the default, is 60 times
    /// a second by the pool's scheduler. Settable at any time, also while the keyboard moves. Retained.
    public var frameSource: (any KeyboardFrameSource)? {
        get { tracker.frameSource }
        set { tracker.frameSource = newValue }
    }

    /// Calls the closure with the state of the keyboard whenever it has changed, until the token is deallocated.
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

    /// Where the keyboard of a screen is visible now.
    func visibleKeyboard(on screen: ObjectIdentifier?) -> VisibleKeyboard {
        listen()
        return tracker.visibleKeyboard(on: screen)
    }

    /// A guide follows the keyboard of another screen now, which may move.
    func followedScreenDidChange() {
        tracker.followersDidChange()
    }

    func append(_ observer: KeyboardStateObserver) {
        listen()
        tracker.add(observer)
    }

    func add(_ guide: KeyboardLayoutGuide) {
        listen()
        tracker.add(guide)
        intake.listenToFrames(of: center)
    }

    func trackTransitions(of screen: any KeyboardTransitionPresentable) {
        tracker.add(screen)
        intake.listenToFrames(of: center)
    }

    func stopTrackingTransitions(of screen: ObjectIdentifier) {
        guard tracker.isObserved else { return }
        tracker.remove(screen)
        stopListeningToUnusedFrames()
    }

    /// Calls the observers of states and positions, after an event or a reported frame.
    func updateTracking() {
        guard tracker.isObserved else { return }
        tracker.eventWasDelivered()
        stopListeningToUnusedFrames()
    }

    private func stopListeningToUnusedFrames() {
        if !tracker.isFollowed { intake.stopListeningToFrames(of: center) }
    }

    /// Whether the pool listens to reported frames. For tests.
    package var listensToFrames: Bool {
        intake.listensToFrames
    }

    /// How many observers of the state there are. For tests.
    package var stateObserverCount: Int {
        tracker.stateObserverCount
    }
}
