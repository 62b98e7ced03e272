import Synchronization

/// Carries something between threads, to be dropped where it is emptied.
final class Box<Value>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: sending Value) {
        self.value = Mutex(value)
    }

    func empty() {
        value.withLock { $0 = nil }
    }
}
