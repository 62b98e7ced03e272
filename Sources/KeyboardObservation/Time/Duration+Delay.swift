extension Duration {
    /// With this limit, a sum of delays does not overflow.
    private static let longestDelay = Duration.seconds(longestDelayInSeconds)
    private static let longestDelayInSeconds = 1e9

    /// This duration, limited to the range from 0 to 31 years.
    package var asDelay: Duration {
        min(max(self, .zero), Self.longestDelay)
    }

    /// NaN is replaced with 0.
    ///
    /// `Duration.seconds(_:)` traps on very large and non-finite numbers.
    package static func delay(seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        return .seconds(min(seconds, longestDelayInSeconds))
    }
}
