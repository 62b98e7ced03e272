import KeyboardObservation

/// The number of calls that screens received.
final class CallCounter {
    var count = 0
}

/// Work of one implementation, which can be repeated.
@MainActor
struct Job {
    /// Subscribes the screens, whose memory is counted.
    var subscribe: () -> Void = {}
    /// The pool that is the current pool during the work, as the shared pool is in an app.
    var pool = KeyboardObserverPool.shared
    var counter: CallCounter?
    /// The number of calls that one repetition causes.
    var calls = 0
    /// Objects that the work refers to weakly.
    var owner: Any?
    let run: () -> Void

    /// Requires that the work reaches every screen.
    func requireCalls() {
        guard let counter else { return }
        let before = counter.count
        run()
        // A display frame in which an event arrives can call a follower twice.
        precondition(counter.count - before >= calls, "not every screen was called")
    }
}

/// Prevents the optimizer from removing the value.
@inline(never)
func blackHole<Value>(_ value: Value) {}
