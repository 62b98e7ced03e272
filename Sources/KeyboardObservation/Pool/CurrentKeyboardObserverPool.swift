/// The property wrapper of ``KeyboardObserverPool/current``, which as `$current` binds another pool.
///
/// ```swift
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The binding is task-local: the tasks that `operation` creates inherit it, and other tasks do not see it. A binding
/// does not retain the pool for these tasks. If the bound pool has been deallocated, ``KeyboardObserverPool/shared`` is
/// current again.
@propertyWrapper
public struct CurrentKeyboardObserverPool: Sendable {
    /// The intake of the bound pool.
    ///
    /// The intake holds its pool weakly, because a task that a callback creates can outlive the pool.
    @TaskLocal private static var intake: KeyboardIntake?

    /// Creates the wrapper of ``KeyboardObserverPool/current``; all wrappers share one binding.
    public init() {}

    /// The bound pool; ``KeyboardObserverPool/shared`` if there is none.
    @MainActor
    public var wrappedValue: KeyboardObserverPool {
        Self.intake?.pool ?? .shared
    }

    /// The value that binds another pool, as `$current`.
    public var projectedValue: CurrentKeyboardObserverPool {
        self
    }

    /// Binds the pool while `operation` runs.
    ///
    /// - Parameters:
    ///   - pool: the pool, which is retained until `operation` returns.
    ///   - operation: the closure.
    /// - Returns: the value that `operation` returns.
    public func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: () throws -> Result
    ) rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try Self.$intake.withValue(pool.intake, operation: operation)
    }

    /// Binds the pool while `operation` runs.
    ///
    /// - Parameters:
    ///   - pool: the pool, which is retained until `operation` returns.
    ///   - operation: the closure, which runs in the isolation of the caller.
    /// - Returns: the value that `operation` returns.
    public nonisolated(nonsending) func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try await Self.$intake.withValue(pool.intake, operation: operation)
    }
}
