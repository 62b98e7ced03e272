import Foundation

/// Runs the main queue in GLib's event loop or in a custom `poll` loop.
///
/// By default, GLib's loop and custom loops do not run main-actor tasks or blocks of the main queue. If the main queue
/// does not run, a pool cannot deliver events that are posted off the main actor. To run the main queue, an app with
/// GLib's loop calls ``attachToGLib()`` once:
///
/// ```swift
/// MainQueueLoop.attachToGLib()
/// ```
///
/// A custom loop watches ``descriptor``, and calls ``drain()`` on the main thread whenever the descriptor is readable.
///
/// Two seconds after the start of a `SystemKeyboard`, the library checks whether the main queue has run. If the main
/// queue has not run, the library prints one message to standard error. The message names the call that the app must
/// add.
public enum MainQueueLoop {
    /// The file descriptor that is readable while the main queue has work.
    ///
    /// The descriptor does not change during the lifetime of the process. Do not close the descriptor.
    public static var descriptor: CInt {
        mainQueueDescriptor()
    }

    /// Runs all blocks and tasks that are waiting on the main queue, then returns.
    ///
    /// Call this method on the main thread. `drain()` runs nothing if you call it on another thread, or inside a task
    /// or block that is running on the main queue.
    public static func drain() {
        var count: UInt64 = 0
        // The read resets the event counter, so that the app's event loop sleeps until there is new work. Safe: the
        // counter has 8 bytes.
        _ = unsafe read(mainQueueDescriptor(), &count, 8)
        // On a thread of Dispatch, `runMainQueue` would trap.
        if Thread.isMainThread { runMainQueue(nil) }
    }
}

// Dispatch exports these two functions for other event loops, such as Foundation's run loop.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func runMainQueue(_ unused: UnsafeMutableRawPointer?)
