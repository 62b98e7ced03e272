#if SystemKeyboards
    import Synchronization

    /// A result that several closures can supply.
    ///
    /// The first supplied value is the result. Later values are ignored.
    final class FirstAnswer<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value, Never>?>

        /// Calls a closure with a new object, and returns the first value that the object receives.
        ///
        /// The object must always receive a value, for example after a time limit.
        static func value(
            isolation: isolated (any Actor)? = #isolation,
            _ start: (FirstAnswer) -> Void
        ) async -> Value {
            await withCheckedContinuation { start(FirstAnswer($0)) }
        }

        private init(_ continuation: CheckedContinuation<Value, Never>) {
            self.continuation = Mutex(continuation)
        }

        func give(_ value: Value) {
            let continuation = continuation.withLock { $0.take() }
            continuation?.resume(returning: value)
        }
    }
#endif
