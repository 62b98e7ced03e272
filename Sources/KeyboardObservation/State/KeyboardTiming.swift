/// The times that events and frames may take.
enum KeyboardTiming {
    /// The longest time between the two events of a pair, which are 2 to 4 ms apart in UIKit's logs.
    static let pair = Duration.milliseconds(50)

    /// The longest time between the announced end and its *did* event, and between two reported frames.
    static let patience = Duration.milliseconds(500)

    /// Returns the time at which the end of a transition is inferred.
    static func deadline(_ startTime: Duration, _ duration: Double) -> Duration {
        startTime + patience + .delay(seconds: duration)
    }

    /// Returns the last time at which the *did* event of a superseded transition may arrive.
    static func lastDid(_ startTime: Duration, _ duration: Double) -> Duration {
        deadline(startTime, duration) + patience
    }
}
