/// The property wrapper of ``KeyboardObserverPool/current``.
///
/// The method `$current.withValue` makes another pool the current pool:
///
/// ```swift
/// KeyboardObserverPool.$current.withValue(pool) { screen.subscribeOnKeyboardNotifications() }
/// ```
///
/// The method `withValue` makes a pool the current pool in a closure, and in the tasks that the closure creates. The
/// tasks do not retain the pool. After the pool is deallocated, the current pool of the tasks is
/// ``KeyboardObserverPool/shared``.
@propertyWrapper
public struct CurrentKeyboardObserverPool: Sendable {
    /// The task-local value.
    ///
    /// The structure wraps an optional inbox. If the task-local value were an optional, Swift would take three times
    /// as long to copy the value.
    private struct Binding {
        /// The inbox of the bound pool; `nil` if no pool is bound.
        ///
        /// A task that an observer creates can outlive the pool. Therefore the binding stores the inbox, which holds
        /// the pool weakly.
        var inbox: PoolInbox?
    }

    @TaskLocal private static var binding = Binding()

    /// Creates a property wrapper.
    ///
    /// All instances of the property wrapper use the same task-local value.
    public init() {}

    /// The pool that `withValue` has bound, or ``KeyboardObserverPool/shared`` if no pool is bound.
    @MainActor
    public var wrappedValue: KeyboardObserverPool {
        Self.binding.inbox?.pool ?? .shared
    }

    /// Makes the pool the current pool while `operation` runs.
    ///
    /// For speed, it compares the inboxes of the pools instead of reading the weak reference to the bound pool.
    @MainActor
    static func bind(_ pool: KeyboardObserverPool, _ operation: () -> Void) {
        let bound = binding.inbox
        let isBound = bound == nil ? pool === KeyboardObserverPool.shared : bound === pool.inbox
        if isBound { operation() } else { $binding.withValue(Binding(inbox: pool.inbox), operation: operation) }
    }

    /// The property wrapper itself, which has the method `withValue(_:operation:)`.
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
