/// The property wrapper of ``KeyboardObserverPool/current``.
///
/// The wrapper's projected value binds another pool:
///
/// ```swift
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The binding is task-local. Only the tasks that `operation` creates inherit the binding. The binding does not retain
/// the pool for these tasks. If the bound pool has been deallocated, ``KeyboardObserverPool/shared`` is the current
/// pool again.
@propertyWrapper
public struct CurrentKeyboardObserverPool: Sendable {
    /// The task-local value.
    ///
    /// The value is not an optional, because an optional takes three times as long to copy.
    private struct Binding {
        /// The intake of the bound pool; `nil` if no pool is bound.
        ///
        /// A task that a callback creates can live longer than the pool. Therefore the binding stores the intake, which
        /// holds the pool weakly.
        var intake: KeyboardIntake?
    }

    @TaskLocal private static var binding = Binding()

    /// Creates the wrapper of ``KeyboardObserverPool/current``; all wrappers share one binding.
    public init() {}

    /// The bound pool; ``KeyboardObserverPool/shared`` if no pool is bound.
    @MainActor
    public var wrappedValue: KeyboardObserverPool {
        Self.binding.intake?.pool ?? .shared
    }

    /// Returns whether the pool is the current pool.
    ///
    /// The method is called for each event and must be fast. Therefore it does not read the weak reference to the bound
    /// pool.
    @MainActor
    static func isCurrent(_ pool: KeyboardObserverPool) -> Bool {
        guard let intake = binding.intake else { return pool === KeyboardObserverPool.shared }
        return intake === pool.intake
    }

    /// The value of `$current`, which binds another pool.
    public var projectedValue: CurrentKeyboardObserverPool {
        self
    }

    /// Binds the pool while `operation` runs.
    ///
    /// - Parameters:
    ///   - pool: The pool, which is retained until `operation` returns.
    ///   - operation: The closure.
    /// - Returns: The value that `operation` returns.
    public func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: () throws -> Result
    ) rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try Self.$binding.withValue(Binding(intake: pool.intake), operation: operation)
    }

    /// Binds the pool while `operation` runs.
    ///
    /// - Parameters:
    ///   - pool: The pool, which is retained until `operation` returns.
    ///   - operation: The closure, which runs in the isolation of the caller.
    /// - Returns: The value that `operation` returns.
    public nonisolated(nonsending) func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try await Self.$binding.withValue(Binding(intake: pool.intake), operation: operation)
    }
}
