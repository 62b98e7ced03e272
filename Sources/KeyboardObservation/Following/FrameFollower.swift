/// An object that follows the keyboard's visible frame for one observer.
///
/// The observer is a layout guide, an avoider, or a screen that receives transitions.
///
/// A ``FrameFollowerList`` retains the follower, and the follower holds the observer weakly.
@MainActor
protocol FrameFollower: AnyObject {
    /// Whether the observer has unsubscribed or has been deallocated.
    var isEnded: Bool { get }

    /// Compares the keyboards with the values that the observer has already received, and reports the differences.
    ///
    /// The list calls this method after each event, for each display frame, and after a time-out.
    ///
    /// - Returns: Whether the follower needs the next display frame. The value is `nil` if the observer has
    ///   unsubscribed or has been deallocated.
    func follow(_ keyboards: AllKeyboards) -> Bool?

    /// Reports a display frame to the first followers in `followers`.
    ///
    /// The method calls the followers in order. The method stops before the first follower of one of these kinds:
    ///
    /// - a follower of another type
    /// - a follower that has ended
    /// - a follower that must first report the start of the transition
    /// - a follower of another keyboard
    ///
    /// For each display frame, the list calls `draw` first. If `draw` returns 0, the list calls ``follow(_:)`` for the
    /// next follower. `draw` is faster than ``follow(_:)``, because each call of ``follow(_:)`` copies the transition.
    ///
    /// - Parameters:
    ///   - transition: The running transition of the keyboard.
    ///   - keyboard: The keyboard of the latest event.
    ///   - followers: The followers, which can have different types.
    /// - Returns: The number of followers that have received the frame. The default implementation returns 0.
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

/// A follower whose observer can unsubscribe.
///
/// When the observer unsubscribes, the list cancels the follower.
@MainActor
protocol CancellableFollower: FrameFollower {
    /// Stops the calls to the observer.
    func cancel()
}

/// A layout guide or an avoider.
@MainActor
protocol LayoutObserver: AnyObject {
    /// Updates the layout after the keyboards have changed.
    ///
    /// - Returns: Whether the observer needs the next display frame. The observer needs the frame while the keyboard
    ///   moves, or while the observer itself runs an animation.
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
