/// Wraps ``KeyboardObserverPool/current``. As `$current` it binds another pool:
///
/// ```swift
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The binding is task-local: tasks that are made inside inherit it, other tasks do not see it. It keeps no pool alive;
/// where the bound pool has died, ``KeyboardObserverPool/shared`` is current again.
@propertyWrapper
public struct CurrentKeyboardObserverPool: Sendable {
    /// The bound pool's intake, which knows its pool weakly: a task that a callback makes lives on, and must not keep
    /// the pool for as long.
    @TaskLocal private static var intake: KeyboardIntake?

    /// For the pool's own use: there is but one binding, whoever asks.
    public init() {}

    /// The pool that is bound, or the shared one.
    @MainActor
    public var wrappedValue: KeyboardObserverPool {
        Self.intake?.pool ?? .shared
    }

    /// What binds a pool.
    public var projectedValue: CurrentKeyboardObserverPool {
        self
    }

    /// Binds the pool while `operation` runs. The pool lives at least as long.
    public func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: () throws -> Result
    ) rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try Self.$intake.withValue(pool.intake, operation: operation)
    }

    /// Binds the pool while `operation` runs. The pool lives at least as long.
    public nonisolated(nonsending) func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try await Self.$intake.withValue(pool.intake, operation: operation)
    }
}
