/// An observer of the keyboard's visible frame: a layout guide, or a screen that receives transitions.
///
/// The list of followers retains the follower, and the follower holds the guide or the screen weakly.
@MainActor
protocol KeyboardFollower: AnyObject {
    /// Whether the guide or the screen has unsubscribed or has been deallocated.
    var isEnded: Bool { get }

    /// Compares the keyboard with what was last reported, and reports the changes.
    ///
    /// The list calls this method after each event, for each display frame, and after a time-out.
    ///
    /// - Returns: Whether the followed keyboard moves along its curve; `nil` if the follower has ended.
    func follow(_ keyboards: FollowedKeyboards) -> Bool?
}
