import Foundation

/// The frame and placement of a keyboard at the end of its transition.
struct KeyboardTarget {
    // The properties are not private, because `KeyboardStateMachine` sets them.
    var phase = KeyboardState.Phase.unknown
    var placement = KeyboardState.Placement.offScreen
    /// The frame at which the animation ends; `nil` if no event has determined the frame.
    var end: CGRect?
    /// The begin frame of the event that set the target.
    var reportedBegin: CGRect?
    var reportedEnd: CGRect?
    var verb: KeyboardVerb?
    var startTime = Duration.zero
    var duration = 0.0
    /// The longest duration of the pair's earlier *will* events, in seconds; 0 if the pair has no earlier event.
    var earlierDuration = 0.0
    var curve: UInt?
    /// Whether the state machine expects a *did* event for the target's *will* event.
    var isRunning = false
    var isHealed = false
    /// Whether the bounds of the screen were unknown when the target was set.
    var isEstimated = false
    /// The number of times that the target's *will* event was posted.
    ///
    /// If an unannounced *did* event has set the target, `willCount` is 0.
    var willCount: Int32 = 1
    /// The number of times that a *did* event has ended the target's phase `appearing` or `disappearing`.
    var didCount: Int32 = 0

    var isOnScreen: Bool { placement != .offScreen }

    /// The time at which the state machine stops waiting for a *did* event; `nil` if no *did* event is expected.
    var deadline: Duration? {
        isRunning ? KeyboardTiming.deadline(startTime, duration) : nil
    }

    /// Returns whether a *frame* event with this payload reports only flags, and no movement.
    func isKept(by info: Notification.KeyboardInfo) -> Bool {
        guard info.isObscured != nil, isOnScreen, let end = info.frameEnd?.usable,
            end.matches(info.frameBegin?.usable)
        else { return false }
        // If the running transition begins and ends at this frame, the event can belong to the transition.
        return (end.matches(reportedEnd) || end.matches(self.end)) && !(isRunning && end.matches(reportedBegin))
    }

    /// Whether the state machine waits for an event that reports the real height of the keyboard.
    ///
    /// The wait begins when a *show* event reports a height of 0 and does not hide the keyboard.
    var isHeightAwaited: Bool { isOnScreen && verb == .show && reportedEnd?.isEmpty == true }
}
