#if THREAD_SANITIZER
    import Synchronization

    /// Shadows Swift's `Mutex`, and reports each lock to ThreadSanitizer.
    ///
    /// Swift's `Mutex` takes its lock inside the standard library, which is not instrumented. Without these reports,
    /// ThreadSanitizer would find data races that do not exist. `.ci/nightly` defines `THREAD_SANITIZER`.
    package struct Mutex<Value>: ~Copyable, Sendable {
        private final class Identity: Sendable {}

        private let mutex: Synchronization.Mutex<Value>
        private let identity = Identity()

        package init(_ value: consuming sending Value) {
            mutex = Synchronization.Mutex(value)
        }

        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            // Safe: `acquire` and `release` only compare the address, and do not read the memory at the address.
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
