/// The time limits for related events and for reported frames.
enum KeyboardTiming {
    /// The longest time between the two *will* events of a pair.
    ///
    /// In UIKit's logs, the two events are 2 to 4 ms apart.
    static let pair = Duration.milliseconds(50)

    /// The longest time for which the state machine waits for a *did* event or a reported frame.
    ///
    /// The time-out for a *did* event begins at the announced end of the transition. The time-out for a reported frame
    /// begins at the previous reported frame.
    static let patience = Duration.milliseconds(500)

    /// Returns the time at which the state machine stops waiting for a transition's *did* event.
    static func deadline(_ startTime: Duration, _ duration: Double) -> Duration {
        startTime + patience + .delay(seconds: duration)
    }

    /// Returns the time at which the *did* event of a superseded transition expires.
    static func lastDid(_ startTime: Duration, _ duration: Double) -> Duration {
        deadline(startTime, duration) + patience
    }
}
