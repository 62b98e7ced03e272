extension Duration {
    /// A milliard seconds, 31 years: longer than anybody waits, and short enough that sums of such times fit.
    private static let longestDelay = Duration.seconds(longestDelayInSeconds)
    private static let longestDelayInSeconds = 1e9

    /// This duration as a delay: not negative, and no longer than 31 years.
    package var asDelay: Duration {
        min(max(self, .zero), Self.longestDelay)
    }

    /// A delay of so many seconds, from anywhere: what is not a number counts as none. `Duration.seconds(_:)` traps on
    /// numbers that are not finite and on very large ones.
    package static func delay(seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        return .seconds(min(seconds, longestDelayInSeconds))
    }
}
