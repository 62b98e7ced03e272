import Dispatch

/// A synchronous `main` drains the main queue itself, where tasks wait that are on the main actor.
@MainActor
enum MainQueue {
    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private static func callback(_ unused: UnsafeMutableRawPointer?)

    static func drain() {
        unsafe callback(nil)
    }

    /// Drains until it is done.
    static func drain(until isDone: () -> Bool) {
        while !isDone() { drain() }
    }
}
