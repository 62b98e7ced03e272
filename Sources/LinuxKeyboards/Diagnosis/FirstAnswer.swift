#if SystemKeyboards
    import Synchronization

    /// A result for which several parties may have an answer.
    ///
    /// Only the first answer counts.
    final class FirstAnswer<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value, Never>?>

        /// Calls a closure that passes on the object, and waits for the first answer.
        ///
        /// One of the parties must always answer, for example after a time limit.
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
