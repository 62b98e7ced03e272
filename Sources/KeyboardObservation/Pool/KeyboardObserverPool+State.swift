public import Foundation

extension KeyboardObserverPool {
    /// The state of the keyboard with the latest event.
    ///
    /// Before the first event, the phase of the state is `unknown`.
    ///
    /// When an observer receives an event, the state already includes this event. The first read of this property calls
    /// ``listen()``. The cost is O(1).
    public var keyboard: KeyboardState {
        keyboard(on: nil)
    }

    /// Returns the state of the keyboard on a screen.
    ///
    /// The pool keeps the states of the 16 senders with the most recent events. If the pool has no state for the
    /// screen, the method returns the state of the keyboard whose notifications have no `object`. The cost is O(1).
    ///
    /// - Parameter screen: The identity of the screen. The screen is the `object` of its keyboard's notifications. See
    ///   ``KeyboardEvent/sender``. If `screen` is `nil`, the method uses the screen of the latest event.
    /// - Returns: The state. If the pool has no suitable state, the phase of the returned state is `unknown`.
    public func keyboard(on screen: ObjectIdentifier?) -> KeyboardState {
        listen()
        return keyboards.state(on: screen)
    }

    /// The bounds that the pool uses for the screen if a source does not report them.
    ///
    /// The bounds are in points, in the coordinates of the keyboards' frames.
    ///
    /// A source reports the bounds with ``KeyboardUserInfoKey/screenBounds``. If the bounds are unknown, the pool
    /// estimates the keyboards' placements. It computes overlaps and insets from the whole frame of each view, even if
    /// a part of the view is off the screen. Set this property again when the bounds of the screen change. When you set
    /// new bounds, the pool immediately determines the keyboards' placements again. From then on, it ignores the part
    /// of a view that is outside the new bounds.
    ///
    /// The default is `nil`. If you set bounds that are empty or not finite, the value becomes `nil`.
    public var fallbackScreenBounds: CGRect? {
        get { keyboards.fallbackBounds }
        set {
            let bounds = newValue.flatMap { $0.isComputable && !$0.isEmpty ? $0 : nil }
            guard bounds != keyboards.fallbackBounds else { return }
            keyboards.fallbackBounds = bounds
            serve { keyboards.updateFollowers() }
        }
    }

    /// The source of display frames for observers that follow the keyboard's visible frame.
    ///
    /// If the property is `nil`, the pool's scheduler supplies 60 display frames a second. The default is `nil`. You
    /// can set the source at any time, even during a transition. The pool retains the source.
    public var frameSource: (any KeyboardFrameSource)? {
        get { keyboards.ticker.source }
        set { keyboards.ticker.source = newValue }
    }

    /// Calls the closure with the keyboard's state after each change of the state.
    ///
    /// The calls end when the token is deallocated or cancelled. If an event changes the state, the pool first calls
    /// the observers of the event, and then the closure. If a *did* event does not arrive in time, the pool itself
    /// changes the phase of the state, and calls the closure. If only ``KeyboardState/transition`` has changed, the
    /// pool does not call the closure. The token owns the closure. If the closure needs the object that stores the
    /// token, capture that object weakly. The cost is O(1), amortized.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: Whether the pool immediately calls the closure with the current state.
    ///   - closure: The closure, which is called on the main actor.
    /// - Returns: The token. If you do not store the token, the observation ends immediately.
    public func observeState(
        startingWithCurrent: Bool = true,
        using closure: @escaping @MainActor (KeyboardState) -> Void
    ) -> KeyboardObservationToken {
        let observer = KeyboardStateObserver(startingWithCurrent: startingWithCurrent, closure)
        take(.stateSubscription(observer))
        return KeyboardObservationToken(observer)
    }

    // MARK: For tests

    /// Ends the pool's iterations and removes its registrations, like the `deinit` of the pool.
    package func close() {
        inbox.close()
    }

    package var stateObserverCount: Int {
        keyboards.followers.stateObserverCount
    }

    /// The number of entries for state observers and followers, including orphans.
    package var trackingEntryCount: Int {
        keyboards.followers.entryCount
    }

    package var waitingArrivalCount: Int {
        inbox.waitingArrivalCount
    }

    package var iterationsAreWaiting: Bool {
        inbox.buffersAreAwaited
    }

    package var isAnimating: Bool {
        keyboards.ticker.isWaiting
    }

    package var iterationCount: Int {
        inbox.bufferCount
    }
}
