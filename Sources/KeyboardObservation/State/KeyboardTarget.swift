import Foundation

/// The frame and placement of a keyboard at rest, or at the end of its transition.
struct KeyboardTarget {
    // The properties are not private, because a target is a record without behavior.
    var phase = KeyboardState.Phase.unknown
    var placement = KeyboardState.Placement.offScreen
    /// The last frame of the animation, on screen or off screen; `nil` if no event determines it.
    var end: CGRect?
    /// The begin frame of the last *will* event or accepted *did* event.
    var reportedBegin: CGRect?
    var reportedEnd: CGRect?
    var verb: KeyboardVerb?
    var startTime = Duration.zero
    var duration = 0.0
    /// The longest duration that earlier *will* events of the same pair have reported, in seconds.
    var earlierDuration = 0.0
    var curve: UInt?
    /// Whether the *did* event that confirms the target is still awaited.
    var isRunning = false
    var isHealed = false
    /// Whether the bounds of the screen were unknown when the target was set.
    var isEstimated = false
    /// The number of times that the target's *will* event was posted.
    ///
    /// The number is 0 if a *did* event without a *will* event set the target.
    var willCount: Int32 = 1
    /// The number of *did* events that have arrived for the target's *will* event.
    var didCount: Int32 = 0

    var isOnScreen: Bool { placement != .offScreen }

    /// Whether a *show* event has reported a height of 0.
    ///
    /// Another event can report the real height later.
    var isHeightAwaited: Bool { isOnScreen && verb == .show && reportedEnd?.isEmpty == true }
}
