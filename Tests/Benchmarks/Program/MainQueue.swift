import Dispatch

/// The main queue, which runs the tasks of the main actor.
///
/// The `main` of the benchmarks is synchronous, so the benchmarks must drain the main queue themselves.
@MainActor
enum MainQueue {
    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private static func callback(_ unused: UnsafeMutableRawPointer?)

    static func drain() {
        unsafe callback(nil)
    }

    /// Drains until the condition is met.
    static func drain(until isDone: () -> Bool) {
        while !isDone() { drain() }
    }
}
