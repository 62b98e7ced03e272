/// A layout guide, an avoider, a state observer, or an object that reports transitions to a screen.
@MainActor
protocol KeyboardFollower: AnyObject {
    var isEnded: Bool { get }

    /// ``KeyboardFollowerList`` calls this method after an event, a display frame or a time-out.
    ///
    /// - Parameter keyboards: The keyboards of all senders. See `index(followedOn:)`.
    /// - Returns: Whether the follower needs the next display frame; `nil` if the follower has ended.
    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool?

    func cancel()

    /// Reports a display frame to the followers in order, and stops before the first follower that needs a call of
    /// ``follow(_:)`` instead.
    ///
    /// The method is faster than ``follow(_:)``, which copies the transition at each call.
    ///
    /// - Returns: The number of followers that have received the frame.
    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any KeyboardFollower>) -> Int
}

extension KeyboardFollower {
    var isEnded: Bool { false }

    func cancel() {}

    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any KeyboardFollower>) -> Int { 0 }
}

final class WeakFollower: KeyboardFollower {
    private weak let follower: (any KeyboardFollower)?

    init(_ follower: any KeyboardFollower) {
        self.follower = follower
    }

    var isEnded: Bool { follower?.isEnded ?? true }

    var isStateObserver: Bool { follower is KeyboardStateObserver }

    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? { follower?.follow(keyboards) ?? nil }
}
