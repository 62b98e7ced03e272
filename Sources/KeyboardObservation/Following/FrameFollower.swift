/// Follows the keyboard's visible frame for one observer: a layout guide, an avoider, or a screen that receives
/// transitions.
///
/// The list of followers retains the follower, and the follower holds the observer weakly.
@MainActor
protocol FrameFollower: AnyObject {
    /// Whether the observer has unsubscribed or has been deallocated.
    var isEnded: Bool { get }

    /// Compares the keyboard with the last report, and reports the changes.
    ///
    /// The list calls this method after each event, for each display frame, and after a time-out.
    ///
    /// - Returns: Whether the followed keyboard moves along its curve; `nil` if the follower has ended.
    func follow(_ keyboards: AllKeyboards) -> Bool?

    /// Draws a display frame for followers of this type, up to the first follower that has to compare the keyboards.
    ///
    /// For each display frame, the list first calls this method. It then calls ``follow(_:)`` of the followers for
    /// which the frame has not been drawn. One call serves many followers, without a call and a copy of the transition
    /// for each of them.
    ///
    /// - Parameters:
    ///   - transition: The running transition of the keyboard.
    ///   - keyboard: The keyboard of the latest event.
    ///   - followers: The followers, of any type.
    /// - Returns: The number of followers for which the frame has been drawn. The default draws none.
    static func draw(
        _ transition: KeyboardTransition,
        of keyboard: KeyboardSnapshot,
        _ followers: ArraySlice<any FrameFollower>
    ) -> Int
}

extension FrameFollower {
    static func draw(
        _ transition: KeyboardTransition,
        of keyboard: KeyboardSnapshot,
        _ followers: ArraySlice<any FrameFollower>
    ) -> Int {
        0
    }
}

/// A follower that represents an observer until the observer unsubscribes.
@MainActor
protocol CancellableFollower: FrameFollower {
    /// Stops all further calls of the observer.
    func cancel()
}

/// A layout guide or an avoider.
@MainActor
protocol LayoutObserver: AnyObject {
    /// Updates the layout for the keyboards.
    ///
    /// - Returns: Whether the followed keyboard moves along its curve, or the observer is animated.
    func follow(_ keyboards: AllKeyboards) -> Bool
}

/// The follower of a layout guide or an avoider.
final class WeakFollower<Observer: LayoutObserver>: FrameFollower {
    private weak let observer: Observer?

    init(_ observer: Observer) {
        self.observer = observer
    }

    var isEnded: Bool {
        observer == nil
    }

    func follow(_ keyboards: AllKeyboards) -> Bool? {
        observer?.follow(keyboards)
    }
}
