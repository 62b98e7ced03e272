extension Duration {
    /// Seconds from anywhere, which `Duration.seconds(_:)` would trap on: what is not a number or negative is zero,
    /// and what is beyond a milliard seconds (31 years) is that.
    static func clamped(seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        return .seconds(min(seconds, 1e9))
    }
}
