/// A button in a bar, as it is now.
public struct BarItem: Sendable {
    /// What it is called, for people and for screen readers.
    public let label: String

    /// What it shows instead of the label, if anything.
    public let symbol: String?

    /// Whether it can be pressed.
    public let isEnabled: Bool

    /// What it does. Does nothing where nothing can be done any more. Keeps nothing alive.
    public let action: @MainActor @Sendable () -> Void
}
