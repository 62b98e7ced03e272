/// A follower of a pool's keyboards: a layout guide, an avoider, a state observer, or the transitions of a screen.
@MainActor
protocol KeyboardFollower: AnyObject {
    /// Whether the follower has ended, so that the list can remove it.
    var isEnded: Bool { get }

    /// Reports the changes since the last call.
    ///
    /// The list calls this method after an event, a display frame or a time-out.
    ///
    /// - Parameter keyboards: The keyboards of all senders. See `index(followedOn:)`.
    /// - Returns: Whether the follower needs the next display frame; `nil` if the follower has ended.
    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool?

    /// Stops calling an observer that has unsubscribed.
    func cancel()

    /// Reports a display frame of a moving keyboard to the followers, in order.
    ///
    /// The method stops before the first follower that needs ``follow(_:)``. The method is faster than ``follow(_:)``,
    /// which copies the transition at each call.
    ///
    /// - Returns: The number of followers that have received the frame.
    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any KeyboardFollower>) -> Int
}

extension KeyboardFollower {
    var isEnded: Bool { false }

    func cancel() {}

    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any KeyboardFollower>) -> Int { 0 }
}

/// A follower that the list holds weakly.
final class WeakFollower: KeyboardFollower {
    private weak let follower: (any KeyboardFollower)?

    init(_ follower: any KeyboardFollower) {
        self.follower = follower
    }

    var isEnded: Bool { follower?.isEnded ?? true }

    var isStateObserver: Bool { follower is KeyboardStateObserver }

    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? { follower?.follow(keyboards) ?? nil }
}
