import Synchronization

/// Transfers a value to another thread, which can release it.
final class TransferredValue<Value>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: sending Value) {
        self.value = Mutex(value)
    }

    func release() {
        value.withLock { $0 = nil }
    }
}
