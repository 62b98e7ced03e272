extension Duration {
    /// A billion seconds, or 31 years.
    ///
    /// Sums of durations up to this limit do not overflow.
    private static let longestDelay = Duration.seconds(longestDelayInSeconds)
    private static let longestDelayInSeconds = 1e9

    /// This duration as a delay, from 0 to 31 years.
    package var asDelay: Duration {
        min(max(self, .zero), Self.longestDelay)
    }

    /// Returns a delay of this many seconds, from 0 to 31 years.
    ///
    /// NaN is replaced with 0. `Duration.seconds(_:)` traps on numbers that are not finite and on very large ones.
    package static func delay(seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        return .seconds(min(seconds, longestDelayInSeconds))
    }
}
