/// The limits for the times between events and between frames.
enum KeyboardTiming {
    /// The longest time between the two events of a pair.
    ///
    /// In UIKit's logs, the two events are 2 to 4 ms apart.
    static let pair = Duration.milliseconds(50)

    /// The time-out for *did* events and for reported frames.
    ///
    /// For a *did* event, the time-out begins at the announced end. For a reported frame, the time-out begins at the
    /// previous reported frame.
    static let patience = Duration.milliseconds(500)

    /// Returns the time at which the end of a transition is inferred.
    static func deadline(_ startTime: Duration, _ duration: Double) -> Duration {
        startTime + patience + .delay(seconds: duration)
    }

    /// Returns the last time at which a *did* event is still attributed to a superseded transition.
    static func lastDid(_ startTime: Duration, _ duration: Double) -> Duration {
        deadline(startTime, duration) + patience
    }
}
