/// The property wrapper of ``KeyboardObserverPool/current``.
///
/// A test makes its own pool the current pool:
///
/// ```swift
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The pool is current in the closure and in the tasks that the closure creates. The tasks do not retain the pool.
/// After the pool has been deallocated, the current pool of the tasks is ``KeyboardObserverPool/shared``.
@propertyWrapper
public struct CurrentKeyboardObserverPool: Sendable {
    // A task-local value of an optional type takes three times as long to copy as this structure.
    private struct Binding {
        /// The inbox holds the pool weakly, because a task that an observer creates can outlive the pool.
        var inbox: PoolInbox?
    }

    @TaskLocal private static var binding = Binding()

    /// Creates a property wrapper.
    ///
    /// All property wrappers of this type have the same value.
    public init() {}

    /// The pool that `withValue` has bound, or ``KeyboardObserverPool/shared`` if no pool is bound.
    @MainActor
    public var wrappedValue: KeyboardObserverPool {
        Self.binding.inbox?.pool ?? .shared
    }

    // Reading a weak reference to a pool is slow, so the method compares inboxes instead of pools.
    @MainActor
    static func bind(_ pool: KeyboardObserverPool, _ operation: () -> Void) {
        let bound = binding.inbox
        let isBound = bound == nil ? pool === KeyboardObserverPool.shared : bound === pool.inbox
        if isBound { operation() } else { $binding.withValue(Binding(inbox: pool.inbox), operation: operation) }
    }

    /// The wrapper itself.
    ///
    /// To bind a pool, call the method `withValue(_:operation:)` of the wrapper.
    public var projectedValue: CurrentKeyboardObserverPool {
        self
    }

    /// Makes the pool the current pool while `operation` runs.
    ///
    /// - Parameters:
    ///   - pool: The pool, which the method retains until `operation` returns.
    ///   - operation: The closure.
    /// - Returns: The value that `operation` returns.
    public func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: () throws -> Result
    ) rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try Self.$binding.withValue(Binding(inbox: pool.inbox), operation: operation)
    }

    /// Makes the pool the current pool while `operation` runs.
    ///
    /// - Parameters:
    ///   - pool: The pool, which the method retains until `operation` returns.
    ///   - operation: The closure, which runs on the actor of the caller.
    /// - Returns: The value that `operation` returns.
    public nonisolated(nonsending) func withValue<Result>(
        _ pool: KeyboardObserverPool,
        operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        defer { withExtendedLifetime(pool) {} }
        return try await Self.$binding.withValue(Binding(inbox: pool.inbox), operation: operation)
    }
}
