#if THREAD_SANITIZER
    import Synchronization

    /// The `Mutex` of Swift's Synchronization, as builds with ThreadSanitizer need it.
    ///
    /// It shadows the original in this module.
    ///
    /// The original locks inside the standard library, which is not instrumented: ThreadSanitizer sees no lock, and
    /// reports what the lock guards as a race. This one reports its lock. `.ci/stress` defines `THREAD_SANITIZER`; other
    /// builds use the original.
    package struct Mutex<Value>: ~Copyable, Sendable {
        /// Its address stands for the lock.
        private final class Identity: Sendable {}

        private let mutex: Synchronization.Mutex<Value>
        private let identity = Identity()

        /// Creates a mutex that guards the value.
        package init(_ value: consuming sending Value) {
            mutex = Synchronization.Mutex(value)
        }

        /// Calls `body` with the value while the lock is held.
        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            // Safe: both functions compare the address and do not read from it.
            let address = unsafe Unmanaged.passUnretained(identity).toOpaque()
            return try mutex.withLock { value throws(Failure) in
                unsafe acquire(address)
                defer { unsafe release(address) }
                return try body(&value)
            }
        }
    }

    @_silgen_name("__tsan_acquire")
    private func acquire(_ address: UnsafeMutableRawPointer)

    @_silgen_name("__tsan_release")
    private func release(_ address: UnsafeMutableRawPointer)
#endif
